import type { Name } from '../syntax/index.ts';
import { bracketsOf, type Lexeme, tokensOf } from './tokens.ts';

/** Words before which one selected expression ends. */
const endsTarget = new Set([
  'from',
  'into',
  'where',
  'group',
  'having',
  'window',
  'union',
  'intersect',
  'except',
  'order',
  'limit',
  'offset',
  'fetch',
  'for',
]);

/** A text with its tokens, which know how names are written and where the parts of a statement stand. */
export class StatementText {
  readonly text: string;
  readonly tokens: readonly Lexeme[];
  readonly #partners: Int32Array;
  /** Offsets in the text by offset in its UTF-8 form; absent where both are equal. */
  readonly #offsets: Uint32Array | undefined;

  /** @param given to the grammar, which has each character where `text` has it */
  constructor(text: string, given = text) {
    this.text = text;
    this.tokens = tokensOf(text);
    this.#partners = bracketsOf(this.tokens);
    this.#offsets = offsetsOf(given);
  }

  /** @param byte as the grammar gives it @returns the offset in the text */
  offset(byte: number): number {
    return this.#offsets?.[byte] ?? byte;
  }

  /** @returns the index of the first token that ends behind this offset */
  indexAt(offset: number): number {
    let [low, high] = [0, this.tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.tokens[middle]?.end ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** @returns the word or sign at an index, in lower case; empty for anything else */
  word(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  isName(index: number): boolean {
    const kind = this.tokens[index]?.kind;
    return kind === 'word' || kind === 'quoted';
  }

  at(index: number): number {
    return this.tokens[index]?.at ?? this.text.length;
  }

  /** @returns the index behind the bracket that closes the one at `index`; behind the token where it is none */
  behind(index: number): number {
    const partner = this.#partners[index] ?? -1;
    return partner > index ? partner + 1 : index + 1;
  }

  /** @returns the index of the bracket that opens the one at `index`; -1 where it closes none */
  opening(index: number): number {
    const partner = this.#partners[index] ?? -1;
    return partner >= 0 && partner < index ? partner : -1;
  }

  /** @returns the index of the innermost bracket that is open at this token; -1 where none is */
  around(index: number): number {
    for (let before = index - 1; before >= 0; before -= 1) {
      const opening = this.opening(before);
      if (opening >= 0) before = opening;
      else if (this.word(before) === '(' || this.word(before) === '[') return before;
      else if (this.word(before) === ';') return -1;
    }
    return -1;
  }

  /**
   * @param folded the name as the grammar gives it: folded, and cut after 63 bytes
   * @returns the name as it is written at this token
   */
  name(index: number, folded: string): Name {
    const token = this.tokens[index];
    if (token === undefined) return { text: folded, isQuoted: false, position: this.text.length };
    const written = this.text.slice(token.at, token.end);
    const name = (text: string) => ({ text, isQuoted: token.kind === 'quoted', position: token.at });
    if (token.kind === 'word') return name(isFolded(written, folded) ? written : folded);
    if (!written.startsWith('"')) return name(folded); // with escapes, which the grammar has resolved
    const unquoted = written.slice(1, -1).replaceAll('""', '"');
    return name(isCut(unquoted, folded) ? unquoted : folded);
  }

  /** @returns names with dots between them, beginning at this token, and the index behind them */
  names(index: number, folded: readonly string[]): { readonly names: readonly Name[]; readonly end: number } {
    const names = folded.map((each, part) => this.name(index + 2 * part, each));
    return { names, end: index + 2 * folded.length - 1 };
  }

  /** @returns the index of the first of these words outside of brackets, or -1 */
  find(words: ReadonlySet<string>, from: number, to: number): number {
    for (let index = from; index < to; index = this.behind(index)) {
      if (this.#isWordOf(words, index)) return index;
      if (this.word(index) === ')' || this.word(index) === ';') return -1;
    }
    return -1;
  }

  /** @returns the index of the last of these words outside of brackets, or -1 */
  findLast(words: ReadonlySet<string>, from: number, to: number): number {
    for (let index = to - 1; index >= from; index -= 1) {
      const opening = this.opening(index);
      if (opening >= 0) index = opening;
      else if (this.#isWordOf(words, index)) return index;
    }
    return -1;
  }

  /** @returns where the selected expression that begins at `from` ends, its alias included */
  endOfTarget(from: number): number {
    let index = from;
    for (; index < this.tokens.length; index = this.behind(index)) {
      const word = this.word(index);
      if (word === ',' || word === ')' || word === ';') return index;
      if (!endsTarget.has(word) || !this.#isWordOf(endsTarget, index)) continue;
      const before = this.word(index - 1);
      if (word === 'from' && before === 'distinct' && index - 1 > from && this.#isTestOfDistinct(index - 1)) continue;
      if ((word === 'group' && before === 'within') || (word === 'for' && before === 'collation')) continue;
      return index;
    }
    return index;
  }

  /** `IS DISTINCT FROM`, `IS NOT DISTINCT FROM`. */
  #isTestOfDistinct(index: number): boolean {
    const before = this.word(index - 1);
    return before === 'is' || (before === 'not' && this.word(index - 2) === 'is');
  }

  /** AS, unless it is a label or a name itself. */
  #isLabelling(index: number): boolean {
    if (this.word(index) !== 'as' || this.word(index - 1) === '.') return false;
    return this.word(index - 1) !== 'as' || !this.#isLabelling(index - 1);
  }

  /** Labels behind AS and names behind a dot may be any word. */
  #isWordOf(words: ReadonlySet<string>, index: number): boolean {
    const token = this.tokens[index];
    if (token?.kind !== 'word' || !words.has(token.text)) return false;
    return this.word(index - 1) !== '.' && !this.#isLabelling(index - 1);
  }
}

/** PostgreSQL folds ASCII letters alone, and cuts names after 63 bytes. */
function isFolded(written: string, folded: string): boolean {
  if (written === folded) return true;
  const name = written.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return name === folded || isCut(name, folded);
}

function isCut(name: string, folded: string): boolean {
  return name.startsWith(folded) && Buffer.byteLength(name) > 63;
}

function offsetsOf(text: string): Uint32Array | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return undefined;
  const offsets = new Uint32Array(bytes + 1);
  let byte = 0;
  for (let offset = 0; offset < text.length; ) {
    const code = text.codePointAt(offset) ?? 0;
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    offsets.fill(offset, byte, byte + length);
    byte += length;
    offset += code < 0x10000 ? 1 : 2;
  }
  offsets[byte] = text.length;
  return offsets;
}
