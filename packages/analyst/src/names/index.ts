export type { NameEntry } from './name-entry.ts';
export { type FoundName, NameIndex } from './name-index.ts';
export { nearestIn } from './nearest.ts';
export { KnownNames, ownPhrases } from './phrases-of.ts';
