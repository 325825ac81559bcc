import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthServer, registered } from '../oauth/oauth-server.ts';

const hourMs = 3_600_000;
const redirect_uris = ['http://localhost:8123/cb'];
let server: OAuthServer;

beforeAll(async () => {
  server = await OAuthServer.open('sqlite');
});

afterAll(() => server?.[Symbol.asyncDispose]());

async function post(body: unknown, type = 'application/json') {
  const answer = await fetch(`${server.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

describe('an application registers', () => {
  it('by its redirect address alone, and is answered with all that clients look for', async () => {
    expect(await registered(server.origin, { redirect_uris })).toEqual({
      client_id: expect.stringMatching(/^oc-[A-Za-z0-9_-]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Unnamed application',
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp-agent-access',
    });
  });

  it('with what other servers know, which is left out', async () => {
    const given = {
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'password'],
      response_types: ['code', 'token'],
      scope: 'openid email platform:read offline_access',
      jwks: { keys: [] },
      logo_uri: 'https://evil.example/logo.svg',
    };
    expect(await registered(server.origin, given)).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'platform:read offline_access',
    });
  });

  it('with a secret only if it asks for one', async () => {
    const given = { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' };
    expect(await registered(server.origin, given)).toMatchObject({
      client_secret: expect.stringMatching(/^ocs-[A-Za-z0-9_-]{43}$/),
      client_secret_expires_at: 0,
      token_endpoint_auth_method: 'client_secret_basic',
    });
  });

  it('by a name without signs that hide or turn letters, of 100 letters at most', async () => {
    const client_name = `  Cla\u202Eude\u200B\u0000”“" ${'x'.repeat(200)}`;
    const { client_name: name } = await registered(server.origin, { redirect_uris, client_name });
    expect(name).toBe(`Claude ${'x'.repeat(93)}`);
  });
});

describe('a registration is refused', () => {
  it.each([
    ['invalid_redirect_uri', {}],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://evil.example/#x'] }],
    ['invalid_redirect_uri', { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) }],
    ['invalid_client_metadata', { redirect_uris: 'https://a.example/' }],
    ['invalid_client_metadata', { redirect_uris, token_endpoint_auth_method: 'private_key_jwt' }],
    ['invalid_client_metadata', []],
    ['invalid_client_metadata', 'redirect_uris=x'],
    ['invalid_client_metadata', '{"redirect_uris":'],
    ['invalid_client_metadata', `{"redirect_uris":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
  ])('as %s: %o', async (error, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  it('when it is too large, in the form that clients read', async () => {
    const { status, body } = await post({ redirect_uris, client_name: 'x'.repeat(70_000) });
    expect([status, body]).toEqual([413, { error: 'invalid_request', error_description: expect.any(String) }]);
  });

  it('after sixty of a network in an hour, and is taken again later', async () => {
    server.aheadMs += hourMs; // those of the tests above are over
    for (let made = 0; made < 60; made += 1) await registered(server.origin, { redirect_uris });
    const { status, headers, body } = await post({ redirect_uris });
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    server.aheadMs += seconds * 1_000;
    await registered(server.origin, { redirect_uris });
  });
});
