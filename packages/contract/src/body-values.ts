/** Most values that the JSON of one request holds, on every face. Later code may then spend time on each of them. */
export const mostBodyValues = 50_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/**
 * Whether JSON holds more values than `mostBodyValues`: commas outside of texts are counted, because parsing first would
 * take as long as the body is large. Stops at the bound.
 *
 * @param text probably JSON; anything else is for the parser to refuse
 */
export function hasTooManyValues(text: string): boolean {
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = closingQuote(text, at);
    else if (code === comma && ++commas >= mostBodyValues) return true;
  }
  return false;
}

/** Position of the quote that ends the text which begins at `opening`, or the length of the JSON where none does. */
export function closingQuote(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
