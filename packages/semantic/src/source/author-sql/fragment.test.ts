import { describe, expect, it } from 'vitest';
import { parseFragment } from './fragment.ts';

const parts = (sql: string) => parseFragment(sql).fragment.parts;
const problems = (sql: string) => parseFragment(sql).problems.map(({ kind }) => kind);

describe('references', () => {
  it('are found with their steps', () => {
    expect(parts('{CUBE}.a = { other . b }')).toEqual([
      { kind: 'path', steps: ['CUBE'], source: '{CUBE}' },
      { kind: 'text', text: '.a = ' },
      { kind: 'path', steps: ['other', 'b'], source: '{ other . b }' },
    ]);
  });

  it('name the source of a cube by calling sql()', () => {
    expect(parts('SELECT * FROM {base.sql()} b')).toContainEqual({
      kind: 'source',
      cube: 'base',
      source: '{base.sql()}',
    });
  });

  it('are seen inside string literals too', () => {
    expect(parts("'{x}'")).toContainEqual({ kind: 'path', steps: ['x'], source: '{x}' });
  });
});

describe('escaped braces', () => {
  it('are characters', () => {
    expect(parts(String.raw`'\{x\}'`)).toEqual([{ kind: 'text', text: "'{x}'" }]);
    expect(parts(String.raw`'\{"a": \{\}\}'`)).toEqual([{ kind: 'text', text: `'{"a": {}}'` }]);
  });

  it('do not affect other backslashes', () => {
    expect(parts(String.raw`{CUBE}.a ~ '\d+'`)).toContainEqual({ kind: 'text', text: String.raw`.a ~ '\d+'` });
  });
});

describe('an invalid reference', () => {
  it.each([
    [`'{"a": 1}'`, 'expression'],
    ["'{}'::text[]", 'count'],
    ["{CUBE}.code ~ '^[A-Z]{2}$'", 'count'],
    ["{CUBE}.code ~ '^[A-Z]{2,}[0-9]{ 1, 3 }$'", 'count', 'count'],
    ['{a + b}', 'expression'],
    ["{CUBE['x']}", 'expression'],
    ['{CUBE.x', 'brace'],
    ['CUBE}.x', 'brace'],
    ['${CUBE}.x', 'dollar'],
    ['{COMPILE_CONTEXT.security_context.tenant}', 'context'],
    ['{userAttributes.region}', 'context'],
  ])('%s is a problem', (sql, ...kinds) => {
    expect(problems(sql)).toEqual(kinds);
  });

  it('is reported at each occurrence', () => {
    expect(problems('{a b} + {c d} + }')).toEqual(['expression', 'expression', 'brace']);
  });
});

it('distinguishes a single identifier from an expression and from a constant', () => {
  expect(parseFragment(' amount ').fragment.isBareIdentifier).toBe(true);
  expect(parseFragment('NULL').fragment.isBareIdentifier).toBe(false);
  expect(parseFragment('a + b').fragment.isBareIdentifier).toBe(false);
});

it('closes a comment on the last line, so that it does not swallow what follows', () => {
  expect(parts('{CUBE}.a -- cents')).toContainEqual({ kind: 'text', text: '.a -- cents\n' });
});
