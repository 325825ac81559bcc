import { doubleText, floatText } from '../../value-text/index.ts';

const ZERO = 48;
const NINE = 57;

/** All digits that the server keeps. NaN and the infinities have none. */
export function exactNumber(text: string): string | null {
  return endsWithDigit(text) ? text : null;
}

/** PostgreSQL writes the shortest digits too, but with an exponent where a number is long, and `-0`. */
export function double(text: string): string | null {
  if (!endsWithDigit(text)) return null;
  return text === '-0' || text.includes('e') ? doubleText(Number(text)) : text;
}

export function float(text: string): string | null {
  return endsWithDigit(text) ? floatText(Math.fround(Number(text))) : null;
}

function endsWithDigit(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= ZERO && last <= NINE;
}
