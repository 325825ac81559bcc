export { answerTested } from './tested-page.ts';
export { testSignIn } from './tested-sign-in.ts';
