import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../kernel/src/failure/config-problem.ts';
import { secretValues } from './secret-values.ts';
import { readSettings } from './settings.ts';
import { ssoProblem } from './sso-settings.ts';

const given = {
  ORRERY_SSO_ISSUER: 'https://login.example.com',
  ORRERY_SSO_CLIENT_ID: 'orrery',
  ORRERY_SSO_CLIENT_SECRET: 'hunter22',
};

const readWith = (environment: Readonly<Record<string, string>>) =>
  readSettings({ flags: {}, environment, directory: '/srv' }).sso;

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readWith(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe('the provider of the settings', () => {
  it('is none, unless a setting names one', () => {
    expect(readWith({})).toBeUndefined();
    expect(readWith({ ORRERY_SSO_ISSUER: '', ORRERY_SSO_CLIENT_SECRET: '' })).toBeUndefined();
  });

  it('has what is set, and nothing else', () => {
    const { name, preset, settings, clientSecret } = readWith(given) ?? {};
    expect({ name, preset, clientSecret }).toEqual({
      name: 'Single sign-on',
      preset: undefined,
      clientSecret: 'hunter22',
    });
    expect(JSON.parse(JSON.stringify(settings))).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'orrery',
      claims: {},
    });
    expect(secretValues({ sso: readWith(given) })).toEqual(['hunter22']);
  });

  it('has every field of a provider', () => {
    const all = readWith({
      ...given,
      ORRERY_SSO_NAME: ' Company ',
      ORRERY_SSO_PRESET: 'keycloak',
      ORRERY_SSO_SCOPES: 'openid email',
      ORRERY_SSO_AUTH_METHOD: 'client_secret_post',
      ORRERY_SSO_ID_TOKEN_ALG: 'ES256',
      ORRERY_SSO_SUBJECT: 'oid',
      ORRERY_SSO_USER_NAME_CLAIM: 'upn',
      ORRERY_SSO_EMAIL_CLAIM: 'mail',
      ORRERY_SSO_GIVEN_NAME_CLAIM: 'first',
      ORRERY_SSO_FAMILY_NAME_CLAIM: 'last',
      ORRERY_SSO_DISPLAY_NAME_CLAIM: 'shown',
      ORRERY_SSO_GROUPS_CLAIM: 'roles',
      ORRERY_SSO_SPLIT_GROUPS: 'true',
      ORRERY_SSO_EXTERNAL_ID_CLAIM: 'employee',
      ORRERY_SSO_USER_INFO: '1',
      ORRERY_SSO_LOGOUT: 'true',
      ORRERY_SSO_MAY_MAKE: 'false',
      ORRERY_SSO_MAY_LINK: 'true',
      ORRERY_SSO_MAY_LINK_ADMINS: 'true',
      ORRERY_SSO_LINK_BY: 'email, externalId',
      ORRERY_SSO_EMAIL_DOMAINS: 'example.com, corp.example',
      ORRERY_SSO_HOSTED_DOMAINS: 'example.com',
    });
    expect(all).toEqual({
      name: 'Company',
      preset: 'keycloak',
      clientSecret: 'hunter22',
      settings: {
        ...{ issuer: 'https://login.example.com', clientId: 'orrery', scopes: 'openid email' },
        ...{ authMethod: 'client_secret_post', idTokenAlgorithm: 'ES256', subject: 'oid' },
        claims: { userName: 'upn', email: 'mail', givenName: 'first', familyName: 'last', displayName: 'shown' },
        ...{
          groups: 'roles',
          splitAtCommas: true,
          externalId: 'employee',
          usesUserInfo: true,
          logsOutAtProvider: true,
        },
        ...{ mayMake: false, mayLink: true, mayLinkAdmins: true, linkBy: ['externalId', 'email'] },
        ...{ emailDomains: ['example.com', 'corp.example'], hostedDomains: ['example.com'] },
      },
    });
    expect(readWith({ ORRERY_SSO_PRESET: 'entra' })?.name).toBe('Microsoft');
  });

  it('is refused with every problem, and without the secret', () => {
    const problems = problemsOf({
      ORRERY_SSO_NAME: 'x'.repeat(61),
      ORRERY_SSO_PRESET: 'github',
      ORRERY_SSO_MAY_MAKE: 'perhaps',
      ORRERY_SSO_LINK_BY: 'email,name',
      ORRERY_SSO_EMAIL_DOMAINS: 'example.com,*',
      ORRERY_SSO_CLIENT_SECRET: 's3cret'.repeat(1_000),
    });
    expect(problems).toEqual([
      "ORRERY_SSO_PRESET must be one of google, entra, okta, keycloak, not 'github'.",
      'ORRERY_SSO_NAME has more than 60 characters.',
      "ORRERY_SSO_MAY_MAKE must be true or false, not 'perhaps'.",
      "ORRERY_SSO_LINK_BY takes externalId, userName, email, not 'name'.",
      "ORRERY_SSO_EMAIL_DOMAINS takes domains like example.com, not '*'.",
      'ORRERY_SSO_CLIENT_SECRET has more than 4000 characters.',
    ]);
  });

  it('needs the public address, unless only this machine is served', () => {
    const needed =
      'ORRERY_SSO_ISSUER needs ORRERY_PUBLIC_URL too: the address to which the provider sends people back.';
    expect(problemsOf({ ...given, ORRERY_HOST: '0.0.0.0' })).toEqual([needed]);
    expect(problemsOf({ ...given, ORRERY_HOST: '0.0.0.0', ORRERY_PUBLIC_URL: 'https://data.example.com' })).toEqual([]);
  });

  it('has problems by the names of its variables', () => {
    expect(ssoProblem({ path: 'settings.issuer', message: 'is bad' })).toBe('ORRERY_SSO_ISSUER is bad.');
    expect(ssoProblem({ path: 'settings.linkBy', message: 'so settings.externalId must name a claim' })).toBe(
      'ORRERY_SSO_LINK_BY so ORRERY_SSO_EXTERNAL_ID_CLAIM must name a claim.',
    );
  });
});
