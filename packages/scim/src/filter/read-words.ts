export interface FilterWord {
  readonly kind: 'word' | 'text' | '(' | ')' | '[' | ']' | 'end';
  /** The token as written; for a string its content. */
  readonly text: string;
  /** Position in the text, from 0. */
  readonly at: number;
}

/** Reports why a text is not a filter, with the position. */
export class FilterSyntaxError extends Error {
  constructor(what: string, at: number) {
    super(`${what} at character ${at + 1}`);
  }
}

const wordPattern = /[^\s()[\]"]+/y;
const textPattern = /"(?:[^"\\]|\\.)*"/y;
const blankPattern = /\s*/y;

/** Splits a filter into tokens. @throws FilterSyntaxError */
export function readWords(text: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  let at = skip(text, 0);
  while (at < text.length) {
    const word = readWord(text, at);
    words.push(word.word);
    at = skip(text, word.end);
  }
  return [...words, { kind: 'end', text: '', at: text.length }];
}

function readWord(text: string, at: number): { readonly word: FilterWord; readonly end: number } {
  const first = text[at];
  if (first === '(' || first === ')' || first === '[' || first === ']') {
    return { word: { kind: first, text: first, at }, end: at + 1 };
  }
  if (first === '"') {
    const written = matchAt(textPattern, text, at);
    if (written === undefined) throw new FilterSyntaxError('a text without its closing quote begins', at);
    return { word: { kind: 'text', text: readText(written, at), at }, end: at + written.length };
  }
  const written = matchAt(wordPattern, text, at) ?? '';
  return { word: { kind: 'word', text: written, at }, end: at + written.length };
}

function readText(written: string, at: number): string {
  try {
    return String(JSON.parse(written));
  } catch {
    throw new FilterSyntaxError('there is no JSON text', at);
  }
}

function skip(text: string, at: number): number {
  return at + (matchAt(blankPattern, text, at)?.length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
