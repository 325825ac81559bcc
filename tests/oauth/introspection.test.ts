import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { storyKinds } from '../servers/store-place.ts';
import { allow } from './allow.ts';
import { apiOf, basicOf, keyOfNew, postForm } from './api-of.ts';
import { OAuthServer, registered } from './oauth-server.ts';

const graceMs = 3 * 60_000;
const redirect = { redirect_uris: ['https://portal.example.com/'] };

describe.each(storyKinds)('introspection, on %s', (kind) => {
  let server: OAuthServer;
  let asAdmin: ReturnType<typeof apiOf>;
  let portal: Awaited<ReturnType<typeof made>>;

  beforeAll(async () => {
    server = await OAuthServer.open(kind);
    asAdmin = apiOf(server.origin, await keyOfNew(server.metadata, 'admin'));
    portal = await made();
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  async function made() {
    const given = { name: `Portal ${crypto.randomUUID()}`, redirectUris: redirect.redirect_uris, role: 'viewer' };
    const { body } = await asAdmin('POST', '/oauth-clients', given);
    const client = await server.metadata.oauthClients.find(body.clientId);
    if (!client) throw new Error('there is no client');
    return { ...body, client, proof: basicOf(body.clientId, body.clientSecret) };
  }

  /** Tokens of a new person. */
  async function tokensOf({ client }: typeof portal, resource?: string) {
    const { accountId, changes, users } = server.metadata;
    const author = { accountId, by: atTheCommandLine };
    const username = `ann-${crypto.randomUUID()}`;
    const { id } = await changes.make(author, (change) => users.create(change, { username, role: 'viewer' }));
    return { username, userId: id, ...(await allow(server.metadata, id, { client, resource })) };
  }

  const introspect = (token: string, { proof } = portal) =>
    postForm(server.origin, '/oauth/introspect', { token }, proof);

  const isActive = async (token: string, of = portal) => (await introspect(token, of)).body.active;

  it('says what tokens of the client are good for', async () => {
    const resource = `${server.origin}/api/mcp`;
    const { username, userId, accessToken, refreshToken } = await tokensOf(portal, resource);
    const { status, body, headers } = await introspect(accessToken);
    const common = { active: true, scope: 'mcp-agent-access', sub: String(userId), username, aud: resource };
    const of = { client_id: portal.clientId, iss: server.origin, iat: expect.any(Number), exp: expect.any(Number) };
    expect([status, headers.get('cache-control'), body]).toEqual([
      200,
      'no-store',
      { ...common, ...of, token_type: 'Bearer' },
    ]);
    expect(body.exp - body.iat).toBe(3_600);
    expect((await introspect(refreshToken ?? '')).body).toEqual({ ...common, ...of });
    const inForm = { token: accessToken, client_id: portal.clientId, client_secret: portal.clientSecret };
    expect((await postForm(server.origin, '/oauth/introspect', inForm)).body).toEqual(body);
    const own = await postForm(server.origin, '/oauth/token', { grant_type: 'client_credentials' }, portal.proof);
    const { body: ofItself } = await introspect(own.body.access_token);
    expect(ofItself).toMatchObject({ active: true, sub: String(portal.serviceUserId) });
  });

  it('answers alike for tokens of others, for those that are over, and for any text', async () => {
    const other = await made();
    const { accessToken, refreshToken = '', grantId } = await tokensOf(portal);
    const texts = [accessToken, refreshToken];
    for (const text of texts) {
      expect((await introspect(text, other)).body).toEqual({ active: false });
      expect(await isActive(text)).toBe(true);
    }
    const forged = `${refreshToken.slice(0, -1)}${refreshToken.endsWith('A') ? 'B' : 'A'}`;
    for (const text of ['x', `${accessToken}x`, forged, 'oat-', `ort-${'0'.repeat(71)}`])
      expect((await introspect(text)).body).toEqual({ active: false });
    server.aheadMs += 3_600_000;
    expect([await isActive(accessToken), await isActive(refreshToken)]).toEqual([false, true]);
    server.aheadMs = 0;
    expect((await asAdmin('DELETE', `/oauth-grants/${grantId}`)).status).toBe(204);
    for (const text of texts) expect((await introspect(text)).body).toEqual({ active: false });
  });

  it('knows a refresh token that was replaced as long as it works, and ends nothing', async () => {
    const { refreshToken = '' } = await tokensOf(portal);
    const refresh = (token: string) =>
      postForm(server.origin, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token }, portal.proof);
    const { body: next } = await refresh(refreshToken);
    expect([await isActive(refreshToken), await isActive(next.refresh_token)]).toEqual([true, true]);
    server.aheadMs += graceMs + 1_000;
    expect([await isActive(refreshToken), await isActive(next.refresh_token)]).toEqual([false, true]);
    server.aheadMs = 0;
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  it('is for tokens of people who may sign in', async () => {
    const { accessToken, refreshToken = '', userId } = await tokensOf(portal);
    expect((await asAdmin('PUT', `/users/${userId}`, { status: 'deactivated' })).status).toBe(200);
    expect([await isActive(accessToken), await isActive(refreshToken)]).toEqual([false, false]);
  });

  it('is for clients with a secret, which is right', async () => {
    const { accessToken } = await tokensOf(portal);
    const open = await registered(server.origin, redirect);
    const form = { token: accessToken };
    const asOpen = await postForm(server.origin, '/oauth/introspect', { ...form, client_id: open.client_id });
    expect([asOpen.status, asOpen.body.error]).toEqual([400, 'unauthorized_client']);
    const wrong = await postForm(server.origin, '/oauth/introspect', form, basicOf(portal.clientId, 'ocs-wrong'));
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect((await postForm(server.origin, '/oauth/introspect', form)).body.error).toBe('invalid_request');
    expect((await postForm(server.origin, '/oauth/introspect', {}, portal.proof)).body.error).toBe('invalid_request');
  });
});
