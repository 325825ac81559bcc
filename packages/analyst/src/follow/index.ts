export { continueFrom, type Former } from './continue-from.ts';
