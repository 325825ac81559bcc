import { describe, expect, it } from 'vitest';
import { Configurations } from './configurations.ts';

type Provider = Parameters<Configurations['of']>[0];

const tenant = 'https://login.microsoftonline.com/0c0ffee0-1111-2222-3333-444444444444/v2.0';

function providerAt(issuer: string): Provider {
  return {
    ...{ id: 1, accountId: 1, key: 'k', preset: undefined, name: 'Company', isOn: true, hasSecret: false },
    ...{ kind: 'oidc' as const, createdAt: 0, updatedAt: 0, version: 1, clientSecret: undefined },
    settings: {
      ...{ mayMake: true, mayLink: true, mayLinkAdmins: false, linkBy: [], emailDomains: [], issuer },
      ...{ clientId: 'orrery', scopes: 'openid', authMethod: 'none', idTokenAlgorithm: 'RS256', subject: 'sub' },
      claims: { userName: 'name', email: 'email', givenName: 'given', familyName: 'family', displayName: 'name' },
      ...{ groups: 'groups', splitAtCommas: false, hostedDomains: [], usesUserInfo: false, logsOutAtProvider: false },
    },
  };
}

/** Reads the metadata of a provider that calls itself so. */
async function issuerRead(issuer: string, stated: string): Promise<string> {
  const body = { issuer: stated, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  const fetch = async () => Response.json({ ...body, jwks_uri: `${issuer}/keys` });
  const configurations = new Configurations({ fetch, clock: { now: () => 0 } });
  return (await configurations.of(providerAt(issuer))).serverMetadata().issuer;
}

describe('the metadata of a provider', () => {
  it('has its issuer', async () => {
    expect(await issuerRead(tenant, tenant)).toBe(tenant);
    expect(await issuerRead('https://login.example.com', 'https://login.example.com')).toBe(
      'https://login.example.com',
    );
  });

  it.each([
    [tenant, 'https://login.microsoftonline.com/{tenantid}/v2.0'],
    [tenant, 'https://login.microsoftonline.com/other/v2.0'],
    ['https://login.example.com', 'https://other.example.com'],
  ])('of %s does not have the issuer %s', async (issuer, stated) => {
    await expect(issuerRead(issuer, stated)).rejects.toThrow();
  });
});
