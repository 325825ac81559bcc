import { expect, it } from 'vitest';
import { fingerprints } from './fingerprint.ts';
import { deriveMasterKey } from '../../../store/src/keys/master-key.ts';

const fingerprintOf = fingerprints(deriveMasterKey('one master key for the tests, long enough'));
const of = (securityContext: Readonly<Record<string, unknown>>) => fingerprintOf({ deploymentId: 1, securityContext });

it('is equal for equal callers, with any token and order of claims', () => {
  const first = of({
    sub: 'bob',
    groups: ['a', 'b'],
    tenant: { id: 1, name: 'x' },
    iat: 1,
    exp: 2,
    nbf: 3,
    jti: 'one',
  });
  expect(of({ tenant: { name: 'x', id: 1 }, exp: 9, sub: 'bob', groups: ['a', 'b'] })).toBe(first);
  expect(first).toMatch(/^[0-9a-f]{16}$/);
});

it('differs for different callers', () => {
  const contexts = [{}, { sub: 'bob' }, { sub: 'alice' }, { sub: ['bob'] }, { sub: { bob: 1 } }, { groups: 'b' }];
  expect(new Set(contexts.map(of)).size).toBe(contexts.length);
});

it('needs the master key', () => {
  const other = fingerprints(deriveMasterKey('another master key for the tests, long enough'));
  const bob = { deploymentId: 1, securityContext: { sub: 'bob' }, scopes: new Set<never>() };
  expect(other(bob)).not.toBe(fingerprintOf(bob));
});
