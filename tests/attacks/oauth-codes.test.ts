import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { OAuthServer, registered } from '../oauth/oauth-server.ts';
import { storyKinds } from '../servers/store-place.ts';

const redirect = 'http://localhost:8123/cb';
const verifier = 'v'.repeat(43);
const challenge = hash('sha256', verifier, 'base64url');

describe.each(storyKinds)('codes and tokens, on %s', (kind) => {
  let server: OAuthServer;
  let userId: number;
  let clientId: string;
  let resource: string;

  beforeAll(async () => {
    server = await OAuthServer.open(kind);
    const { changes, users, accountId } = server.metadata;
    const by = atTheCommandLine;
    const user = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    userId = user.id;
    clientId = (await registered(server.origin, { redirect_uris: [redirect] })).client_id;
    resource = `${server.origin}/api/mcp`;
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  /** A code as a person allows it. */
  async function codeFor(of = clientId, more: object = {}): Promise<string> {
    const { changes, oauthClients, oauthCodes, accountId } = server.metadata;
    const client = await oauthClients.find(of);
    if (!client) throw new Error('there is no client');
    const asked = { redirectUri: redirect, redirectWasGiven: true, challenge, scopes: ['mcp-agent-access'] } as const;
    return changes.make({ accountId, by: atTheCommandLine }, (change) =>
      oauthCodes.make(change, { client, userId, ...asked, resource, deployments: 'all', ...more }),
    );
  }

  async function post(
    parameters: Readonly<Record<string, string>>,
    { headers = {}, path = '/oauth/token', more = '' } = {},
  ) {
    const answer = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: `${new URLSearchParams(parameters)}${more}`,
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  }

  const exchange = (code: string, changes: Readonly<Record<string, string>> = {}) =>
    post({
      grant_type: 'authorization_code',
      ...{ code, client_id: clientId, redirect_uri: redirect, code_verifier: verifier },
      ...changes,
    });

  const callMcp = async (token: string) =>
    (
      await fetch(resource, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    ).status;

  it('a code is exchanged for tokens, which are not kept by anybody in between', async () => {
    const { status, headers, body } = await exchange(await codeFor());
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^oat-/),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^ort-/),
      scope: 'mcp-agent-access',
    });
    expect(await callMcp(body.access_token)).toBe(200);
  });

  it('a code that comes twice ends the grant', async () => {
    const code = await codeFor();
    const { body } = await exchange(code);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await callMcp(body.access_token)).toBe(401);
    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: clientId };
    expect(await post(again)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['redirect_uri', 'http://localhost:8124/cb', 'invalid_grant'],
    ['redirect_uri', '', 'invalid_grant'],
    ['code_verifier', 'w'.repeat(43), 'invalid_grant'],
    ['code_verifier', '', 'invalid_grant'],
    ['code_verifier', challenge, 'invalid_grant'],
  ])('a code with another %s (%s) is used up', async (name, value, error) => {
    const code = await codeFor();
    expect(await exchange(code, { [name]: value })).toMatchObject({ status: 400, body: { error } });
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('a code with another resource is used up', async () => {
    const code = await codeFor();
    const other = { resource: `${resource}?deploymentId=1` };
    expect((await exchange(code, { resource: `${server.origin}/api/v1` })).body.error).toBe('invalid_target');
    expect((await exchange(code, other)).body.error).toBe('invalid_grant');
    expect((await exchange(await codeFor(), { resource: 'https://evil.example' })).body.error).toBe('invalid_target');
  });

  it('a code of another client is used up', async () => {
    const other = (await registered(server.origin, { redirect_uris: [redirect] })).client_id;
    const code = await codeFor();
    expect((await exchange(code, { client_id: other })).body.error).toBe('invalid_grant');
    expect((await exchange(code)).body.error).toBe('invalid_grant');
  });

  it('a code ends after a minute', async () => {
    const code = await codeFor();
    server.aheadMs += 61_000;
    expect((await exchange(code)).body.error).toBe('invalid_grant');
  });

  describe('a request', () => {
    it.each([
      ['invalid_request', {}],
      ['invalid_request', { grant_type: 'authorization_code', client_id: 'x' }],
      ['invalid_request', { grant_type: 'refresh_token', client_id: 'x', refresh_token: '' }],
      ['unsupported_grant_type', { grant_type: 'password', client_id: 'x', username: 'ann', password: 'x' }],
      ['unauthorized_client', { grant_type: 'client_credentials', client_id: 'x' }],
      ['invalid_grant', { grant_type: 'authorization_code', client_id: 'x', code: 'oac-nonsense' }],
      ['invalid_grant', { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'ort-nonsense' }],
    ])('is refused with %s: %o', async (error, given: Readonly<Record<string, string>>) => {
      const answer = await post({ ...given, ...('client_id' in given ? { client_id: clientId } : {}) });
      expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }]);
    });

    it('with a parameter twice, in JSON, or too large is refused in the form that clients read', async () => {
      const given = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId };
      const refused = { error: 'invalid_request', error_description: expect.any(String) };
      expect((await post(given, { more: '&client_id=y' })).body).toEqual(refused);
      expect((await post(given, { headers: { 'content-type': 'application/json' } })).body).toEqual(refused);
      expect((await post({ ...given, refresh_token: 'x'.repeat(70_000) })).body).toEqual(refused);
    });

    it('of an unknown client is 401, so that it registers again', async () => {
      const given = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'oc-unknown' };
      expect(await post(given)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      const basic = { authorization: `Basic ${btoa('oc-unknown:secret')}` };
      const { status, headers } = await post({ grant_type: 'refresh_token', refresh_token: 'x' }, { headers: basic });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="orrery"']);
    });
  });

  describe('a client with a secret', () => {
    const given = { redirect_uris: [redirect], token_endpoint_auth_method: 'client_secret_basic' };

    it('proves who it is by Basic, encoded or not, or in the form; and in one way only', async () => {
      const { client_id: id, client_secret: secret } = await registered(server.origin, given);
      const form = async () => ({
        grant_type: 'authorization_code',
        ...{ code: await codeFor(id), redirect_uri: redirect, code_verifier: verifier },
      });
      const basic = (text: string) => ({ headers: { authorization: `Basic ${btoa(text)}` } });
      const encoded = (text: string) => text.replaceAll('-', '%2D').replaceAll('_', '%5F');
      expect((await post(await form(), basic(`${id}:${secret}`))).status).toBe(200);
      expect((await post(await form(), basic(`${encoded(id)}:${encoded(secret)}`))).status).toBe(200);
      expect((await post({ ...(await form()), client_id: id, client_secret: secret })).status).toBe(200);
      const twice = { ...(await form()), client_id: id, client_secret: secret };
      expect((await post(twice, basic(`${id}:${secret}`))).body.error).toBe('invalid_request');
      expect((await post({ ...(await form()), client_id: clientId }, basic(`${id}:${secret}`))).body.error).toBe(
        'invalid_request',
      );
    });

    it('is unknown without it, with that of another, and with one of a client that has none', async () => {
      const { client_id: id } = await registered(server.origin, given);
      const { client_secret: other } = await registered(server.origin, given);
      const ask = (more: object) => post({ grant_type: 'refresh_token', refresh_token: 'x', client_id: id, ...more });
      for (const more of [{}, { client_secret: '' }, { client_secret: other }, { client_secret: 'null' }]) {
        expect(await ask(more)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      }
    });
  });

  describe('revocation', () => {
    const revoke = (token: string, of = clientId) => post({ token, client_id: of }, { path: '/oauth/revoke' });
    const refresh = (token: string) => post({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId });

    it('of an access token ends it at once, and leaves the grant', async () => {
      const { body } = await exchange(await codeFor());
      expect(await callMcp(body.access_token)).toBe(200);
      expect((await revoke(body.access_token)).status).toBe(200);
      expect(await callMcp(body.access_token)).toBe(401);
      expect((await refresh(body.refresh_token)).status).toBe(200);
    });

    it('of a refresh token ends the grant and its access tokens', async () => {
      const { body } = await exchange(await codeFor());
      const { body: next } = await refresh(body.refresh_token);
      expect((await revoke(body.refresh_token)).status).toBe(200);
      expect(await callMcp(next.access_token)).toBe(401);
      expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('leaves tokens of other clients, and says nothing of them or of unknown ones', async () => {
      const { body } = await exchange(await codeFor());
      const other = (await registered(server.origin, { redirect_uris: [redirect] })).client_id;
      for (const token of [body.access_token, body.refresh_token, 'oat-nonsense', 'x']) {
        expect(await revoke(token, other)).toMatchObject({ status: 200, body: {} });
      }
      // A handle is no secret: what follows it must be ours.
      expect((await revoke(`${body.refresh_token.slice(0, -8)}AAAAAAAA`)).status).toBe(200);
      expect(await callMcp(body.access_token)).toBe(200);
      expect((await refresh(body.refresh_token)).status).toBe(200);
      expect((await revoke(body.access_token, 'oc-unknown')).body.error).toBe('invalid_client');
      expect((await post({ client_id: clientId }, { path: '/oauth/revoke' })).body.error).toBe('invalid_request');
    });
  });

  it('older programs refresh at their address, and read names in camel case', async () => {
    const { body: first } = await exchange(await codeFor());
    const given = { grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: clientId };
    const { status, body } = await post(given, { path: '/auth/oauth2/refresh' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accessToken: body.access_token,
      refreshToken: body.refresh_token,
      tokenType: 'Bearer',
      expiresIn: 3_600,
      tenantUrl: server.origin,
    });
    expect(Date.parse(body.refreshTokenExpiresAt)).toBeGreaterThan(Date.parse(body.accessTokenExpiresAt));
  });

  it('a program that has lost the documents of the server refreshes at the root, as MCP clients of Python do', async () => {
    const { body: first } = await exchange(await codeFor());
    const given = { grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: clientId };
    const { status, body } = await post(given, { path: '/token' });
    expect([status, Object.keys(body).sort()]).toEqual([200, Object.keys(first).sort()]);
    expect((await post({ ...given, client_id: 'oc-unknown' }, { path: '/token' })).body.error).toBe('invalid_client');
  });

  it('a refresh may narrow the scopes of its access token only, and names nothing new', async () => {
    const { body: first } = await exchange(await codeFor(clientId, { scopes: ['mcp-agent-access', 'platform:read'] }));
    const refresh = (token: string, more: object = {}) =>
      post({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more });
    const { body: narrow } = await refresh(first.refresh_token, { scope: 'mcp-agent-access' });
    expect(narrow.scope).toBe('mcp-agent-access');
    const { body: whole } = await refresh(narrow.refresh_token);
    expect(whole.scope).toBe('mcp-agent-access platform:read');
    const wider = await refresh(whole.refresh_token, { scope: 'platform' });
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope']);
  });
});
