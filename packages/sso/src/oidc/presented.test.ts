import { describe, expect, it } from 'vitest';
import { presentedBy } from './presented.ts';

type Given = Parameters<typeof presentedBy>[0]['settings'];

const settings: Given = {
  mayMake: true,
  mayLink: true,
  mayLinkAdmins: false,
  linkBy: ['userName', 'email'],
  emailDomains: [],
  issuer: 'https://login.example.com',
  clientId: 'orrery',
  scopes: 'openid',
  authMethod: 'none',
  idTokenAlgorithm: 'RS256',
  subject: 'sub',
  claims: {
    userName: 'preferred_username',
    email: 'email',
    givenName: 'given_name',
    familyName: 'family_name',
    displayName: 'name',
  },
  groups: 'groups',
  splitAtCommas: false,
  hostedDomains: [],
  usesUserInfo: false,
  logsOutAtProvider: false,
};

function read(claims: Readonly<Record<string, unknown>>, changed: Partial<Given> = {}) {
  const provider = {
    ...{ id: 1, accountId: 1, key: 'k', preset: undefined, name: 'Company', isOn: true, hasSecret: false },
    ...{ kind: 'oidc' as const, createdAt: 0, updatedAt: 0, version: 1, clientSecret: undefined },
    settings: { ...settings, ...changed },
  };
  return presentedBy(provider, { iss: 'https://login.example.com', sub: 's', ...claims });
}

describe('what a provider states about a person', () => {
  it.each<[Readonly<Record<string, unknown>>, Partial<Given>, readonly string[] | undefined]>([
    [{ groups: ['/a', ' b ', '', 7, null] }, {}, ['/a', 'b']],
    [{ groups: 'a, b' }, {}, ['a, b']],
    [{ groups: 'a, b,' }, { splitAtCommas: true }, ['a', 'b']],
    [{ groups: [] }, {}, []],
    [{ roles: ['a'] }, { groups: 'roles' }, ['a']],
    // Providers leave a long list out, and say so in ways of their own.
    [{ hasgroups: true }, {}, undefined],
    [{ _claim_names: { groups: 'src1' } }, {}, undefined],
    [{ groups: { a: 1 } }, {}, undefined],
    [{}, {}, undefined],
  ])('groups of %j', (claims, changed, expected) => {
    expect(read(claims, changed).groups).toEqual(expected);
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('an address whose proof is %j', (stated, expected) => {
    expect(read({ email: ' ann@example.com ', email_verified: stated }).email).toEqual({
      value: 'ann@example.com',
      isVerified: expected,
    });
  });

  it('takes the proof of one claim for no other', () => {
    const changed = { claims: { ...settings.claims, email: 'mail' } };
    const claims = { email: 'ann@example.com', mail: 'boss@example.com', email_verified: true };
    expect(read(claims, changed).email).toEqual({ value: 'boss@example.com', isVerified: false });
  });

  it('is read from texts of a sound length only', () => {
    const long = 'x'.repeat(256);
    const { userName, displayName, email } = read({ preferred_username: long, name: ['Ann'], email: '' });
    expect([userName, displayName, email]).toEqual([undefined, undefined, undefined]);
  });

  it('has the subject in the claim that is configured, and no other', () => {
    expect(read({ oid: 'o-1' }, { subject: 'oid' }).subject).toBe('o-1');
    expect(() => read({}, { subject: 'oid' })).toThrow('cannot be trusted');
    for (const sub of ['x'.repeat(256), '', 'a\u0000', 'a\u202Eb', 7])
      expect(() => read({ sub })).toThrow('cannot be trusted');
  });

  it('keeps the subject as it is', () => {
    expect(read({ sub: ' s ' }).subject).toBe(' s ');
  });
});
