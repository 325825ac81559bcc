import { describe, expect, it } from 'vitest';
import type { SignInProvider } from '@orrery/people';
import { presentProvider } from './present-provider.ts';

type Settings = Extract<SignInProvider, { kind: 'oidc' }>['settings'];

const settings: Settings = {
  ...{ mayMake: true, mayLink: true, mayLinkAdmins: false, linkBy: ['email'], emailDomains: [] },
  ...{ issuer: 'https://login.example.com', clientId: 'orrery', scopes: 'openid', authMethod: 'none' },
  ...{ idTokenAlgorithm: 'RS256', subject: 'sub', groups: 'groups', splitAtCommas: false, hostedDomains: [] },
  claims: { userName: 'name', email: 'email', givenName: 'given', familyName: 'family', displayName: 'name' },
  usesUserInfo: false,
  logsOutAtProvider: false,
};

function warningsOf(changed: Partial<Settings>, preset?: SignInProvider['preset']): readonly string[] {
  const provider = {
    ...{ id: 1, accountId: 1, key: 'k', preset, name: 'Company', isOn: true, hasSecret: false },
    ...{ createdAt: 0, updatedAt: 0, version: 1 },
    ...{ kind: 'oidc' as const, settings: { ...settings, ...changed } },
  };
  return presentProvider(provider, { own: 'https://orrery.example.com', now: 0 }).warnings;
}

describe('the warnings of a provider', () => {
  const byName: Partial<Settings> = { linkBy: ['userName', 'email'] };
  const names = [expect.stringContaining('linking by userName lets them take over users here')];
  const unverified = ['Addresses of this claim are not verified.'];
  it.each<[string, Partial<Settings>, SignInProvider['preset'], readonly unknown[]]>([
    ['none', {}, undefined, []],
    ['names at an unknown provider', byName, undefined, names],
    ['names at Google', byName, 'google', names],
    ['names that the organization gives', byName, 'keycloak', []],
    ['names that link nobody', { ...byName, mayLink: false }, undefined, []],
    ['an address in another claim', { claims: { ...settings.claims, email: 'mail' } }, undefined, unverified],
    ['an address as name', { ...byName, claims: { ...settings.claims, userName: 'email' } }, 'okta', unverified],
    ['admins', { mayLinkAdmins: true }, undefined, [expect.stringContaining('become an admin')]],
  ])('%s', (_, changed, preset, expected) => {
    expect(warningsOf(changed, preset)).toEqual(expected);
  });
});
