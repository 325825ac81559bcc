import type { PolicyCaller } from '@orrery/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicyExpression } from '../../source/policy/policy-expression.ts';
import { evaluateTerm } from './evaluate-term.ts';

function evaluate(text: string, caller: Partial<PolicyCaller> = {}) {
  const read = readPolicyExpression(text);
  if ('fault' in read) throw new Error(read.fault.reason);
  return evaluateTerm(read.term, { securityContext: {}, groups: [], roles: [], userAttributes: {}, ...caller });
}

const securityContext = {
  yes: true,
  no: false,
  zero: 0,
  text: 'Lisbon',
  blank: '',
  list: ['a', 'b', 1],
  empty: [],
  nothing: null,
  deep: { er: { est: 'x' } },
};
const valueOf = (text: string) => {
  const result = evaluate(text, { securityContext, groups: ['g'], userAttributes: { city: 'Porto' } });
  return result.ok ? result.value : result.reason;
};

describe('a value', () => {
  it.each([
    ['securityContext.deep.er.est', 'x'],
    ["security_context['deep']['er'].est", 'x'],
    ['userAttributes.city', 'Porto'],
    ["groups.includes('g')", true],
    ["groups.includes('h')", false],
    ['securityContext.list.includes(1)', true],
    ["securityContext.list.includes('1')", false],
    ["securityContext.text.includes('isb')", true],
    ["securityContext.text.toLowerCase().startsWith('lis')", true],
    ["securityContext.text.toUpperCase().endsWith('BON')", true],
    ['securityContext.list.includes(securityContext.text)', false],
    ['not securityContext.no', true],
    ['not securityContext.empty', true],
    ['not securityContext.blank', true],
    ['securityContext.yes and securityContext.text', 'Lisbon'],
    ['securityContext.no or securityContext.zero', 0],
    // Operands that are not needed are not evaluated.
    ['securityContext.yes or securityContext.ghost', true],
    ['securityContext.no and securityContext.ghost', false],
  ])('of %s', (text, value) => expect(valueOf(text)).toEqual(value));
});

describe('an absent value', () => {
  it.each([
    ['securityContext.ghost', "'securityContext.ghost' has no value"],
    ['not securityContext.ghost', "'securityContext.ghost' has no value"],
    ['securityContext.ghost or securityContext.yes', "'securityContext.ghost' has no value"],
    ['securityContext.nothing', "'securityContext.nothing' has no value"],
    ['not securityContext.nothing', "'securityContext.nothing' has no value"],
    ['securityContext.text.length', "'securityContext.text.length' has no value"],
    ['securityContext.list.length', "'securityContext.list.length' has no value"],
    ["securityContext.ghost.includes('a')", "'securityContext.ghost' has no value"],
    ["securityContext.zero.includes('a')", 'includes is called on neither a text nor a list'],
    ["securityContext.deep.includes('a')", 'includes is called on neither a text nor a list'],
    ['securityContext.text.includes(1)', 'includes of a text needs a text'],
    ['securityContext.list.includes(securityContext.deep)', 'includes cannot be called on a list with this argument'],
    ["securityContext.list.startsWith('a')", 'startsWith cannot be called on a list with this argument'],
  ])('of %s', (text, reason) => expect(valueOf(text)).toBe(reason));

  it('of groups and attributes of an unknown user', () => {
    const why = 'has no value: the caller has no cubeCloud in the security context';
    const unknown = { groups: ['g'], userAttributes: undefined };
    expect(evaluate('groups', unknown)).toEqual({ ok: false, reason: `'groups' ${why}` });
    expect(evaluate('userAttributes.city', unknown)).toEqual({ ok: false, reason: `'userAttributes.city' ${why}` });
  });
});

describe('a claim that a token does not hold', () => {
  const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

  it.each(inherited)('cannot be reached by %s', (name) => {
    for (const text of [
      `securityContext.${name}`,
      `securityContext.deep.${name}.${name}`,
      `userAttributes['${name}']`,
    ]) {
      expect(evaluate(text, { securityContext })).toMatchObject({ ok: false });
    }
  });

  it('cannot be reached by any expression, and no context makes one throw', () => {
    const steps = fc.array(fc.constantFrom(...inherited, 'a', 'b', 'length'), { minLength: 1, maxLength: 4 });
    const calls = fc.constantFrom('', ".includes('a')", '.toLowerCase()', ".startsWith('a')");
    const root = fc.constantFrom('securityContext', 'userAttributes');
    const term = fc.tuple(root, steps, calls).map(([of, path, call]) => `${[of, ...path].join('.')}${call}`);
    const expression = fc
      .array(fc.tuple(fc.constantFrom('and', 'or', 'and not', 'or not'), term), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([word, one], index) => (index === 0 ? one : `${word} ${one}`)).join(' '));
    const values = fc.dictionary(fc.constantFrom('a', 'b', ...inherited), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(expression, values, values, (text, context, attributes) => {
        const before = JSON.stringify([context, attributes]);
        const result = evaluate(text, { securityContext: context, userAttributes: attributes });
        const isOurs = !result.ok || typeof result.value !== 'function';
        return isOurs && JSON.stringify([context, attributes]) === before && !('a' in {}) && !('b' in {});
      }),
      { numRuns: 2000 },
    );
  });
});
