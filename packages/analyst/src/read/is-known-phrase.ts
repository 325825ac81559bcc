import type { QuestionToken } from '../text/index.ts';
import { ascendingWords, descendingWords, glue, grains, phrases, references, refused } from './known-words.ts';

/** Whether words have a meaning in every question, whatever the model. */
export function isKnownPhrase(words: readonly QuestionToken[]): boolean {
  if (phrases.has(words.map(({ folded }) => folded).join(' '))) return true;
  const [word, ...others] = words;
  if (!word || others.length > 0) return false;
  if (word.kind === 'number' || word.kind === 'date' || grains.has(word.key)) return true;
  return [glue, references, refused, descendingWords, ascendingWords].some((known) => known.has(word.folded));
}
