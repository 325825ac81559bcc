export { type Continued, continueFrom, startsAnew } from './continue-from.ts';
