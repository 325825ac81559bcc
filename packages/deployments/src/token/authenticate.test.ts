import { describe, expect, it } from 'vitest';
import { securityContextOf, tokenIn } from './authenticate.ts';

describe('the token in the headers', () => {
  it.each([
    [{ authorization: 'abc' }, 'abc'],
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'Foo abc' }, 'abc'],
    [{ authorization: 'abc', 'x-cube-authorization': 'def' }, 'def'],
    [{ authorization: 'abc', 'x-cube-authorization': 'Bearer def' }, 'def'],
  ])('of %j is %s', (headers, token) => {
    expect(tokenIn(headers)).toBe(token);
  });

  it.each([{}, { authorization: '' }])('is required when it is absent: %j', (headers) => {
    expect(() => tokenIn(headers)).toThrow("Authorization header isn't set");
  });

  it.each([{ authorization: 'Bearer a b' }, { 'x-cube-authorization': ['a', 'b'] }])(
    'is refused when there is more than one: %j',
    (headers) => {
      expect(() => tokenIn(headers)).toThrow('Invalid token');
    },
  );
});

describe('the security context', () => {
  it('holds all claims, including their times', () => {
    expect(securityContextOf({ tenant: 'a', exp: 1 }, undefined)).toEqual({ tenant: 'a', exp: 1 });
  });

  it('has the keys of the legacy claim u at its root', () => {
    expect(securityContextOf({ u: { tenant: 'a' }, exp: 1 }, undefined)).toEqual({ tenant: 'a', exp: 1 });
    expect(securityContextOf({ u: 'text', exp: 1 }, undefined)).toEqual({ u: 'text', exp: 1 });
  });

  it('is the namespaced claim, or empty', () => {
    expect(securityContextOf({ ns: { tenant: 'a' }, exp: 1 }, 'ns')).toEqual({ tenant: 'a' });
    expect(securityContextOf({ exp: 1 }, 'ns')).toEqual({});
    expect(securityContextOf({ exp: 1 }, 'constructor')).toEqual({});
  });

  it('keeps a hostile claim as a key of its own', () => {
    const claims = JSON.parse('{"__proto__":{"admin":true},"u":{"__proto__":{"admin":true}}}') as Record<
      string,
      unknown
    >;
    const context = securityContextOf(claims, undefined);
    expect(context['admin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});
