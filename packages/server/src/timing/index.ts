export { everyHour } from './every-hour.ts';
export { once } from './once.ts';
