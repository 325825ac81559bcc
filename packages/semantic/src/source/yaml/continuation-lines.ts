import { insertTexts, type MappedText, type SourceMap } from './source-map.ts';

/**
 * Indents the lines that continue a quoted text or a collection in brackets, but begin no further right than their key
 * or dash. YAML 1.2 refuses such lines, though their meaning is clear: white space at the beginning of such a line does
 * not belong to a value. Many files have a closing bracket in the column of its key.
 *
 * @param map where the text itself comes from
 * @returns `undefined` if no line needs it
 *
 * Cost: one pass over the text.
 */
export function indentContinuations(file: string, text: string, map?: SourceMap): MappedText | undefined {
  const lines = continuationLines(text).map(({ start, missing }) => ({ at: start, text: ' '.repeat(missing) }));
  return lines.length === 0 ? undefined : insertTexts(file, text, lines, map);
}

interface ContinuationLine {
  readonly start: number;
  /** How many columns further it has to begin. */
  readonly missing: number;
}

const indicator = /(?:[-?:]|[&!][^\s]*)(?=\s|$)[ \t]*/y;
const restOfNothing = /[ \t]*(?:#[^\n]*|\r?)(?=\n|$)/y;
const blankLine = /[ \t]*\r?(?=\n|$)/y;
const plainKey = /(?:(?!\s#)[^\n])*?:(?=\s|$)[ \t]*/y;
const colon = /[ \t]*:(?=\s|$)[ \t]*/y;

/** Reads only as much YAML as is needed to find the ends of quoted texts and brackets. */
function continuationLines(text: string): readonly ContinuationLine[] {
  const found: ContinuationLine[] = [];
  let at = 0;
  /** Column of the key or dash that owns the present text. */
  let owner = -1;
  while (at < text.length) readLine();
  return found;

  function readLine(): void {
    const start = at;
    at += indentOf(start);
    owner = -1;
    for (;;) {
      const column = at - start;
      const [mark = ''] = match(indicator) ?? [];
      if (mark !== '') {
        if (!/^[&!]/.test(mark)) owner = column;
        at += mark.length;
        continue;
      }
      if (match(restOfNothing)) return toNextLine();
      if (/[|>]/.test(text.charAt(at))) return skipDeeperLines();
      const isDelimited = /["'{[]/.test(text.charAt(at));
      if (isDelimited) skipDelimited();
      const [key] = match(isDelimited ? colon : plainKey) ?? [];
      if (key === undefined) return isDelimited ? toNextLine() : skipDeeperLines();
      owner = column;
      at += key.length;
    }
  }

  /** Lines of a block of text, and those that go on with a text without quotes, begin further right than their owner. */
  function skipDeeperLines(): void {
    toNextLine();
    while (at < text.length && (match(blankLine) || indentOf(at) > owner)) toNextLine();
  }

  function skipDelimited(): void {
    let depth = 0;
    do {
      const character = text.charAt(at);
      if (/["']/.test(character)) skipQuoted(character);
      else if (character === '\n') goOn();
      else if (character === '#' && /\s/.test(text.charAt(at - 1))) at = lineEnd();
      else if (/[\s,:{}[\]]/.test(character)) at++;
      else skipPlain();
      if (/[{[]/.test(character)) depth++;
      else if (/[}\]]/.test(character)) depth--;
    } while (depth > 0 && at < text.length);
  }

  /** Skips a plain text between brackets, in which quotes are letters. */
  function skipPlain(): void {
    do at++;
    while (at < text.length && !/[\n,{}[\]]/.test(text.charAt(at)) && !isColon() && !isComment());
  }

  function isColon(): boolean {
    return text.charAt(at) === ':' && /[\s,{}[\]]|^$/.test(text.charAt(at + 1));
  }

  function isComment(): boolean {
    return text.charAt(at) === '#' && /\s/.test(text.charAt(at - 1));
  }

  function skipQuoted(quote: string): void {
    at++;
    while (at < text.length) {
      const character = text.charAt(at);
      const isDoubled = quote === "'" && text.charAt(at + 1) === quote;
      if (character === '\n') goOn();
      else if (character === quote && !isDoubled) break;
      else at += character === quote || (character === '\\' && quote === '"' && text.charAt(at + 1) !== '\n') ? 2 : 1;
    }
    at++;
  }

  function goOn(): void {
    at++;
    const indent = indentOf(at);
    if (indent <= owner && !match(blankLine)) found.push({ start: at, missing: owner + 1 - indent });
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(text);
  }

  function indentOf(start: number): number {
    let end = start;
    while (text.charAt(end) === ' ') end++;
    return end - start;
  }

  function lineEnd(): number {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }

  function toNextLine(): void {
    at = lineEnd() + 1;
  }
}
