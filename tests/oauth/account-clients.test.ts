import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { storyKinds } from '../servers/store-place.ts';
import { allow } from './allow.ts';
import { apiOf, basicOf, keyOfNew, postForm } from './api-of.ts';
import { OAuthServer, registered } from './oauth-server.ts';

const back = 'https://portal.example.com/oauth/callback';
const verifier = 'v'.repeat(43);

describe.each(storyKinds)('applications that admins make, on %s', (kind) => {
  let server: OAuthServer;
  let asAdmin: ReturnType<typeof apiOf>;

  beforeAll(async () => {
    server = await OAuthServer.open(kind);
    asAdmin = apiOf(server.origin, await keyOfNew(server.metadata, 'admin'));
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  async function made(body: object = {}) {
    const answer = await asAdmin('POST', '/oauth-clients', { name: 'Portal', redirectUris: [back], ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  const queryOf = (clientId: string, redirectUri = back) =>
    new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'platform:read' },
      ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
    }).toString();

  /** A code that a new person of the account allows. */
  async function codeFor(clientId: string): Promise<string> {
    const browser = await server.browserOf();
    const ended = await browser.open(`${server.origin}/oauth/authorize?${queryOf(clientId)}`);
    return new URL(ended).searchParams.get('code') ?? '';
  }

  const exchange = (code: string, more: Readonly<Record<string, string>>, headers = {}) =>
    postForm(
      server.origin,
      '/oauth/token',
      { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier, ...more },
      headers,
    );

  it('are shown with their secret once, which is stored as a hash', async () => {
    const { clientSecret, ...client } = await made({ scopes: ['platform:read'] });
    expect(client).toMatchObject({
      ...{ name: 'Portal', kind: 'admin', isConfidential: true, redirectUris: [back], scopes: ['platform:read'] },
      ...{ grantTypes: ['authorization_code', 'refresh_token'], secretTail: clientSecret.slice(-4), grantCount: 0 },
    });
    expect(clientSecret).toMatch(/^ocs-[A-Za-z0-9_-]{43}$/);
    expect(client.clientId).toMatch(/^oc-[A-Za-z0-9_-]{22}$/);
    expect((await asAdmin('GET', `/oauth-clients/${client.id}`)).body).toEqual(client);
    const { items } = (await asAdmin('GET', '/oauth-clients?first=1000')).body;
    expect(items).toContainEqual(client);
    const row = await server.metadata.store.database
      .selectFrom('oauth_client')
      .selectAll()
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(row.secret_hash).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(clientSecret);
  });

  it('are verified for people, and prove their secret by Basic and in the form', async () => {
    const { clientId, clientSecret, id } = await made();
    const browser = await server.browserOf();
    await browser.signIn();
    const asked = await browser.post('/oauth/requests', { query: queryOf(clientId) });
    expect(JSON.parse(asked.text).client).toEqual({ name: 'Portal', host: null, isVerified: true });
    const byBasic = await exchange(await codeFor(clientId), {}, basicOf(clientId, clientSecret));
    expect([byBasic.status, byBasic.body.scope]).toEqual([200, 'platform:read']);
    const inForm = await exchange(await codeFor(clientId), { client_id: clientId, client_secret: clientSecret });
    expect(inForm.status).toBe(200);
    const code = await codeFor(clientId);
    const withoutSecret = await exchange(code, { client_id: clientId });
    expect([withoutSecret.status, withoutSecret.body.error]).toEqual([401, 'invalid_client']);
    expect((await exchange(code, {}, basicOf(clientId, `${clientSecret}x`))).status).toBe(401);
    expect((await asAdmin('GET', `/oauth-clients/${id}`)).body.grantCount).toBe(2);
  });

  it('without a secret are public', async () => {
    const { clientId, clientSecret, isConfidential } = await made({ isConfidential: false });
    expect([clientSecret, isConfidential]).toEqual([null, false]);
    expect((await exchange(await codeFor(clientId), { client_id: clientId })).status).toBe(200);
  });

  it('get another secret, and the earlier one ends at once', async () => {
    const { clientId, clientSecret, id } = await made();
    const { body } = await asAdmin('POST', `/oauth-clients/${id}/secret`);
    expect(body.clientSecret).not.toBe(clientSecret);
    expect(body.secretTail).toBe(body.clientSecret.slice(-4));
    const code = await codeFor(clientId);
    expect((await exchange(code, {}, basicOf(clientId, clientSecret))).status).toBe(401);
    expect((await exchange(code, {}, basicOf(clientId, body.clientSecret))).status).toBe(200);
    const { id: publicId } = await made({ isConfidential: false });
    expect((await asAdmin('POST', `/oauth-clients/${publicId}/secret`)).status).toBe(409);
  });

  it('have at most twenty redirect addresses, each of a kind that may be registered', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `https://portal.example.com/${index}`);
    const refused = [[], many(21), ['http://portal.example.com/'], [`${back}#x`], ['javascript:alert(1)'], ['']];
    for (const redirectUris of refused) {
      const { status, body } = await asAdmin('POST', '/oauth-clients', { name: 'Portal', redirectUris });
      expect([status, body.details[0].path]).toEqual([400, expect.stringMatching(/^redirectUris/)]);
    }
    const { id, clientId } = await made({ redirectUris: many(20) });
    expect((await asAdmin('PUT', `/oauth-clients/${id}`, { redirectUris: many(21) })).status).toBe(400);
    const loopback = 'http://127.0.0.1:8123/back';
    const changed = await asAdmin('PUT', `/oauth-clients/${id}`, { name: 'Other', redirectUris: [loopback] });
    expect(changed.body).toMatchObject({ name: 'Other', redirectUris: [loopback], scopes: ['mcp-agent-access'] });
    const statusAt = async (uri: string) =>
      (await fetch(`${server.origin}/oauth/authorize?${queryOf(clientId, uri)}`, { redirect: 'manual' })).status;
    expect(await statusAt(loopback)).toBe(302);
    expect(await statusAt('http://127.0.0.1:8124/back')).toBe(400);
    expect(await statusAt('https://portal.example.com/0')).toBe(400);
  });

  it('act for nobody without redirect addresses, and end what people allowed', async () => {
    const { clientId, clientSecret, id } = await made({ name: `Both ${crypto.randomUUID()}`, role: 'viewer' });
    const { body: tokens } = await exchange(await codeFor(clientId), {}, basicOf(clientId, clientSecret));
    const asPerson = apiOf(server.origin, tokens.access_token);
    const path = `/oauth-clients/${id}`;
    expect((await asAdmin('PUT', path, { redirectUris: [`${back}/other`] })).status).toBe(200);
    expect((await asPerson('GET', '/users/me')).status).toBe(200);
    const { body } = await asAdmin('PUT', path, { redirectUris: [] });
    expect(body).toMatchObject({ redirectUris: [], grantTypes: ['client_credentials'], grantCount: 0 });
    expect((await asPerson('GET', '/users/me')).status).toBe(401);
  });

  it('end with their grants when they are deleted', async () => {
    const { clientId, clientSecret, id } = await made();
    const { body: tokens } = await exchange(await codeFor(clientId), {}, basicOf(clientId, clientSecret));
    const asPerson = apiOf(server.origin, tokens.access_token);
    expect((await asPerson('GET', '/users/me')).status).toBe(200);
    expect((await asAdmin('DELETE', `/oauth-clients/${id}`)).status).toBe(204);
    expect((await asPerson('GET', '/users/me')).status).toBe(401);
    const refreshed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const late = await postForm(server.origin, '/oauth/token', refreshed, basicOf(clientId, clientSecret));
    expect([late.status, late.body.error]).toEqual([401, 'invalid_client']);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await asAdmin(method, `/oauth-clients/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
  });

  it('are not there for another account, neither for its admins nor for its people', async () => {
    const { id, clientId } = await made();
    const { accounts, changes, users, oauthClients, oauthGrants } = server.metadata;
    const { key, id: accountId } = await accounts.create(`elsewhere-${kind}`);
    const asOther = apiOf(server.origin, key);
    const path = `/oauth-clients/${id}`;
    expect((await asOther('GET', '/oauth-clients')).body.items).toEqual([]);
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['PUT', path, { name: 'Mine' }],
      ['POST', `${path}/secret`, undefined],
      ['DELETE', path, undefined],
    ] as const)
      expect((await asOther(method, at, body)).status).toBe(404);
    expect((await asAdmin('GET', path)).body.name).toBe('Portal');
    const client = await oauthClients.find(clientId);
    if (!client) throw new Error('the client is gone');
    const given = { client, kind: 'code', scopes: ['platform'], resource: undefined, deployments: 'all' } as const;
    const begun = changes.make({ accountId, by: atTheCommandLine }, async (change) => {
      const { id: userId } = await users.create(change, { username: 'eve', role: 'viewer' });
      return oauthGrants.begin(change, { ...given, userId });
    });
    await expect(begun).rejects.toThrow('another account');
  });

  it('made by others are listed while they act for somebody here, and can only be ended here', async () => {
    const { accounts, changes, users, oauthClients } = server.metadata;
    const { client_id: clientId } = await registered(server.origin, {
      redirect_uris: [back],
      client_name: 'Assistant',
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const client = await oauthClients.find(clientId);
    if (!client) throw new Error('there is no client');
    const listed = async (as = asAdmin) =>
      (await as('GET', '/oauth-clients?first=1000')).body.items.filter((one: { id: number }) => one.id === client.id);
    expect(await listed()).toEqual([]);
    const elsewhere = await accounts.create(`beside-${kind}`);
    const tokensIn = async (accountId: number) => {
      const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        users.create(change, { username: `ann-${crypto.randomUUID()}`, role: 'viewer' }),
      );
      return allow({ ...server.metadata, accountId }, user.id, { client, scopes: ['platform:read'] });
    };
    const [here, there] = [await tokensIn(server.metadata.accountId), await tokensIn(elsewhere.id)];
    expect(await listed()).toMatchObject([{ clientId, kind: 'registered', name: 'Assistant', grantCount: 1 }]);
    expect(await listed()).toMatchObject([{ isConfidential: true, secretTail: null }]);
    expect((await asAdmin('PUT', `/oauth-clients/${client.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await asAdmin('POST', `/oauth-clients/${client.id}/secret`)).status).toBe(403);
    expect((await asAdmin('DELETE', `/oauth-clients/${client.id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    const statusOf = async ({ accessToken }: { readonly accessToken: string }) =>
      (await apiOf(server.origin, accessToken)('GET', '/users/me')).status;
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200]);
    expect(await listed(apiOf(server.origin, elsewhere.key))).toHaveLength(1);
  });

  it('are in the audit log, without their secrets', async () => {
    const { id, clientSecret, scopes } = await made({ name: 'Audited' });
    const unchanged = { name: 'Audited', redirectUris: [back], scopes, role: null };
    expect((await asAdmin('PUT', `/oauth-clients/${id}`, unchanged)).status).toBe(200);
    expect((await asAdmin('PUT', `/oauth-clients/${id}`, { name: 'Renamed' })).status).toBe(200);
    await asAdmin('POST', `/oauth-clients/${id}/secret`);
    await asAdmin('DELETE', `/oauth-clients/${id}`);
    const { body } = await asAdmin('GET', '/audit-logs?first=4');
    const events = body.items.map((item: { event: string }) => item.event);
    const updated = 'Updated OAuth client';
    expect(events).toEqual(['Deleted OAuth client', updated, updated, 'Created OAuth client']);
    expect(JSON.stringify(body.items)).toContain('"changed":["client secret"]');
    expect(JSON.stringify(body.items)).not.toContain(clientSecret);
  });
});
