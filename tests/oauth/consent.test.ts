import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RightsChange } from '../../packages/people/src/change/changes.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const back = 'https://application.example/back';

describe.each(storyKinds)('what an application asks a person, on %s', (kind) => {
  let service: ScimService;
  let clientId: string;
  let cookie: string;

  beforeAll(async () => {
    service = await ScimService.open(kind);
    const { oauthClients } = service.metadata;
    const registered = await oauthClients.register(
      {
        ...{ name: 'An application', authMethod: 'none', redirectUris: [back, 'http://127.0.0.1/back'] },
        ...{ grantTypes: ['authorization_code', 'refresh_token'], defaultScopes: ['mcp-agent-access'] },
      },
      '192.0.2.1',
    );
    ({ clientId } = registered.client);
    cookie = await sessionOf(service.served.startKey ?? '');
  });

  afterAll(() => service?.[Symbol.asyncDispose]());

  async function sessionOf(startKey: string): Promise<string> {
    const answer = await post('/start-key/redeem', { key: startKey }, {});
    return answer.cookie;
  }

  async function post(path: string, body: object, headers: Readonly<Record<string, string>> = inBrowser()) {
    const response = await fetch(`${service.served.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const [set = ''] = response.headers.getSetCookie();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookie: set.split(';')[0] ?? '',
    };
  }

  const inBrowser = () => ({ cookie, origin: service.served.origin });

  const queryOf = (more: Readonly<Record<string, string>> = {}) =>
    new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: back, state: 'S&#' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...more },
    }).toString();

  const read = (query: string) => post('/oauth/requests', { query });
  const decide = (query: string, more: object) => post('/oauth/approvals', { query, ...more });
  const answerIn = (redirectTo: string) => Object.fromEntries(new URL(redirectTo).searchParams);

  async function exchange(redirectTo: string, redirectUri = back) {
    const { code = '' } = answerIn(redirectTo);
    const response = await fetch(`${service.served.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        ...{ client_id: clientId, code_verifier: verifier },
      }),
    });
    expect(response.status).toBe(200);
  }

  const endAll = () => {
    const { changes, oauthGrants, accountId } = service.metadata;
    const author = { accountId, by: { via: 'command' } } as const;
    return changes.changeRights(author, (change: RightsChange) =>
      oauthGrants.endOf(change, { userId: service.adminId }),
    );
  };

  it('is told to the person: who asks, where the answer goes, what for, as whom, and which deployments', async () => {
    const { status, body } = await read(queryOf({ scope: 'mcp-agent-access offline_access openid' }));
    expect([status, body]).toEqual([
      200,
      {
        kind: 'question',
        digest: expect.stringMatching(/^[\w-]{43}$/),
        client: { name: 'An application', host: null, isVerified: false },
        redirectHost: 'application.example',
        scopes: ['mcp-agent-access', 'offline_access'],
        user: { username: 'admin', displayName: 'admin' },
        deployments: [{ id: 1, name: expect.any(String) }],
        resource: null,
        passes: false,
      },
    ]);
  });

  it('is allowed with a code, and refused without one, each with the state and the issuer', async () => {
    const query = queryOf();
    const allowed = await decide(query, { isAllowed: true, deploymentIds: null });
    const iss = service.served.origin;
    expect(allowed.body.redirectTo.startsWith(`${back}?`)).toBe(true);
    expect(answerIn(allowed.body.redirectTo)).toEqual({ code: expect.stringMatching(/^oac-/), state: 'S&#', iss });
    const denied = await decide(query, { isAllowed: false });
    expect(answerIn(denied.body.redirectTo)).toMatchObject({ error: 'access_denied', state: 'S&#', iss });
    const rows = await service.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const noted = rows.filter(({ event }) => event === 'Approved connected application');
    expect(noted.map(({ user_id, attributes }) => [user_id, JSON.parse(attributes)])).toEqual([
      [
        service.adminId,
        {
          ...{ client: 'An application', host: 'application.example' },
          ...{ scopes: ['mcp-agent-access'], deployments: 'all' },
        },
      ],
    ]);
  });

  it('is asked by nothing but the page of this server, in a browser that is signed in', async () => {
    const query = queryOf();
    for (const path of ['/oauth/requests', '/oauth/approvals']) {
      const body = { query, isAllowed: true, deploymentIds: null };
      expect((await post(path, body, {})).status).toBe(401);
      expect((await post(path, body, { authorization: `Bearer ${service.key}` })).status).toBe(403);
      expect((await post(path, body, { cookie })).status).toBe(403);
      expect((await post(path, body, { cookie, origin: 'https://elsewhere.example' })).status).toBe(403);
      const crossSite = { ...inBrowser(), 'sec-fetch-site': 'cross-site' };
      expect((await post(path, body, crossSite)).status).toBe(403);
    }
  });

  it('is refused on the page when there is no address that an answer could go to', async () => {
    const faults = [
      queryOf({ client_id: 'oc-unknown' }),
      queryOf({ redirect_uri: `${back}/other` }),
      `${queryOf()}&client_id=${clientId}`,
    ];
    for (const query of faults) {
      for (const answer of [await read(query), await decide(query, { isAllowed: true, deploymentIds: null })]) {
        expect([answer.status, answer.body.details]).toEqual([400, [{ path: 'query', message: expect.any(String) }]]);
      }
    }
    expect((await read('x'.repeat(8_193))).status).toBe(400);
    expect((await read('x'.repeat(70_000))).status).toBe(413);
  });

  it('of a client of another account looks as if there were no such client', async () => {
    const { accounts, store } = service.metadata;
    const other = await accounts.create(`other-${kind}`);
    const registered = await service.metadata.oauthClients.register(
      {
        ...{ name: 'Foreign', authMethod: 'none', redirectUris: [back] },
        ...{ grantTypes: ['authorization_code'], defaultScopes: ['platform'] },
      },
      '192.0.2.1',
    );
    const foreign = registered.client.clientId;
    await store.database
      .updateTable('oauth_client')
      .set({ account_id: other.id, kind: 'admin' })
      .where('client_id', '=', foreign)
      .execute();
    const [one, another] = [await read(queryOf({ client_id: foreign })), await read(queryOf({ client_id: 'oc-x' }))];
    expect([one.status, one.body]).toEqual([another.status, another.body]);
  });

  it('of strangers, when it is wrong, is told to them only if the person wishes', async () => {
    const wrong = queryOf({ code_challenge_method: 'plain' });
    const { status, body } = await read(wrong);
    expect([status, body]).toMatchObject([200, { kind: 'fault', redirectHost: 'application.example', passes: false }]);
    expect(answerIn(body.redirectTo)).toMatchObject({ error: 'invalid_request', state: 'S&#' });
    expect((await decide(wrong, { isAllowed: true, deploymentIds: null })).status).toBe(400);
    const silent = await read(queryOf({ prompt: 'none' }));
    expect(silent.body).toMatchObject({ kind: 'fault', passes: false });
    expect(answerIn(silent.body.redirectTo)).toMatchObject({ error: 'interaction_required' });
  });

  it('passes without a question where the same was allowed before, and is asked again for more', async () => {
    const query = queryOf({ scope: 'mcp-agent-access platform:read' });
    const pass = async (more: Readonly<Record<string, string>>) =>
      (await read(queryOf({ scope: 'mcp-agent-access platform:read', ...more }))).body.passes;
    expect((await decide(query, { isAllowed: true })).status).toBe(409);
    await exchange((await decide(query, { isAllowed: true, deploymentIds: [1] })).body.redirectTo);
    expect(await pass({})).toBe(true);
    expect(await pass({ scope: 'mcp-agent-access' })).toBe(true);
    expect(await pass({ prompt: 'none' })).toBe(true);
    expect(await pass({ resource: `${service.served.origin}/api/mcp` })).toBe(true);
    expect(await pass({ scope: 'platform' })).toBe(false);
    expect(await pass({ scope: 'mcp-agent-access offline_access' })).toBe(false);
    expect(await pass({ prompt: 'consent' })).toBe(false);
    expect(await pass({ prompt: 'login' })).toBe(false);
    expect(await pass({ redirect_uri: 'http://127.0.0.1:4711/back' })).toBe(false);
    await exchange((await decide(query, { isAllowed: true })).body.redirectTo);
    const { oauthGrants, accountId } = service.metadata;
    const grants = await oauthGrants.list(accountId, { userId: service.adminId });
    expect(grants.map(({ deployments }) => deployments)).toEqual([[1], [1]]);
    // An application that was allowed something is told of faults at once.
    expect((await read(queryOf({ code_challenge_method: 'plain' }))).body.passes).toBe(true);
    await endAll();
    expect(await pass({})).toBe(false);
    expect((await decide(query, { isAllowed: true })).status).toBe(409);
  });

  it('passes on another port of the same machine, and not for an address that is narrower before', async () => {
    const local = (port: number) => `http://127.0.0.1:${port}/back`;
    const resource = `${service.served.origin}/api/mcp`;
    const asked = queryOf({ redirect_uri: local(1234), resource });
    const { body } = await decide(asked, { isAllowed: true, deploymentIds: null });
    expect(body.redirectTo.startsWith(`${local(1234)}?code=`)).toBe(true);
    await exchange(body.redirectTo, local(1234));
    expect((await read(queryOf({ redirect_uri: local(4321), resource }))).body.passes).toBe(true);
    expect((await read(queryOf({ redirect_uri: local(4321) }))).body.passes).toBe(false);
    await endAll();
  });

  it('is for no deployment that the person may not use, and shows the one alone that the address names', async () => {
    const { deployments, changes, accountId } = service.metadata;
    const author = { accountId, by: { via: 'command' } } as const;
    const second = await changes.changeRights(author, (change) => deployments.create(change, `second ${kind}`));
    const many = await decide(queryOf(), { isAllowed: true, deploymentIds: [1, 999_999] });
    expect([many.status, many.body.error]).toEqual([404, 'There is no deployment 999999']);
    expect((await decide(queryOf(), { isAllowed: true, deploymentIds: [] })).status).toBe(400);
    const resource = `${service.served.origin}/api/mcp?deploymentId=${second.id}`;
    const query = queryOf({ resource });
    expect((await read(query)).body).toMatchObject({ resource, deployments: [{ id: second.id }] });
    await exchange((await decide(query, { isAllowed: true, deploymentIds: null })).body.redirectTo);
    const [grant] = await service.metadata.oauthGrants.list(accountId, { userId: service.adminId });
    expect([grant?.deployments, grant?.resource]).toEqual(['all', resource]);
    await endAll();
  });
});
