import { describe, expect, it } from 'vitest';
import { MalformedCaller, policyCallerOf } from './policy-caller.ts';

describe('what policies read of a caller', () => {
  it('is exactly the reserved element of the security context', () => {
    const cubeCloud = { groups: ['eu'], roles: ['viewer'], userAttributes: { city: 'Oslo' } };
    const context = { tenant: 'acme', cubeCloud };
    expect(policyCallerOf(context)).toEqual({ securityContext: context, ...cubeCloud });
  });

  it('has no group, role or attributes without it', () => {
    expect(policyCallerOf({ groups: ['eu'] })).toMatchObject({ groups: [], roles: [], userAttributes: undefined });
    expect(policyCallerOf({ cubeCloud: null }).userAttributes).toBeUndefined();
  });

  it('has attributes, but an empty set of them, with an empty element', () => {
    expect(policyCallerOf({ cubeCloud: {} })).toMatchObject({ groups: [], roles: [], userAttributes: {} });
  });

  it.each([
    { cubeCloud: 'eu' },
    { cubeCloud: ['eu'] },
    { cubeCloud: { groups: 'eu' } },
    { cubeCloud: { groups: ['eu', 1] } },
    { cubeCloud: { groups: { eu: true } } },
    { cubeCloud: { roles: [null] } },
    { cubeCloud: { userAttributes: ['city'] } },
    { cubeCloud: { userAttributes: 'Oslo' } },
    { cubeCloud: { user: 7 } },
  ])('is refused in an unknown shape: %j', (context) => {
    expect(() => policyCallerOf(context)).toThrow(MalformedCaller);
  });

  it('ignores properties of a prototype', () => {
    const context = Object.create({ cubeCloud: { groups: ['eu'] } }) as Readonly<Record<string, unknown>>;
    expect(policyCallerOf(context).groups).toEqual([]);
  });
});
