export { bindElementFilter, bindFilter } from './bind-filter.ts';
export type { BoundScimFilter, ComparedAttribute } from './bound-filter.ts';
export type { ScimFilter, PatchPath } from './filter.ts';
export { foldWhole } from './fold.ts';
export { matches, matchesElement } from './matches.ts';
export { parseFilter, parsePath } from './parse-filter.ts';
export { readInstant } from './read-instant.ts';
