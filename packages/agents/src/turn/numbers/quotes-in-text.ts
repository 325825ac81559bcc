import type { Evidence } from './evidence.ts';
import { normalText } from './normal-text.ts';

/** Letters between a quote and the name of its author. */
const farthest = 100;

/** Blanks out quotes of people's texts: the whole text, in quotation marks, next to the name of its author. */
export function withoutQuotes(text: string, quotes: NonNullable<Evidence['quotes']>): string {
  return quotes.reduce((left, { text: said, author }) => {
    const quote = normalText(said);
    if (!/\p{N}/u.test(quote)) return left;
    return left.replaceAll(quote, (found, at: number) => {
      const [before, after] = [
        left.slice(Math.max(0, at - farthest), at),
        left.slice(at + found.length).slice(0, farthest),
      ];
      const isQuoted = /["\u201c\u201e\u00ab]$/.test(before) && /^[.!?,;]?["\u201d\u201c\u00bb]/.test(after);
      const isNamed = author === undefined || `${before}\n${after}`.includes(normalText(author));
      return isQuoted && isNamed ? ' '.repeat(found.length) : found;
    });
  }, text);
}
