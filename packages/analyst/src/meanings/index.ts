export { HiddenNames } from './hidden-names.ts';
export type { Meaning } from './meaning.ts';
export { hasOwnMeaning, meansSomething } from './own-meaning.ts';
export { standsIn } from './replace-terms.ts';
export { withMeanings } from './with-meanings.ts';
