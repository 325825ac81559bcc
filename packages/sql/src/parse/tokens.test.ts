import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf, withoutComments } from './tokens.ts';

/** PostgreSQL's rule, operator by operator: it ends before a comment, and in + or - only with a rarer character in it. */
function operatorsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(found.at(-1)?.length)) {
    let operator = /^(?:(?!--|\/\*).)+/.exec(rest)?.[0] ?? '';
    if (operator === '') break;
    while (operator.length > 1 && /[-+]$/.test(operator) && !/[~!@#%^&|`?]/.test(operator))
      operator = operator.slice(0, -1);
    found.push(operator);
  }
  return found;
}

it('operators that follow each other are split as PostgreSQL splits them', () => {
  const texts = fc
    .array(fc.constantFrom(...'-+*/<>=~!@#%^&|?'), { minLength: 1, maxLength: 12 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const tokens = tokensOf(text).filter(({ at }) => !/--|\/\*/.test(text.slice(0, at)));
      expect(tokens.map(({ at, end }) => text.slice(at, end))).toEqual(operatorsIn(text));
    }),
    { numRuns: 2000 },
  );
});

it('comments become blanks, and every other character stays where it is', () => {
  const parts = fc.constantFrom(
    'a',
    "'--'",
    '"/*"',
    '$t$/* */$t$',
    ' ',
    '\n',
    '-- é🙂\n',
    '/* é🙂 */',
    '/* /* x */ */',
    '+',
    '1',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (all) => {
      const text = all.join(' ');
      const blank = withoutComments(text);
      expect(blank).toHaveLength(text.length);
      expect(tokensOf(blank)).toEqual(tokensOf(text));
      for (const { at, end } of tokensOf(text)) expect(blank.slice(at, end)).toBe(text.slice(at, end));
      const between = tokensOf(text).reduceRight((rest, { at, end }) => rest.slice(0, at) + rest.slice(end), blank);
      expect(between.trim()).toBe('');
    }),
  );
});

it.each(['SELECT 1 /* x', 'SELECT 1 /*/', 'SELECT 1 /* /* */', 'SELECT 1 \\ /* x */'])(
  'keeps what is no whole comment: %s',
  (text) => {
    expect(withoutComments(text)).toBe(text);
  },
);
