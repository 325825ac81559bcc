import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const now = Date.UTC(2026, 5, 17);
const canary = 'canary-5b1c-secret';
const server = {
  name: 'default',
  type: 'postgres',
  host: 'db.example.com',
  database: 'shop',
  user: 'reader',
  password: canary,
};

describe.each(storyKinds)('the Platform API on %s', (kind) => {
  let platform: PlatformFixture;

  beforeEach(async () => {
    platform = await PlatformFixture.open(kind, { now: () => now });
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const create = async (name = 'Sales') => (await platform.ask('POST', '/deployments', { body: { name } })).body.id;

  it('makes, renames and deletes deployments', async () => {
    const made = await platform.ask('POST', '/deployments/', { body: { name: ' Sales ' } });
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: 2,
        name: 'Sales',
        creationStep: 'upload',
        deploymentUrl: '',
        rights: expect.arrayContaining(['DeploymentRead']),
      },
    ]);
    expect((await platform.ask('PUT', '/deployments/2', { body: { name: 'Shop' } })).body).toMatchObject({
      name: 'Shop',
    });
    expect((await platform.ask('PUT', '/deployments/2', {})).body).toMatchObject({ name: 'Shop' });
    const list = await platform.ask('GET', '/deployments');
    expect(list.body.items).toMatchObject([{ id: 1 }, { id: 2, name: 'Shop' }]);
    const waiting = await platform.ask('GET', '/deployments?creationStep=upload');
    expect(waiting.body.items.map(({ id }: { id: number }) => id)).toEqual([2]);
    const gone = await platform.ask('DELETE', '/deployments/2/');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await platform.ask('DELETE', '/deployments/2')).status).toBe(404);
    expect((await platform.ask('GET', '/deployments/2')).status).toBe(404);
    const log = await platform.ask('GET', '/audit-logs');
    const events = log.body.items.map(({ event }: { event: string }) => event);
    for (const event of ['Created deployment', 'Updated deployment configuration', 'Deleted deployment']) {
      expect(events).toContain(event);
    }
  });

  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: 7 }, 'name'],
  ])('refuses a deployment of %j', async (body, path) => {
    const { status, body: answer } = await platform.ask('POST', '/deployments', { body });
    expect([status, answer.details[0].path]).toEqual([400, path]);
  });

  it('answers 409 for a name that is taken, and for deployments from the project folder', async () => {
    const id = await create();
    expect((await platform.ask('POST', '/deployments', { body: { name: 'SALES' } })).status).toBe(409);
    const attempts = [
      platform.ask('PUT', '/deployments/1', { body: { name: 'x' } }),
      platform.ask('DELETE', '/deployments/1'),
      platform.ask('PUT', '/deployments/1/variables', { body: { variables: [{ name: 'A', value: 'x' }] } }),
      platform.ask('POST', '/deployments/1/data-sources', { body: server }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.error]).toEqual([409, expect.stringContaining('project folder')]);
    }
    expect((await platform.ask('GET', `/deployments/${id}`)).status).toBe(200);
  });

  it('stores variables and data sources, and never shows their secrets', async () => {
    const id = await create();
    const path = `/deployments/${id}`;
    const variables = [
      { name: 'DB_URL', value: `postgres://u:${canary}@db/shop` },
      { name: 'REGION', value: canary },
    ];
    const set = await platform.ask('PUT', `${path}/variables`, { body: { variables } });
    expect(set.body).toEqual({
      items: ['DB_URL', 'REGION'].map((name) => ({ name, updatedAt: new Date(now).toISOString() })),
    });
    const made = await platform.ask('POST', `${path}/data-sources`, { body: server });
    expect([made.status, made.body]).toMatchObject([200, { name: 'default', ssl: { mode: 'verify-full', ca: null } }]);
    const source = `${path}/data-sources/${made.body.id}`;
    const answers = [
      set,
      made,
      await platform.ask('GET', `${path}/variables/`),
      await platform.ask('GET', `${path}/data-sources/`),
      await platform.ask('GET', source),
      await platform.ask('PUT', source, { body: { user: 'other' } }),
      await platform.ask('PUT', source, { body: { host: 'evil.example.com' } }),
      await platform.ask('PUT', source, { body: { password: canary, port: 'x' } }),
      await platform.ask('POST', `${path}/data-sources`, { body: server }),
      await platform.ask('POST', `${path}/data-sources`, { body: { ...server, type: 'oracle', host: canary } }),
      await platform.ask('PUT', `${path}/variables`, { body: { variables: [{ name: 'bad name', value: canary }] } }),
      await platform.ask('PUT', `${path}/variables`, { body: { variables: [{ name: 'A', value: { canary } }] } }),
      await platform.ask('GET', '/deployments'),
      await platform.ask('GET', '/audit-logs'),
      await platform.ask('GET', '/audit-logs/export'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 400, 400, 409, 400, 400, 400, 200, 200, 200,
    ]);
    for (const { text } of answers) expect(text).not.toContain(canary);
    expect((await platform.ask('GET', source)).body).toMatchObject({ user: 'other', host: 'db.example.com' });
    expect((await platform.ask('DELETE', source)).status).toBe(204);
    expect((await platform.ask('GET', source)).status).toBe(404);
  });

  it('stores Trino clusters and ClickHouse servers, and never shows their secrets', async () => {
    const path = `/deployments/${await create()}/data-sources`;
    const { database: _, password: __, ...rest } = server;
    const trino = { ...rest, name: 'lake', type: 'trino', catalog: 'lake', schema: ['sales'], token: canary };
    const clickhouse = { ...server, name: 'events', type: 'clickhouse', user: null };
    const made = [
      await platform.ask('POST', path, { body: trino }),
      await platform.ask('POST', path, { body: clickhouse }),
    ];
    const shown = { host: 'db.example.com', ssl: { mode: 'verify-full', ca: null } };
    expect(made.map(({ status, body }) => [status, body])).toEqual([
      [
        200,
        {
          ...shown,
          id: 1,
          name: 'lake',
          type: 'trino',
          port: 443,
          database: null,
          catalog: 'lake',
          user: 'reader',
          schema: ['sales'],
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      [
        200,
        {
          ...shown,
          id: 2,
          name: 'events',
          type: 'clickhouse',
          port: 8443,
          database: 'shop',
          catalog: null,
          user: 'default',
          schema: [],
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
    ]);
    const [lake, events] = made.map(({ body }) => `${path}/${body.id}`);
    if (lake === undefined || events === undefined) throw new Error('two were made');
    // An answer is an input: what a type does not have is null or empty in it.
    const { body: same } = await platform.ask('PUT', lake, { body: made[0]?.body });
    expect(same).toEqual({ ...made[0]?.body, updatedAt: expect.any(String) });
    const answers = [
      ...made,
      await platform.ask('GET', lake),
      await platform.ask('PUT', events, { body: { ...made[1]?.body, user: 'writer' } }),
      await platform.ask('PUT', lake, { body: { host: 'evil.example.com' } }),
      await platform.ask('PUT', lake, { body: { database: 'shop' } }),
      await platform.ask('PUT', events, { body: { token: canary } }),
      await platform.ask('PUT', lake, { body: { token: { canary } } }),
      await platform.ask('POST', path, { body: { ...trino, name: 'twice', password: canary } }),
      await platform.ask('GET', '/audit-logs/export'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 400, 400, 400, 400, 200]);
    const paths = answers.slice(4, 9).map(({ body }) => body.details.map((detail: { path: string }) => detail.path));
    expect(paths).toEqual([['token'], ['database'], ['token'], ['token'], ['token']]);
    for (const { text } of answers) expect(text).not.toContain(canary);
  });

  it('names every invalid field of a data source', async () => {
    const id = await create();
    const body = { ...server, host: '169.254.169.254', database: '', user: '', ssl: { mode: 'maybe' } };
    const answer = await platform.ask('POST', `/deployments/${id}/data-sources`, { body });
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'host',
      'database',
      'user',
      'ssl.mode',
    ]);
  });

  it('lists data sources in pages', async () => {
    const path = `/deployments/${await create()}/data-sources`;
    for (const name of ['a', 'b', 'c']) await platform.ask('POST', path, { body: { ...server, name } });
    const first = await platform.ask('GET', `${path}?first=2`);
    expect(first.body.items.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    const second = await platform.ask('GET', `${path}?after=${first.body.pageInfo.endCursor}`);
    expect(second.body.items.map(({ name }: { name: string }) => name)).toEqual(['c']);
  });
});

/**
 * Results per route: for a visible deployment, for one outside the key's scope, and for a missing one. `grantee` is a
 * viewer whose own role has the right for deployment 2; the scoped key is an admin's, for 2.
 */
describe('rights on the administration of deployments', () => {
  const routes = [
    ['PUT', '', { name: 'new' }],
    ['GET', '/variables', undefined],
    ['PUT', '/variables', { variables: [{ name: 'A', value: 'x' }] }],
    ['GET', '/data-sources', undefined],
    ['POST', '/data-sources', { ...server, name: 'other' }],
    ['GET', '/data-sources/1', undefined],
    ['PUT', '/data-sources/1', { user: 'other' }],
    ['DELETE', '/data-sources/1', undefined],
    ['DELETE', '', undefined],
  ] as const;

  const callers = {
    viewer: { role: 'viewer', expected: [403, 403, 403] },
    explorer: { role: 'explorer', expected: [403, 403, 403] },
    scoped: { role: 'admin', deployments: [2], expected: ['reached', 403, 403] },
    grantee: { role: 'viewer', isGranted: true, expected: ['reached', 403, 403] },
    developer: { role: 'developer', expected: ['reached', 'reached', 404] },
  } as const;

  it.each(
    routes.flatMap(([method, path, body]) =>
      Object.entries(callers).map(([who, caller]) => ({ method, path, body, who, caller })),
    ),
  )('$method /deployments/{id}$path of a $who', async ({ method, path, body, caller }) => {
    await using platform = await PlatformFixture.open('sqlite', { now: () => now });
    for (const name of ['two', 'three']) {
      const { id } = (await platform.ask('POST', '/deployments', { body: { name } })).body;
      await platform.ask('POST', `/deployments/${id}/data-sources`, { body: server });
    }
    const { changes, roles, accountId } = platform.metadata;
    const action = method === 'DELETE' && path === '' ? 'DeploymentDelete' : 'DeploymentUpdate';
    const policies = [{ deployments: [2], actions: [action] }];
    const granted = { name: 'Keepers', base: 'developer', actions: [], policies };
    const { id: role } = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      roles.create(change, granted),
    );
    const customRoles = 'isGranted' in caller ? [role] : [];
    const scope = 'deployments' in caller ? caller.deployments : 'all';
    const key = await platform.keyOf({ username: 'bob', role: caller.role, customRoles }, scope);
    const statuses = [];
    for (const id of [2, 3, 999]) {
      const there = path.replace('/1', `/${id - 1}`); // the data source of that deployment
      const { status } = await platform.ask(method, `/deployments/${id}${there}`, { key, ...(body ? { body } : {}) });
      statuses.push(status < 300 || status === 409 ? 'reached' : status);
    }
    expect(statuses).toEqual(caller.expected);
  });

  it('POST /deployments', async () => {
    await using platform = await PlatformFixture.open('sqlite', { now: () => now });
    const { changes, roles, accountId } = platform.metadata;
    const granted = { name: 'Makers', base: 'viewer', actions: ['DeploymentsManage'], policies: [] };
    const { id: role } = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      roles.create(change, granted),
    );
    const keys = [
      [await platform.keyOf({ username: 'v', role: 'viewer' }), 403],
      [await platform.keyOf({ username: 'e', role: 'explorer' }), 403],
      [await platform.keyOf({ username: 'd', role: 'developer' }), 200],
      [await platform.keyOf({ username: 'm', role: 'viewer', customRoles: [role] }), 200],
      [await platform.keyOf({ username: 's', role: 'admin' }, [1]), 403],
      ['', 401],
    ] as const;
    for (const [index, [key, expected]] of keys.entries()) {
      const { status } = await platform.ask('POST', '/deployments', { key, body: { name: `number ${index}` } });
      expect([index, status]).toEqual([index, expected]);
    }
  });
});
