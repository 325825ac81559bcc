import { platformErrorSchema, queryHistoryDetailSchema, queryHistorySchema } from '@orrery/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storyKinds, migratedPlace } from '../../../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../../../deployments/src/open-metadata.ts';
import type { QueryEvent } from '../../../../../runtime/src/query/query-observer.ts';
import { withoutLastSlash } from '../../../http/below-public-path.ts';
import { type QueryHistory, startHistory } from '../../../history/start-history.ts';
import { openContent } from '../../../../../content/src/open-content.ts';
import { openMailer } from '../../../../../content/src/delivery/mail/open-mailer.ts';
import { openSignInMail } from '../../../../../content/src/delivery/open-sign-in-mail.ts';
import { openViewers } from '../../../../../people/src/embed/open-viewers.ts';
import { SessionAuthenticator } from '../../../../../people/src/session/session-authenticator.ts';
import { fingerprints } from '../../../../../people/src/sign-in/fingerprint.ts';
import type { Role } from '../../../../../kernel/src/caller/role.ts';
import { openNotifications } from '../../../../../content/src/notification/open-notifications.ts';
import {
  noAddresses,
  noAiModels,
  noMapShapes,
  noMetadata,
  noChats,
  noEvaluations,
  noMemories,
  noQueries,
} from '../no-queries-for-test.ts';
import { registerPlatformRoutes } from '../platform-routes.ts';
import { atTheCommandLine } from '../../../../../kernel/src/caller/audit-actor.ts';
import { bearersOf } from '../bearers-for-test.ts';

const now = Date.UTC(2026, 5, 17, 12);
const clock = { now: () => now };
const serving = { tokens: { algorithms: ['HS256'], scopes: [] }, basePath: 'cubejs-api', isDemo: false };
const log = { info: () => {}, warn: () => {}, error: () => {} };

const event: QueryEvent = {
  requestId: 'request-1',
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  principal: {
    deploymentId: 1,
    securityContext: { sub: 'bob', tenant_id: 7, birthday: '2001-02-03', exp: 1 },
  },
  query: { measures: ['orders.count'], dimensions: ['orders.created_at.day'] },
  statements: ['SELECT count(*) FROM orders'],
  engineQueryIds: ['20260617_120000_00001_abcde'],
  dataSource: 'default',
  startedAt: now,
  timingsMs: { bind: 0.12345, engine: 40, total: 41 },
  cache: 'miss',
  rows: 3,
  bytes: 100,
  status: 200,
  errorCode: undefined,
};

const reportAccess = () => Promise.reject(new Error('nobody asks that here'));

describe.each(storyKinds)('the query history over HTTP on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let history: QueryHistory | undefined;
  let app: FastifyInstance;
  let admin: string;

  async function serve(environment: Readonly<Record<string, string>> = {}) {
    place = await migratedPlace(kind, environment);
    metadata = await serveMetadata(place.settings, clock);
    const { store, keyring, epochs } = metadata;
    history = startHistory({
      store,
      settings: place.settings,
      fingerprintOf: fingerprints(keyring.current),
      clock,
      log,
    });
    const authenticator = bearersOf({ database: store.database, epochs, clock, log });
    const browserSessions = new SessionAuthenticator({ database: store.database, epochs, clock, log });
    app = Fastify({ rewriteUrl: withoutLastSlash });
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
      history,
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
  }

  beforeEach(() => serve());
  afterEach(stop);

  async function stop() {
    await app.close();
    await history?.recorder.close();
    await metadata.close();
    await place.remove();
  }

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

  async function ask(path: string, key = admin) {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const answer = await app.inject({ url: `/api/v1/deployments/${path}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function record(...events: readonly Partial<QueryEvent>[]) {
    for (const changes of events) history?.recorder.observe({ ...event, ...changes });
    await history?.recorder.flush();
  }

  const listed = async (query = '') => queryHistorySchema.parse((await ask(`1/query-history?${query}`)).body);
  const idsOf = async (query: string) => (await listed(query)).items.map(({ requestId }) => requestId);

  it('shows each query with its caller, its answer and its SQL', async () => {
    await record({});
    const { items, pageInfo, dropped } = await listed();
    expect(items).toMatchObject([
      {
        requestId: 'request-1',
        startedAt: '2026-06-17T12:00:00.000Z',
        answers: 1,
        caller: { tenant: expect.stringMatching(/^[0-9a-f]{16}$/), claims: { sub: 'bob' } },
        query: event.query,
        timingsMs: { bind: 0.123, engine: 40, total: 41 },
        cache: 'miss',
        rows: 3,
        error: null,
      },
    ]);
    expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect(dropped).toEqual({ queries: 0, since: '2026-06-17T12:00:00.000Z' });
    for (const slash of ['', '/']) {
      const { body } = await ask(`1/query-history/${items[0]?.id}${slash}`);
      expect(queryHistoryDetailSchema.parse(body)).toEqual({
        ...items[0],
        statements: event.statements,
        engineQueryIds: event.engineQueryIds,
      });
    }
    expect(JSON.stringify(await listed())).not.toContain('2001-02-03');
  });

  it('stores the named claims, and no others', async () => {
    await stop();
    await serve({ ORRERY_HISTORY_CLAIMS: 'tenant_id, constructor,groups' });
    const groups = ['a', 'b'];
    await record(
      {},
      { principal: { ...event.principal, securityContext: { groups, tenant_id: { nested: 'secret' } } } },
      { principal: { ...event.principal, securityContext: { groups: Array(1_000).fill('x') } } },
    );
    const claims = (await listed()).items.map(({ caller }) => caller.claims);
    expect(claims).toEqual([{}, { groups }, { tenant_id: 7 }]);
  });

  it('is listed page by page', async () => {
    await record(...[3, 1, 2, 2, 5].map((second, index) => ({ startedAt: now + second, requestId: `r${index}` })));
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { items, pageInfo } = await listed(`first=2${after}`);
      seen.push(...items.map(({ requestId }) => requestId));
      expect(pageInfo.hasPreviousPage).toBe(after !== '');
      if (!pageInfo.hasNextPage) break;
      after = `&after=${pageInfo.endCursor}`;
    }
    expect(seen).toEqual(['r4', 'r0', 'r3', 'r2', 'r1']);
  });

  it('is filtered by the given conditions', async () => {
    await record(
      { requestId: 'hit', cache: 'hit', timingsMs: { total: 0.3 }, startedAt: now - 60_000 },
      { requestId: 'bad', status: 400, errorCode: 'query.unknown-member', query: undefined, endpoint: 'sql' },
      { requestId: 'slow', timingsMs: { total: 9_000 } },
    );
    const [tenant = ''] = (await listed()).items.map(({ caller }) => caller.tenant);
    expect(await idsOf('status=400')).toEqual(['bad']);
    expect(await idsOf('error=query.unknown-member')).toEqual(['bad']);
    expect(await idsOf('endpoint=sql')).toEqual(['bad']);
    expect(await idsOf('cached=true')).toEqual(['hit']);
    expect(await idsOf('cached=false&endpoint=load')).toEqual(['slow']);
    expect(await idsOf('member=orders.created_at')).toEqual(['slow', 'hit']);
    expect(await idsOf('requestId=slow')).toEqual(['slow']);
    expect(await idsOf('slowerThanMs=100')).toEqual(['slow']);
    expect(await idsOf(`tenant=${tenant}&from=2026-06-17T12:00:00Z`)).toEqual(['slow', 'bad']);
    expect(await idsOf('from=2026-06-17T13:59:00%2B02:00&to=2026-06-17T12:00:00Z')).toEqual(['hit']);
  });

  it('counts the queries that were dropped', async () => {
    const statements = ['x'.repeat(9_000_000)];
    for (let times = 0; times < 4; times++) history?.recorder.observe({ ...event, statements });
    await history?.recorder.flush();
    const { items, dropped } = await listed();
    expect(items.length + dropped.queries).toBe(4);
    expect(dropped.queries).toBeGreaterThan(0);
  });

  it('is visible to admins whose keys cover the deployment', async () => {
    await record({});
    const [entry] = (await listed()).items;
    const asks = async (key: string, deployment: number | string = 1) =>
      Promise.all(['query-history', `query-history/${entry?.id}`].map((path) => ask(`${deployment}/${path}`, key)));
    const statuses = async (...given: Parameters<typeof asks>) => (await asks(...given)).map(({ status }) => status);
    expect(await statuses('')).toEqual([401, 401]);
    expect(await statuses('sk-no-key-of-anybody')).toEqual([401, 401]);
    for (const role of ['developer', 'explorer', 'viewer'] as const) {
      expect(await statuses(await keyOf(role, role))).toEqual([403, 403]);
      expect(await statuses(await keyOf(role, role), 99)).toEqual([403, 403]);
    }
    const scoped = await keyOf('ann', 'admin', [1]);
    expect(await statuses(scoped)).toEqual([200, 200]);
    expect(await statuses(scoped, 99)).toEqual([403, 403]);
    expect(await statuses(admin, 99)).toEqual([404, 404]);
    expect(await statuses(admin, '99999999999999999999')).toEqual([404, 404]);
    expect(await statuses(admin, 'one')).toEqual([400, 400]);
    const answers = await asks(admin, 99);
    for (const { body } of answers) expect(platformErrorSchema.parse(body).error).toBe('There is no deployment 99');
  });

  it('shows no entry of another deployment whose id was guessed', async () => {
    await record({ deploymentId: 2 }, {});
    const [entry] = (await listed()).items;
    const other = (entry?.id ?? 0) - 1;
    for (const id of [other, 999_999, '999999999999999', '9'.repeat(30)]) {
      expect((await ask(`1/query-history/${id}`)).status).toBe(404);
    }
    expect(await idsOf('')).toEqual(['request-1']);
  });

  it('refuses invalid filters, and lists every fault', async () => {
    const { status, body } = await ask('1/query-history?status=20&sloweThanMs=1');
    expect(status).toBe(400);
    expect(platformErrorSchema.parse(body).details).toMatchObject([
      { path: 'status' },
      { message: expect.stringContaining('sloweThanMs') },
    ]);
  });

  it('says when no history is kept', async () => {
    await stop();
    await serve({ ORRERY_HISTORY_DAYS: '0' });
    for (const path of ['1/query-history', '1/query-history/1']) {
      const { status, body } = await ask(path);
      expect([status, body.error]).toMatchObject([404, expect.stringContaining('keeps no query history')]);
    }
  });
});
