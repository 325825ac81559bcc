export { countOf } from './calendar-words.ts';
export type { Period } from './period.ts';
export { type FoundPeriod, readPeriod } from './read-period.ts';
export type { Calendar } from './read-point.ts';
