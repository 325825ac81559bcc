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
    const { kind, name, preset, settings, clientSecret } = readWith(given) ?? {};
    expect({ kind, name, preset, clientSecret }).toEqual({
      kind: 'oidc',
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
      kind: 'oidc',
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

  it('has every field of a provider of SAML', () => {
    const all = readWith({
      ORRERY_SSO_KIND: 'saml',
      ORRERY_SSO_PRESET: 'okta',
      ORRERY_SSO_METADATA_URL: ' https://login.example.com/metadata ',
      ORRERY_SSO_AUDIENCE: 'urn:ours',
      ORRERY_SSO_SUBJECT: 'attribute',
      ORRERY_SSO_SUBJECT_ATTRIBUTE: 'employee',
      ORRERY_SSO_EMAIL_CLAIM: 'mail',
      ORRERY_SSO_VERIFIED_EMAILS: 'true',
      ORRERY_SSO_MAY_START_THERE: 'false',
      ORRERY_SSO_SIGN_REQUESTS: 'true',
      ORRERY_SSO_ENCRYPTED_ASSERTIONS: 'true',
      ORRERY_SSO_MAY_MAKE: 'false',
    });
    expect(JSON.parse(JSON.stringify(all))).toEqual({
      kind: 'saml',
      name: 'Okta',
      preset: 'okta',
      settings: {
        ...{ audience: 'urn:ours', subject: 'attribute', subjectAttribute: 'employee', claims: { email: 'mail' } },
        ...{ emailIsVerified: true, mayStartThere: false, signsRequests: true, wantsEncryptedAssertions: true },
        mayMake: false,
      },
      metadata: { url: 'https://login.example.com/metadata' },
    });
    const file = readWith({ ORRERY_SSO_KIND: 'saml', ORRERY_SSO_METADATA_FILE: 'metadata.xml' });
    expect(file?.metadata).toEqual({ file: '/srv/metadata.xml' });
  });

  it('has every field of GitHub', () => {
    const all = readWith({
      ORRERY_SSO_KIND: 'github',
      ORRERY_SSO_BASE_URL: 'https://git.example.com',
      ORRERY_SSO_CLIENT_ID: 'orrery',
      ORRERY_SSO_CLIENT_SECRET: 'hunter22',
      ORRERY_SSO_ORGANIZATIONS: 'octo-org, other-org',
    });
    expect(JSON.parse(JSON.stringify(all))).toEqual({
      kind: 'github',
      name: 'GitHub',
      settings: { baseUrl: 'https://git.example.com', clientId: 'orrery', organizations: ['octo-org', 'other-org'] },
      clientSecret: 'hunter22',
    });
  });

  it('is refused with what other kinds have', () => {
    expect(
      problemsOf({ ...given, ORRERY_SSO_KIND: 'saml', ORRERY_SSO_SUBJECT: 'sub', ORRERY_SSO_ORGANIZATIONS: 'a' }),
    ).toEqual([
      ...['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ORGANIZATIONS'].map(
        (name) => `ORRERY_SSO_${name} is no setting of a provider of SAML, which ORRERY_SSO_KIND=saml names.`,
      ),
      "ORRERY_SSO_SUBJECT must be one of persistent, nameId, attribute, not 'sub'.",
      'ORRERY_SSO_KIND needs one of ORRERY_SSO_METADATA_URL and ORRERY_SSO_METADATA_FILE, for a provider of SAML.',
    ]);
    expect(problemsOf({ ...given, ORRERY_SSO_EMAIL_CLAIM: 'mail', ORRERY_SSO_KIND: 'github' })).toEqual([
      'ORRERY_SSO_ISSUER is no setting of a provider of GitHub, which ORRERY_SSO_KIND=github names.',
      'ORRERY_SSO_EMAIL_CLAIM is no setting of a provider of GitHub, which ORRERY_SSO_KIND=github names.',
    ]);
    expect(problemsOf({ ...given, ORRERY_SSO_KIND: 'ldap' })).toEqual([
      "ORRERY_SSO_KIND must be one of oidc, saml, github, not 'ldap'.",
    ]);
    const both = { ORRERY_SSO_METADATA_URL: 'https://a.example', ORRERY_SSO_METADATA_FILE: 'a.xml' };
    expect(problemsOf({ ORRERY_SSO_KIND: 'saml', ...both })).toHaveLength(1);
  });

  it('is told the setting that was meant', () => {
    const hintOf = (name: string) => {
      try {
        readWith({ ...given, [name]: 'x' });
      } catch (error) {
        if (error instanceof ConfigError) return error.problems.map(({ message, hint }) => [message, hint]);
      }
      return [];
    };
    for (const [name, meant] of [
      ['ORRERY_SSO_SECRET', 'ORRERY_SSO_CLIENT_SECRET'],
      ['ORRERY_SSO_API_SECRET', 'ORRERY_SSO_CLIENT_SECRET'],
      ['ORRERY_SSO_CLIENTID', 'ORRERY_SSO_CLIENT_ID'],
      ['ORRERY_SSO_ORGANISATIONS', 'ORRERY_SSO_ORGANIZATIONS'],
    ] as const)
      expect(hintOf(name)).toEqual([[`${name} is not a setting.`, `Did you mean ${meant}?`]]);
    expect(hintOf('ORRERY_SSO_ZZZZZZZZ')).toEqual([['ORRERY_SSO_ZZZZZZZZ is not a setting.', undefined]]);
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
