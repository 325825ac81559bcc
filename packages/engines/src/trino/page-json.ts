/** JSON whose numbers are texts, with the digits that were sent. */
export type TextJson = string | boolean | null | readonly TextJson[] | TextObject;
export interface TextObject {
  readonly [key: string]: TextJson | undefined;
}

const QUOTE = 34;
const BACKSLASH = 92;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads JSON without making doubles of its numbers: they are put into quotes first. Takes twice as long as `JSON.parse`,
 * and a third of the time of a reviver that sees the source of each value.
 *
 * @throws SyntaxError for a text that is not JSON
 */
export function parseTextJson(text: string): TextJson {
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0];
      if (number === undefined) break; // a sign without digits, which the parser refuses
      quoted += `${text.slice(copied, at)}"${number}"`;
      at += number.length;
      copied = at;
    } else at += 1;
  }
  return JSON.parse(quoted + text.slice(copied)) as TextJson; // there are no numbers
}

/** @returns the place after the closing quote; the end of a text without one */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
    from = end + 1;
  }
}
