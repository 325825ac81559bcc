import { keyOf } from '@orrery/analyst';
import { memoryBounds, type Told } from './memory.ts';

/** Texts as they are kept, or why they are not. */
export function cleanTold(told: Told): { readonly told: Told } | { readonly reason: string } {
  const text = oneLine(told.text);
  if (text === '') return { reason: 'it has no words' };
  if (text.length > memoryBounds.text) return { reason: `it has more than ${memoryBounds.text} letters` };
  if (told.kind === 'fact') return { told: { kind: 'fact', text } };
  const term = oneLine(told.term);
  if (keyOf(term) === '') return { reason: 'it does not say which word it explains' };
  if (term.length > memoryBounds.term)
    return { reason: `the words it explains have more than ${memoryBounds.term} letters` };
  if (keyOf(term) === keyOf(text)) return { reason: 'it explains words by themselves' };
  return { told: { kind: 'meaning', term, text } };
}

/** Without control characters, those that change the direction of text, and halves of surrogate pairs. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}
