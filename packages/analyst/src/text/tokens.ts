import { fold, singular } from './fold.ts';

export interface QuestionToken {
  readonly kind: 'word' | 'number' | 'date' | 'quoted' | 'sign';
  /** The text as written, without quotes. */
  readonly text: string;
  /** Without case and accents. */
  readonly folded: string;
  /** `folded` in the singular. */
  readonly key: string;
  /** Place in the question, `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** No value in quotes is longer; bounds how far a quote is looked for. */
const maxQuoted = 200;

// Alternatives begin with different characters and repeat single classes: each character is looked at a bounded number of times.
const pattern = new RegExp(
  [
    String.raw`"(?<double>[^"]{0,${maxQuoted}})"`,
    String.raw`“(?<curly>[^”“]{0,${maxQuoted}})”`,
    String.raw`«(?<angle>[^»«]{0,${maxQuoted}})»`,
    String.raw`(?<![\p{L}\p{N}])'(?<single>[^']{1,${maxQuoted}})'(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}‘])‘(?<bent>[^’‘]{1,${maxQuoted}})’(?![\p{L}\p{N}])`,
    String.raw`(?<date>\d{4}-\d{2}(?:-\d{2})?)(?![\p{L}\p{N}-])`,
    String.raw`(?<number>\d+)(?![\p{L}\p{N}\p{M}])`,
    String.raw`(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)`,
    String.raw`(?<sign>[^\s\p{Cf}])`,
  ].join('|'),
  'gu',
);

/** Signs that separate words and say nothing. */
const silent = new Set(['?', '!', '.', '(', ')', '_', '…', '¿', '¡', "'", '’']);
const joins = new Set(['-', '/', '–']);

export function tokensOf(question: string): readonly QuestionToken[] {
  const tokens: QuestionToken[] = [];
  for (const match of question.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const start = match.index;
    const end = start + match[0].length;
    const quoted = groups['double'] ?? groups['curly'] ?? groups['angle'] ?? groups['single'] ?? groups['bent'];
    if (quoted !== undefined) tokens.push(token('quoted', quoted, start, end));
    else if (groups['date'] !== undefined) tokens.push(token('date', match[0], start, end));
    else if (groups['number'] !== undefined) tokens.push(token('number', match[0], start, end));
    else if (groups['word'] !== undefined) addWords(tokens, match[0], start, question);
    else if (!silent.has(match[0]) && !isHyphen(question, start)) tokens.push(token('sign', match[0], start, end));
  }
  return tokens;
}

/** Between letters a hyphen joins words: `sign-up`. */
function isHyphen(question: string, at: number): boolean {
  const [before, after] = [question[at - 1] ?? '', question[at + 1] ?? ''];
  return joins.has(question[at] ?? '') && /\p{L}/u.test(before) && /[\p{L}\p{N}]/u.test(after);
}

/** `orderValue` is two words; the `s` of `customer's` is none, and the `t` of `don't` says not. */
function addWords(tokens: QuestionToken[], word: string, start: number, question: string): void {
  const before = question[start - 1];
  const isAfterApostrophe = (before === "'" || before === '’') && /[\p{L}]/u.test(question[start - 2] ?? '');
  if (isAfterApostrophe && ['s', 're', 've', 'd', 'll', 'm'].includes(word.toLowerCase())) return;
  if (isAfterApostrophe && word.toLowerCase() === 't') {
    tokens.push(token('word', 'not', start, start + word.length));
    return;
  }
  let from = 0;
  for (const part of word.split(/(?<=\p{Ll})(?=\p{Lu})/u)) {
    tokens.push(token('word', part, start + from, start + from + part.length));
    from += part.length;
  }
}

function token(kind: QuestionToken['kind'], text: string, start: number, end: number): QuestionToken {
  const folded = fold(text);
  return { kind, text, folded, key: kind === 'word' ? singular(folded) : folded, start, end };
}

/** Words and numbers of a name, in the singular and written together: `orderValue`, `Order values` and `order_value` are equal. */
export function keyOf(...names: readonly string[]): string {
  return names.map((name) => (simple.test(name) ? keyOfSimple(name) : keyOfAny(name))).join('');
}

/** Names of most members, read without the rules for quotes and signs, as a model has thousands of them. */
const simple = /^[A-Za-z0-9_ ]*$/;

function keyOfSimple(name: string): string {
  const words = name.split(/[_ ]+|(?<=[a-z])(?=[A-Z])/);
  return words.map((word) => singular(word.toLowerCase())).join('');
}

function keyOfAny(name: string): string {
  return tokensOf(name)
    .filter(({ kind }) => kind !== 'sign')
    .map(({ key }) => key)
    .join('');
}
