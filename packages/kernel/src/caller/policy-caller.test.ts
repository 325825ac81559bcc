import { describe, expect, it } from 'vitest';
import { MalformedCaller, policyCallerOf } from './policy-caller.ts';

describe('what policies read of a caller', () => {
  it('is the reserved element of the security context, and the whole of it', () => {
    const cubeCloud = { groups: ['eu'], roles: ['viewer'], userAttributes: { city: 'Oslo' } };
    const context = { tenant: 'acme', cubeCloud };
    expect(policyCallerOf(context)).toEqual({ securityContext: context, ...cubeCloud });
  });

  it('is no group, no role and no attributes at all without it', () => {
    expect(policyCallerOf({ groups: ['eu'] })).toMatchObject({ groups: [], roles: [], userAttributes: undefined });
    expect(policyCallerOf({ cubeCloud: null }).userAttributes).toBeUndefined();
  });

  it('has attributes, though none of them, with an empty one', () => {
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
  ])('is refused in a shape that cannot be understood: %j', (context) => {
    expect(() => policyCallerOf(context)).toThrow(MalformedCaller);
  });

  it('is not what a prototype brings', () => {
    const context = Object.create({ cubeCloud: { groups: ['eu'] } }) as Readonly<Record<string, unknown>>;
    expect(policyCallerOf(context).groups).toEqual([]);
  });
});
