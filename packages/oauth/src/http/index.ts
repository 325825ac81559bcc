export { answerOAuthErrors } from './answer-oauth-errors.ts';
