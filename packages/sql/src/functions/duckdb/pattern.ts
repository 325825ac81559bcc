import { shownLiteral } from '@orrery/kernel';

/**
 * Reads a regular expression of PostgreSQL as one of RE2, where both mean the same set of texts.
 *
 * Left out are back references, look-around, non-greedy and possessive quantifiers, `\m \M \y`, embedded options and
 * `[:punct:]`.
 */
export function readPattern(pattern: string): { readonly text: string } | { readonly refusal: string } {
  let text = '';
  let rest = pattern;
  if (/^\*\*\*|\(\?/.test(pattern)) return refused(pattern);
  while (rest !== '') {
    const part = next(rest);
    if (part === undefined) return refused(pattern);
    text += part.text;
    rest = rest.slice(part.length);
  }
  return { text };
}

const escapes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[\\pL\\pN_]',
  W: '[^\\pL\\pN_]',
  s: '[ \\t\\n\\r\\f\\v]',
  S: '[^ \\t\\n\\r\\f\\v]',
  n: '\\n',
  t: '\\t',
  r: '\\r',
};

/** Classes of letters of all scripts. */
const letters: Readonly<Record<string, string>> = {
  alnum: '\\pL\\pN',
  alpha: '\\pL',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
};

function next(rest: string): { readonly text: string; readonly length: number } | undefined {
  const [first = '', second = ''] = rest;
  if (first === '\\') {
    // \w holds letters of all scripts in PostgreSQL.
    if (/[dDwWsSntr]/.test(second)) return { text: escapes[second] ?? '', length: 2 };
    return second !== '' && /[^A-Za-z0-9]/.test(second) ? { text: `\\${second}`, length: 2 } : undefined;
  }
  if (first === '[') {
    const set =
      /^\[\^?\]?(?:[^\\[\]]|\[:(?:digit|alnum|alpha|upper|lower|space|punct|xdigit):\]|\\[dwnrt.^\-/\\])*\]/.exec(
        rest,
      )?.[0];
    if (set === undefined || set.includes('[:punct:]')) return undefined;
    const text = set
      .replaceAll('\\d', '0-9')
      .replaceAll('\\w', '\\pL\\pN_')
      .replaceAll(/\[:(alnum|alpha|upper|lower):\]/g, (_, name: string) => letters[name] ?? '');
    return { text, length: set.length };
  }
  const quantifier = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})/.exec(rest)?.[0];
  if (quantifier !== undefined) {
    const after = rest[quantifier.length] ?? '';
    return /[*+?{]/.test(after) ? undefined : { text: quantifier, length: quantifier.length };
  }
  if (first === '{') return undefined;
  const point = rest.codePointAt(0);
  return point === undefined ? undefined : { text: String.fromCodePoint(point), length: point > 0xffff ? 2 : 1 };
}

function refused(pattern: string): { readonly refusal: string } {
  return {
    refusal: `the regular expression ${shownLiteral(pattern)} is not certain to mean the same in DuckDB; write it with plain classes`,
  };
}

/**
 * Reads a regular expression that not only matches the same texts in both engines, but the same part of them: PostgreSQL
 * takes the longest match, RE2 the first one by the order of the pattern. With one greedy quantifier over one character,
 * any exact counts, and no alternatives, both are the same. It matches no empty text.
 */
export function readExtent(
  pattern: string,
): { readonly text: string; readonly groups: number } | { readonly refusal: string } {
  const read = readPattern(pattern);
  if ('refusal' in read) return read;
  // Classes and escaped characters are one character each.
  const atoms = pattern
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/g, 'x')
    .replaceAll(/(?<=[^()^$|])\{[1-9]\d*\}/g, '');
  const quantifiers = atoms.match(/[*+?]/g) ?? [];
  const isSimple = !/[|{]|\)[*+?]|^\^*[*+?]|\(\)|[\^$][*+?]/.test(atoms) && quantifiers.length <= 1;
  const hasCharacter = atoms.replaceAll(/.[*?]/g, '').replaceAll(/[()^$+]/g, '') !== '';
  if (!isSimple || !hasCharacter)
    return {
      refusal: `the part of a text that ${shownLiteral(pattern)} matches is not certain to be the same in DuckDB; use one of *, +, ? at most, and no alternatives`,
    };
  return { text: read.text, groups: atoms.split('(').length - 1 };
}
