type TokenKind = 'word' | 'quoted' | 'constant' | 'operator' | 'sign';

/** A lexeme of PostgreSQL. Comments and blanks are left out. */
export interface Lexeme {
  readonly kind: TokenKind;
  readonly at: number;
  readonly end: number;
  /** A word in lower case, or one of `( ) [ ] , ; . :`; empty for everything else. */
  readonly text: string;
}

const blank = /[ \t\n\r\f\v]+/y;
const lineComment = /--[^\n\r]*/y;
const word = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const number =
  /(?:0[xX](?:_?[0-9A-Fa-f])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*(?:\.(?!\.)(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)/y;
const parameter = /\$\d+/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
const quote = /(?:[eEbBxXnN]|[uU]&)?'|(?:[uU]&)?"/y;
const operator = /[-+*/<>=~!@#%^&|`?]+/y;
const mayEndInSign = /[~!@#%^&|`?]/;
const signs = new Set(['(', ')', '[', ']', ',', ';', '.', ':']);

/**
 * Splits a text that PostgreSQL's grammar has taken, as its scanner does. The grammar gives names folded and mostly
 * without their place; these tokens have both.
 *
 * @param comments gets those that end @returns the tokens until the first character that begins none
 */
export function tokensOf(text: string, comments: TokenSpan[] = []): readonly Lexeme[] {
  const tokens: Lexeme[] = [];
  let at = 0;
  let run: Operators = { end: 0, lastRare: -1, lastPlain: -1 };
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  const push = (kind: TokenKind, length: number, lexeme = '') => {
    tokens.push({ kind, at, end: at + length, text: lexeme });
    at += length;
  };
  while (at < text.length) {
    const blanks = matched(blank);
    if (blanks > 0) {
      at += blanks;
      continue;
    }
    const comment = matched(lineComment) || blockComment(text, at);
    if (comment !== 0) {
      if (comment < 0) return tokens;
      comments.push({ at, end: at + comment });
      at += comment;
      continue;
    }
    const opening = matched(quote);
    if (opening > 0) {
      const mark = text[at + opening - 1] ?? '';
      push(mark === '"' ? 'quoted' : 'constant', quotedLength(text, at, opening));
      continue;
    }
    const constant = dollarText(text, at) || matched(parameter);
    if (constant > 0) {
      push('constant', constant);
      continue;
    }
    const letters = matched(word);
    if (letters > 0) {
      push('word', letters, text.slice(at, at + letters).toLowerCase());
      continue;
    }
    const digits = matched(number);
    if (digits > 0) {
      push('constant', digits);
      continue;
    }
    const sign = text[at] ?? '';
    if (signs.has(sign)) {
      push('sign', 1, sign);
      continue;
    }
    if (at >= run.end) run = operatorsFrom(text, at, at + matched(operator));
    if (at >= run.end) return tokens;
    push('operator', operatorEnd(run, at) - at);
  }
  return tokens;
}

/**
 * A text with blanks in place of its comments, which the grammar reads in quadratic time. Each character stays where it
 * is, though not each byte.
 */
export function withoutComments(text: string): string {
  if (!text.includes('--') && !text.includes('/*')) return text;
  const comments: TokenSpan[] = [];
  tokensOf(text, comments);
  return withBlanks(text, comments);
}

interface TokenSpan {
  readonly at: number;
  readonly end: number;
}

/** A text with blanks in place of some of its parts, in their order. */
export function withBlanks(text: string, spans: readonly TokenSpan[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const span of spans) {
    parts.push(text.slice(end, span.at), text.slice(span.at, span.end).replaceAll(/[^ \t\n\r\f\v]/g, ' '));
    end = span.end;
  }
  return [...parts, text.slice(end)].join('');
}

/** A doubled mark stands for itself, and so does one behind a backslash in `E'...'`. */
function quotedLength(text: string, from: number, opening: number): number {
  const mark = text[from + opening - 1] ?? '';
  const hasEscapes = opening === 2 && /[eE]/.test(text[from] ?? '');
  for (let at = from + opening; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') at += 1;
    else if (text[at] !== mark) continue;
    else if (text[at + 1] === mark) at += 1;
    else return at + 1 - from;
  }
  return text.length - from;
}

/** @returns its length; 0 for none, -1 for one that does not end */
function blockComment(text: string, at: number): number {
  if (!text.startsWith('/*', at)) return 0;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex - at;
  }
  return -1;
}

function dollarText(text: string, at: number): number {
  dollarTag.lastIndex = at;
  const tag = dollarTag.exec(text)?.[0];
  if (tag === undefined) return 0;
  const end = text.indexOf(tag, at + tag.length);
  return end === -1 ? 0 : end + tag.length - at;
}

/** Characters of operators that follow each other, up to a comment, read once for all operators among them. */
interface Operators {
  readonly end: number;
  /** Offset of the last character that lets an operator end in + or -. */
  readonly lastRare: number;
  /** Offset of the last one that is neither + nor -. */
  readonly lastPlain: number;
}

function operatorsFrom(text: string, from: number, until: number): Operators {
  let [lastRare, lastPlain, at] = [-1, -1, from];
  for (; at < until; at += 1) {
    const [letter = '', next] = [text[at], text[at + 1]];
    if ((letter === '-' && next === '-') || (letter === '/' && next === '*')) break;
    if (mayEndInSign.test(letter)) lastRare = at;
    if (letter !== '+' && letter !== '-') lastPlain = at;
  }
  return { end: at, lastRare, lastPlain };
}

/** An operator of several characters ends in + or - only when it holds a rarer one. */
function operatorEnd({ end, lastRare, lastPlain }: Operators, at: number): number {
  if (lastRare >= at) return end;
  return Math.max(at, lastPlain) + 1;
}

/** @returns for every opening bracket the index of the one that closes it, and the other way round; -1 for the rest */
export function bracketsOf(tokens: readonly Lexeme[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') open.push(index);
    if (text !== ')' && text !== ']') continue;
    const partner = open.pop();
    if (partner === undefined) continue;
    partners[partner] = index;
    partners[index] = partner;
  }
  return partners;
}
