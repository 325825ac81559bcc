import {
  apiKeysSchema,
  currentUserSchema,
  madeApiKeySchema,
  platformErrorSchema,
  type WireApiKey,
} from '@orrery/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passwordCost } from '../../../../../tests/cheap-passwords.ts';
import { type StorePlace, storyKinds, migratedPlace } from '../../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../../deployments/src/open-metadata.ts';
import { openContent } from '../../../../content/src/open-content.ts';
import { openMailer } from '../../../../content/src/delivery/mail/open-mailer.ts';
import { openSignInMail } from '../../../../content/src/delivery/open-sign-in-mail.ts';
import { withoutLastSlash } from '../../http/below-public-path.ts';
import { openViewers } from '../../../../people/src/embed/open-viewers.ts';
import { SessionAuthenticator } from '../../../../people/src/session/session-authenticator.ts';
import type { Role } from '../../../../kernel/src/caller/role.ts';
import { openNotifications } from '../../../../content/src/notification/open-notifications.ts';
import {
  noAddresses,
  noAiModels,
  noMapShapes,
  noMetadata,
  noChats,
  noEvaluations,
  noMemories,
  noQueries,
} from './no-queries-for-test.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { atTheCommandLine } from '../../../../kernel/src/caller/audit-actor.ts';
import { bearersOf } from './bearers-for-test.ts';

const now = Date.UTC(2026, 5, 17);
const clock = { now: () => now };
const serving = { tokens: { algorithms: ['HS256'], scopes: [] }, basePath: 'cubejs-api', isDemo: false };
const log = { warn: () => {} };
const reportAccess = () => Promise.reject(new Error('nobody asks that here'));

describe.each(storyKinds)('the Platform API on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let app: FastifyInstance;
  let admin: string;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock, { passwordCost });
    app = Fastify({ rewriteUrl: withoutLastSlash });
    const { store, epochs } = metadata;
    const authenticator = bearersOf({ database: store.database, epochs, clock, log });
    const browserSessions = new SessionAuthenticator({ database: store.database, epochs, clock, log });
    await registerPlatformRoutes(app, {
      ...metadata,
      ...openContent(metadata, clock),
      ...openViewers({ ...metadata, clock, embedIssuer: 'cubecloud' }),
      ...openSignInMail(metadata, {
        mailer: openMailer(place.settings),
        origin: () => 'https://orrery.test',
        clock,
        log,
      }),
      authenticator,
      browserSessions,
      history: undefined,
      aiModels: noAiModels,
      mapShapes: noMapShapes,
      ownAddress: () => undefined,
      readSamlMetadata: noMetadata,
      queries: noQueries,
      chats: noChats,
      memories: noMemories,
      evaluations: noEvaluations,
      notifications: openNotifications({ ...metadata, database: store.database }),
      reportAccess,
      agentSkills: () => Promise.resolve([]),
      ownAddresses: noAddresses,
      clientDocuments: metadata.oauthClients,
      clock,
      serving,
    });
    admin = await keyOf('ann', 'admin');
  });

  afterEach(async () => {
    await app.close();
    await metadata.close();
    await place.remove();
  });

  async function keyOf(username: string, role: Role, deployments: 'all' | readonly number[] = 'all') {
    const { changes, accountId, users, apiKeys } = metadata;
    const known = (await users.list(accountId)).find((user) => user.username === username);
    const user =
      known ??
      (await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        users.create(change, { username, role, email: `${username}@example.com` }),
      ));
    return (
      await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        apiKeys.create(change, { userId: user.id, name: 'test', deployments }),
      )
    ).text;
  }

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: { key?: string; body?: object } = {},
  ) {
    const { key = admin, body } = options;
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
  }

  it('shows the user of an API key', async () => {
    for (const path of ['/users/me', '/users/me/']) {
      const { status, body } = await ask('GET', path);
      expect([status, currentUserSchema.parse(body)]).toMatchObject([
        200,
        { username: 'ann', email: 'ann@example.com', role: 'admin', isAdmin: true },
      ]);
    }
    expect((await ask('GET', '/users/me', { key: await keyOf('bob', 'viewer') })).body.isAdmin).toBe(false);
  });

  it('accepts the documented types of body only', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/octet-stream']) {
      const headers = { authorization: `Bearer ${admin}`, 'content-type': type };
      const answer = await app.inject({ method: 'POST', url: '/api/v1/api-keys', headers, payload: 'name=nightly' });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        415,
        { statusCode: 415, message: expect.stringContaining('application/json') },
      ]);
    }
  });

  it('makes, lists and revokes keys', async () => {
    const wanted = { name: ' nightly ', deploymentIds: [1, 1], expiresAt: '2027-01-01T00:00:00+01:00', tenantId: 7 };
    const made = await ask('POST', '/api-keys', { body: wanted });
    const { key, ...shown } = madeApiKeySchema.parse(made.body);
    expect([made.status, shown]).toMatchObject([
      200,
      { name: 'nightly', deploymentIds: [1], expiresAt: '2026-12-31T23:00:00.000Z', username: 'ann', revokedAt: null },
    ]);
    expect(key.slice(-4)).toBe(shown.tail);
    expect((await ask('GET', '/users/me', { key })).status).toBe(200);

    const list = async () => apiKeysSchema.parse((await ask('GET', '/api-keys/')).body).items;
    expect((await list()).at(-1)).toMatchObject(withoutUse(shown));
    const revoked = await ask('DELETE', `/api-keys/${shown.id}`);
    expect([revoked.status, revoked.body]).toEqual([204, undefined]);
    expect((await list()).at(-1)?.revokedAt).toBe(new Date(now).toISOString());
    expect((await ask('GET', '/users/me', { key })).status).toBe(401);
  });

  const withoutUse = ({ lastUsedAt: _, ...key }: WireApiKey) => key;

  it('gives lists in pages', async () => {
    for (let times = 0; times < 4; times += 1) await keyOf('ann', 'admin');
    const seen: number[] = [];
    let path = '/api-keys?first=2';
    for (;;) {
      const { items, pageInfo } = apiKeysSchema.parse((await ask('GET', path)).body);
      seen.push(...items.map(({ id }) => id));
      expect(pageInfo.hasPreviousPage).toBe(path.includes('after'));
      if (!pageInfo.hasNextPage) break;
      path = `/api-keys?first=2&after=${pageInfo.endCursor}`;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
    const last = apiKeysSchema.parse((await ask('GET', '/api-keys?first=5000')).body);
    const beyond = await ask('GET', `/api-keys?after=${last.pageInfo.endCursor}`);
    expect(apiKeysSchema.parse(beyond.body)).toEqual({
      items: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it.each([
    ['GET', '/users/me', ''],
    ['GET', '/api-keys', ''],
    ['GET', '/api-keys', `sk-${'x'.repeat(43)}`],
    ['POST', '/api-keys/', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['DELETE', '/api-keys/1', 'none'],
  ] as const)('%s %s with the key %j is refused', async (method, path, key) => {
    const { status, body, headers } = await ask(method, path, { key });
    const kindOfKey = key.split('.').length === 3 ? 'embed token' : 'API key';
    const text = key === '' ? "Authorization header isn't set" : `Invalid ${kindOfKey}`;
    expect([status, platformErrorSchema.parse(body)]).toEqual([401, { error: text, message: text, statusCode: 401 }]);
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it.each(['developer', 'explorer', 'viewer'] as const)('keeps a %s away from keys', async (role) => {
    const key = await keyOf('bob', role);
    const keys = await metadata.apiKeys.list(metadata.accountId);
    const answers = await Promise.all([
      ask('GET', '/api-keys', { key }),
      ask('POST', '/api-keys', { key, body: { name: 'mine' } }),
      ask('DELETE', '/api-keys/1', { key }),
      ask('DELETE', '/api-keys/999', { key }),
    ]);
    for (const { status, body } of answers) {
      expect([status, platformErrorSchema.parse(body).error]).toEqual([403, 'Only admins may do this']);
    }
    const still = (await metadata.apiKeys.list(metadata.accountId)).map(({ id, revokedAt }) => [id, revokedAt]);
    expect(still).toEqual(keys.map(({ id }) => [id, undefined]));
  });

  it('lets a key for some deployments govern only keys for no more than these', async () => {
    const key = await keyOf('ann', 'admin', [1]);
    const idOf = async (text: string) =>
      (await metadata.apiKeys.list(metadata.accountId)).find(({ tail }) => text.endsWith(tail))?.id ?? 0;
    const [own, whole] = [await idOf(await keyOf('ann', 'admin', [1])), await idOf(await keyOf('bob', 'viewer'))];

    const { body } = await ask('GET', '/api-keys?first=100', { key });
    const { items } = body as { readonly items: readonly { readonly id: number; readonly deploymentIds: unknown }[] };
    expect(items.map(({ id }) => id)).toContain(own);
    expect(new Set(items.map(({ deploymentIds }) => JSON.stringify(deploymentIds)))).toEqual(new Set(['[1]']));

    for (const id of [whole, 999]) {
      for (const sent of [{ name: 'mine' }, { deploymentIds: [1] }]) {
        const refused = await ask('PUT', `/api-keys/${id}`, { key, body: sent });
        expect([refused.status, platformErrorSchema.parse(refused.body).error]).toEqual([
          403,
          'The API key is not for this deployment; it is for deployment 1',
        ]);
      }
      expect((await ask('DELETE', `/api-keys/${id}`, { key })).status).toBe(403);
    }
    const widened = await ask('PUT', `/api-keys/${own}`, { key, body: { deploymentIds: null } });
    expect(widened.status).toBe(403);
    expect((await ask('PUT', `/api-keys/${own}`, { key, body: { name: 'renamed' } })).status).toBe(200);
    expect((await ask('DELETE', `/api-keys/${own}`, { key })).status).toBe(204);
    const kept = (await metadata.apiKeys.list(metadata.accountId)).find(({ id }) => id === whole);
    expect([kept?.revokedAt, kept?.deployments]).toEqual([undefined, 'all']);
  });

  it('lets a key for some deployments make keys for those only, without revealing the others', async () => {
    const key = await keyOf('ann', 'admin', [1]);
    const make = async (deploymentIds: readonly number[] | null | undefined) =>
      (await ask('POST', '/api-keys', { key, body: { name: 'x', deploymentIds } })).status;
    expect([await make([1]), await make(undefined), await make(null), await make([1, 2])]).toEqual([
      200, 403, 403, 403,
    ]);
    const unknown = await ask('POST', '/api-keys', { body: { name: 'x', deploymentIds: [2] } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'There is no deployment 2']);
  });

  it.each<[string, object, readonly string[]]>([
    ['nothing', {}, ['name']],
    ['a name of nothing', { name: '  ' }, ['name']],
    ['a name that cannot be seen', { name: 'a\u0000b' }, ['name']],
    ['a long name', { name: 'x'.repeat(256) }, ['name']],
    ['wrong types', { name: 7, deploymentIds: '1', expiresAt: 12 }, ['name', 'deploymentIds', 'expiresAt']],
    ['no deployments', { name: 'x', deploymentIds: [] }, ['deploymentIds']],
    ['deployments that are none', { name: 'x', deploymentIds: [1, -1, 1.5] }, ['deploymentIds.1', 'deploymentIds.2']],
    ['a date without a time', { name: 'x', expiresAt: '2027-01-01' }, ['expiresAt']],
    ['an end that is over', { name: 'x', expiresAt: '2026-06-17T00:00:00Z' }, ['expiresAt']],
  ])('refuses a key with %s, and lists every fault', async (_, body, paths) => {
    const answer = await ask('POST', '/api-keys', { body });
    const { details } = platformErrorSchema.parse(answer.body);
    expect([answer.status, details?.map(({ path }) => path)]).toEqual([400, paths]);
  });

  it.each(['first=0', 'first=x', 'first=1.5', 'after=', 'after=x', 'after=eyJpZCI6MH0', 'after=eyJpZCI6IjEifQ'])(
    'refuses the page %s',
    async (query) => {
      const { status, body } = await ask('GET', `/api-keys?${query}`);
      expect([status, platformErrorSchema.parse(body).statusCode]).toEqual([400, 400]);
    },
  );

  it.each([
    ['DELETE', '/api-keys/999', 404],
    ['DELETE', '/api-keys/99999999999999999999', 404],
    ['DELETE', '/api-keys/one', 400],
    ['DELETE', '/api-keys/-1', 400],
    ['GET', '/nothing', 404],
    ['POST', '/users/me', 405],
  ] as const)('answers %s %s with %d', async (method, path, expected) => {
    const { status, body } = await ask(method, path);
    expect([status, platformErrorSchema.parse(body).statusCode]).toEqual([expected, expected]);
  });

  it('answers a body that is not JSON in its own format', async () => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
    for (const payload of ['{', '{"__proto__":{"x":1}}', '', '[]', 'null']) {
      const answer = await app.inject({ method: 'POST', url: '/api/v1/api-keys', headers, payload });
      expect([payload, answer.statusCode, platformErrorSchema.safeParse(answer.json()).success]).toEqual([
        payload,
        400,
        true,
      ]);
    }
    const large = JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) });
    expect((await app.inject({ method: 'POST', url: '/api/v1/api-keys', headers, payload: large })).statusCode).toBe(
      413,
    );
  });
});
