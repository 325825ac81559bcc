export { continueFrom } from './continue-from.ts';
