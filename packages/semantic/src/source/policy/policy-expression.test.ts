import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicyExpression } from './policy-expression.ts';
import { readPolicyText } from './policy-text.ts';

const path = (...steps: readonly string[]) => ({ kind: 'path', of: 'security-context', path: steps });

describe('an expression', () => {
  it('binds NOT before AND, and AND before OR', () => {
    expect(readPolicyExpression('securityContext.a or not securityContext.b and securityContext.c')).toEqual({
      term: {
        kind: 'or',
        terms: [path('a'), { kind: 'and', terms: [{ kind: 'not', term: path('b') }, path('c')] }],
      },
    });
  });

  it('ends a path with a method call', () => {
    expect(readPolicyExpression(`securityContext.a.tags.includes("it's").toUpperCase()`)).toEqual({
      term: {
        kind: 'call',
        method: 'toUpperCase',
        arguments: [],
        on: {
          kind: 'call',
          method: 'includes',
          on: path('a', 'tags'),
          arguments: [{ kind: 'literal', value: "it's" }],
        },
      },
    });
  });

  it('is bounded in length and depth', () => {
    const reported = (text: string) => {
      const read = readPolicyExpression(text);
      return 'fault' in read ? read.fault.reason : undefined;
    };
    expect(reported(`securityContext.${'a'.repeat(2000)}`)).toBe('it is longer than 2000 characters');
    expect(reported(`${'('.repeat(900)}1${')'.repeat(900)}`)).toBe('it is nested too deep');
    expect(reported(`${'not '.repeat(400)}1`)).toBe('it is nested too deep');
    expect(reported(`${'securityContext.a.includes('.repeat(60)}1${')'.repeat(60)}`)).toBe('it is nested too deep');
    expect(reported('1 and '.repeat(300).concat('1'))).toBeUndefined();
  });
});

const words = [
  ...['securityContext', 'security_context', 'userAttributes', 'groups', 'and', 'or', 'not', 'true', 'None'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'process', 'globalThis', 'this', 'CUBE', 'x'],
  ...['includes', 'startsWith', 'toLowerCase', 'call', 'apply', 'bind', 'lambda', 'import'],
  ...[
    '.',
    ',',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    "'",
    '"',
    '\\',
    '`',
    '$',
    '=>',
    '==',
    '+',
    ' ',
    '\n',
    '\0',
    '\ud800',
    '1',
    '-1e9',
  ],
];

it.each([
  ['expressions', readPolicyExpression],
  ['texts with expressions', readPolicyText],
] as const)('of any text, %s are read or refused', (_, read) => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((some) => some.join('')),
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(hostile, (text) => Object.keys(read(text)).length > 0),
    { numRuns: 3000 },
  );
});
