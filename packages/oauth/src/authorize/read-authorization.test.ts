import type { OAuthClient } from '@orrery/people';
import { describe, expect, it } from 'vitest';
import { OwnAddresses } from '../address/index.ts';
import { readAuthorization } from './read-authorization.ts';

const client: OAuthClient = {
  id: 1,
  accountId: undefined,
  clientId: 'oc-1',
  kind: 'registered',
  name: 'Example',
  authMethod: 'none',
  redirectUris: ['https://app.example.com/cb'],
  grantTypes: ['authorization_code', 'refresh_token'],
  defaultScopes: ['mcp-agent-access'],
  serviceUserId: undefined,
  documentHash: undefined,
  freshUntil: undefined,
  createdAt: 0,
};
const addresses = new OwnAddresses({ publicUrl: 'https://data.example.com' });
const sound = {
  response_type: 'code',
  client_id: 'oc-1',
  redirect_uri: 'https://app.example.com/cb',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
  state: 'xyz',
};

function read(query: string, { of = client, accountId }: { of?: OAuthClient; accountId?: number } = {}) {
  const clients = { find: async (id: string) => (id === of.clientId ? of : undefined) };
  return readAuthorization(query, { clients, addresses, accountId });
}

function queryOf(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const parameters = new URLSearchParams(sound);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
}

it('reads what an application asks for', async () => {
  expect(await read(queryOf({ scope: 'openid platform:read email', prompt: 'consent' }))).toEqual({
    kind: 'authorization',
    client,
    redirectUri: 'https://app.example.com/cb',
    redirectWasGiven: true,
    challenge: sound.code_challenge,
    scopes: ['platform:read'],
    resource: undefined,
    state: 'xyz',
    prompt: new Set(['consent']),
    isTrusted: false,
  });
});

it.each([
  [undefined, ['mcp-agent-access']],
  ['openid email profile', ['mcp-agent-access']],
  ['offline_access', ['mcp-agent-access', 'offline_access']],
  ['platform offline_access', ['platform', 'offline_access']],
])('the scopes of %s', async (scope, scopes) => {
  expect(await read(queryOf({ scope }))).toMatchObject({ scopes });
});

it('takes the one redirect address of a client that names none', async () => {
  const found = await read(queryOf({ redirect_uri: undefined }));
  expect(found).toMatchObject({ redirectUri: 'https://app.example.com/cb', redirectWasGiven: false });
  const two = { ...client, redirectUris: [...client.redirectUris, 'https://app.example.com/other'] };
  expect(await read(queryOf({ redirect_uri: undefined }), { of: two })).toMatchObject({ kind: 'page' });
});

describe('nothing is sent anywhere', () => {
  it.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'oc-2' }],
    ['another redirect address', { redirect_uri: 'https://evil.example/cb' }],
    ['a redirect address with more at its end', { redirect_uri: 'https://app.example.com/cb/more' }],
    ['an address that is too long', { state: 'a'.repeat(9_000) }],
  ])('for %s', async (_, changes) => {
    expect((await read(queryOf(changes))).kind).toBe('page');
  });

  it.each(['client_id=oc-1', 'redirect_uri=https://app.example.com/cb'])('for two of %s', async (again) => {
    expect((await read(`${queryOf()}&${again}`)).kind).toBe('page');
  });

  it('for a client of another account, in the same words as for an unknown one', async () => {
    const of: OAuthClient = { ...client, kind: 'admin', accountId: 2 };
    expect(await read(queryOf(), { of, accountId: 1 })).toEqual(await read(queryOf({ client_id: 'oc-2' })));
    expect((await read(queryOf(), { of, accountId: 2 })).kind).toBe('authorization');
  });
});

describe('a fault that the client is informed of', () => {
  it.each([
    ['invalid_request', { response_type: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { prompt: 'none consent' }],
    ['request_not_supported', { request: 'x' }],
    ['request_uri_not_supported', { request_uri: 'https://evil.example' }],
    ['invalid_target', { resource: 'https://evil.example/api/mcp' }],
  ])('%s for %o', async (error, changes) => {
    const fault = { kind: 'redirect', error, state: 'xyz', redirectUri: sound.redirect_uri, isTrusted: false };
    expect(await read(queryOf(changes))).toMatchObject(fault);
  });

  it('a parameter that is there twice, and no state if it is that', async () => {
    expect(await read(`${queryOf()}&scope=a&scope=b`)).toMatchObject({ error: 'invalid_request', state: 'xyz' });
    expect(await read(`${queryOf()}&state=b`)).toMatchObject({ error: 'invalid_request', state: undefined });
    expect(await read(`${queryOf()}&resource=a&resource=b`)).toMatchObject({ error: 'invalid_target' });
  });

  it('is trusted to arrive at this machine and at applications that an admin made', async () => {
    const onMachine = { ...client, redirectUris: ['http://localhost/cb'] };
    const changes = { redirect_uri: 'http://localhost:8123/cb', response_type: 'token' };
    expect(await read(queryOf(changes), { of: onMachine })).toMatchObject({ kind: 'redirect', isTrusted: true });
    const ofAdmin: OAuthClient = { ...client, kind: 'admin', accountId: 1 };
    expect(await read(queryOf({ response_type: 'token' }), { of: ofAdmin })).toMatchObject({ isTrusted: true });
  });
});
