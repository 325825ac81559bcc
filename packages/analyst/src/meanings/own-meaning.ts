import { NameIndex } from '../names/index.ts';
import { isKnownPhrase } from '../read/index.ts';
import { tokensOf } from '../text/index.ts';
import type { VisibleModel } from '../visible-model.ts';

/** Whether words mean something by themselves: they are a name of the model, or a phrase of questions. */
export function hasOwnMeaning(term: string, index: NameIndex): boolean {
  const words = tokensOf(term).filter(({ kind }) => kind !== 'sign');
  return index.named(term).length > 0 || isKnownPhrase(words);
}

/** Whether words mean something by themselves, to somebody who sees this of a model. */
export function meansSomething(term: string, model: VisibleModel): boolean {
  return hasOwnMeaning(term, new NameIndex(model));
}
