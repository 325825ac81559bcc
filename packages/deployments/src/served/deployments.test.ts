import { openContent } from '../../../content/src/open-content.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { ApiKeyAuthenticator } from '../../../people/src/key/api-key-authenticator.ts';
import { type ServedMetadata, serveMetadata } from '../open-metadata.ts';
import type { NewDataSource } from '../input/stored-data-source.ts';

const clock = { now: () => 1_770_000_000_000 };
const canary = 'canary-7f3a-password';
const server: NewDataSource = {
  name: 'default',
  type: 'postgres',
  host: 'db.example.com',
  database: 'shop',
  user: 'reader',
  password: canary,
};

const { database: _, password: __, ...address } = server;
const trino: NewDataSource = { ...address, type: 'trino', catalog: 'lake' };
const clickhouse: NewDataSource = { ...server, type: 'clickhouse', database: 'events' };
const certificate = '-----BEGIN CERTIFICATE-----\n';

describe.each(storeKinds)('deployments on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  const opened: string[] = [];

  beforeEach(async () => {
    opened.length = 0;
    place = await migratedPlace(kind, { ORRERY_SOURCE_NETWORKS: '10.1.0.0/16' });
    metadata = await serveMetadata(place.settings, clock, { hide: (secret) => opened.push(secret) });
    ({ accountId } = metadata);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const create = (name: string) =>
    metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.create(change, name));
  const stored = (id: number) => metadata.deploymentInputs.of(accountId, id);
  const audit = async () => {
    const rows = await metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.map(({ event, deployment_id, attributes }) => [event, deployment_id, JSON.parse(attributes)]);
  };
  const rowsOf = async (id: number) => {
    const tables = ['deployment_secret', 'deployment_variable', 'deployment_data_source'] as const;
    const counts = tables.map(async (table) => {
      const rows = await metadata.store.database
        .selectFrom(table)
        .selectAll()
        .where('deployment_id', '=', id)
        .execute();
      return rows.length;
    });
    return Promise.all(counts);
  };

  it('are created with an id, a secret and an audit event', async () => {
    expect(await create('Sales')).toEqual({ id: 2, name: 'Sales', createdAt: clock.now() });
    expect(await metadata.deployments.secretsOf(2)).toHaveLength(1);
    expect(await metadata.deployments.summaries(accountId)).toMatchObject([{ id: 1 }, { id: 2, name: 'Sales' }]);
    expect(await audit()).toEqual([['Created deployment', 2, { name: 'Sales' }]]);
  });

  it('never get the id of a deleted one', async () => {
    await create('a');
    await metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.delete(change, 2));
    expect(await create('b')).toMatchObject({ id: 3 });
  });

  it('have names that are unique without case', async () => {
    await create('Sales');
    await expect(create('sALES')).rejects.toMatchObject({ code: 'deployment.name-taken', status: 409 });
    await expect(create('Default')).rejects.toMatchObject({ code: 'deployment.name-taken' });
    const { id } = await create('other');
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.rename(change, id, 'SALES')),
    ).rejects.toMatchObject({ status: 409 });
    expect(
      await metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.deployments.rename(change, id, 'OTHER'),
      ),
    ).toMatchObject({ name: 'OTHER' });
  });

  it('created at the same time have different ids, and each name once', async () => {
    const made = await Promise.allSettled(['a', 'b', 'a', 'c'].map(create));
    const values = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(values.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
    expect(new Set(values.map(({ id }) => id)).size).toBe(3);
  });

  it('are deleted with all dependents, and only once', async () => {
    openContent(metadata, clock);
    const { id } = await create('Sales');
    await metadata.changes.changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, id, server));
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.variables.set(change, id, [{ name: 'A', value: 'one' }]),
    );
    const user = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.users.create(change, { username: 'bob' }),
    );
    const key = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.apiKeys.create(change, { userId: user.id, name: 'k', deployments: [id] }),
    );
    const share = { type: 'Deployment', id } as const;
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.resourcePolicies.set(change, share, { userId: user.id }, 'DeploymentRead'),
    );
    expect(await rowsOf(id)).toEqual([1, 1, 1]);
    const common = { deployment_id: id, name_key: 'x', position: 0, created_at: 1, updated_at: 1 };
    const { database } = metadata.store;
    const insert = (row: object) =>
      database
        .insertInto('content_item')
        .values({ ...common, kind: 'FOLDER', name: 'x', ...row })
        .returning('id')
        .executeTakeFirstOrThrow();
    const folder = await insert({ name: 'outer', name_key: 'outer' });
    const inner = await insert({ name: 'inner', name_key: 'inner', folder_id: folder.id });
    await insert({ kind: 'WORKBOOK', folder_id: inner.id });
    const shared = { type: 'Folder', id: folder.id } as const;
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.resourcePolicies.set(change, shared, { userId: user.id }, 'FolderRead'),
    );
    const both = await Promise.allSettled(
      [1, 2].map(() =>
        metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.delete(change, id)),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowsOf(id)).toEqual([0, 0, 0]);
    expect(await database.selectFrom('resource_policy').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('content_item').selectAll().execute()).toEqual([]);
    const dependencies = { database: metadata.store.database, epochs: metadata.epochs, clock };
    const actor = await new ApiKeyAuthenticator({ ...dependencies, log: { warn: () => {} } }).personOf({
      authorization: `Bearer ${key.text}`,
    });
    expect(actor.deployments).toEqual(new Set()); // and not 'all'
    expect((await audit()).filter(([event]) => event === 'Deleted deployment')).toHaveLength(1);
  });

  it('of other accounts do not exist for a caller', async () => {
    const { id } = await create('Sales');
    const source = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.dataSources.create(change, id, server),
    );
    const stranger = accountId + 1;
    await metadata.store.database
      .insertInto('account')
      .values({ id: stranger, name: 'other', created_at: 1, first_key_at: null })
      .execute();
    const attempts = [
      metadata.deployments.get(stranger, id),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) =>
        metadata.deployments.rename(change, id, 'mine'),
      ),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) => metadata.deployments.delete(change, id)),
      metadata.variables.list(stranger, id),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) =>
        metadata.variables.set(change, id, [{ name: 'A', value: 'x' }]),
      ),
      metadata.dataSources.list(stranger, id),
      metadata.dataSources.get(stranger, id, source.id),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) =>
        metadata.dataSources.create(change, id, server),
      ),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) =>
        metadata.dataSources.update(change, id, source.id, { user: 'mine' }),
      ),
      metadata.changes.changeRights({ accountId: stranger, by }, (change) =>
        metadata.dataSources.delete(change, id, source.id),
      ),
      metadata.deploymentInputs.of(stranger, id),
    ];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({
        status: 'rejected',
        reason: { status: 404, message: `There is no deployment ${id}` },
      });
    }
    const other = await create('Other');
    await expect(metadata.dataSources.get(accountId, other.id, source.id)).rejects.toMatchObject({ status: 404 });
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.dataSources.delete(change, other.id, source.id),
      ),
    ).rejects.toMatchObject({
      status: 404,
    });
    expect(await metadata.deployments.find(id)).toEqual({ id, accountId, revision: 1 });
  });

  it('1 is defined by its files', async () => {
    const attempts = [
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.rename(change, 1, 'x')),
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.deployments.delete(change, 1)),
      metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.variables.set(change, 1, [{ name: 'A', value: 'x' }]),
      ),
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, 1, server)),
    ];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'deployment.read-only' } });
    }
    expect(await audit()).toEqual([]);
  });

  it('have variables that are sealed, and readable by their project only', async () => {
    const { id } = await create('Sales');
    const { epochs } = metadata;
    const before = epochs.of(accountId);
    const listed = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.variables.set(change, id, [
        { name: 'DB_PASSWORD', value: canary },
        { name: 'REGION', value: '' },
      ]),
    );
    expect(epochs.of(accountId)).toBeGreaterThan(before);
    expect(listed).toEqual([
      { name: 'DB_PASSWORD', updatedAt: clock.now() },
      { name: 'REGION', updatedAt: clock.now() },
    ]);
    const kept = await metadata.store.database.selectFrom('deployment_variable').selectAll().execute();
    expect(JSON.stringify([kept, await audit()])).not.toContain(canary);
    expect(await stored(id)).toEqual({
      revision: 1,
      variables: new Map([
        ['DB_PASSWORD', canary],
        ['REGION', ''],
      ]),
      dataSources: new Map(),
    });
    expect(opened).toContain(canary);
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.variables.set(change, id, [
        { name: 'DB_PASSWORD', value: null },
        { name: 'NONE', value: null },
        { name: 'REGION', value: 'north' },
      ]),
    );
    expect(await stored(id)).toMatchObject({ revision: 2, variables: new Map([['REGION', 'north']]) });
    const changed = { variablesSet: ['REGION'], variablesRemoved: ['DB_PASSWORD', 'NONE'] };
    expect((await audit()).at(-1)).toEqual(['Updated deployment configuration', id, changed]);
  });

  it('have at most 200 variables', async () => {
    const { id } = await create('Sales');
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `V${from + index}`, value: 'x' }));
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.variables.set(change, id, many(0, 200)),
    );
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.variables.set(change, id, many(200, 1))),
    ).rejects.toMatchObject({ status: 409 });
    expect((await stored(id)).variables.size).toBe(200);
  });

  it('have data sources, whose passwords are sealed', async () => {
    const { id } = await create('Sales');
    const made = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.dataSources.create(change, id, server),
    );
    expect(made).toMatchObject({
      name: 'default',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      schema: [],
      ssl: { mode: 'verify-full' },
    });
    const kept = await metadata.store.database.selectFrom('deployment_data_source').selectAll().execute();
    expect(JSON.stringify([made, kept, await audit()])).not.toContain(canary);
    const { password, tls, ...rest } = Object.fromEntries(
      Object.entries((await stored(id)).dataSources.get('default') ?? {}),
    );
    expect([password, tls]).toEqual([canary, { mode: 'verified' }]);
    expect(rest).toEqual({
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'shop',
      user: 'reader',
      applicationName: 'orrery',
      connectTimeoutMs: 10_000,
      searchPath: [],
    });
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, id, server)),
    ).rejects.toMatchObject({ status: 409 });
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.dataSources.delete(change, id, made.id),
    );
    expect(await stored(id)).toMatchObject({ revision: 2, dataSources: new Map() });
  });

  it('keep a password while the server stays the same, and require it again for another server', async () => {
    const { id } = await create('Sales');
    const source = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.dataSources.create(change, id, server),
    );
    const update = (input: object) =>
      metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.dataSources.update(change, id, source.id, input),
      );
    await update({ user: 'other', database: 'store', schema: ['sales'] });
    expect((await stored(id)).dataSources.get('default')).toMatchObject({ user: 'other', password: canary });
    for (const input of [
      { host: 'evil.example.com' },
      { port: 5433 },
      { ssl: { mode: 'disable' } },
      { ssl: { ca: '-----BEGIN CERTIFICATE-----\n' } },
    ]) {
      await expect(update(input)).rejects.toMatchObject({ status: 400, details: [{ path: 'password' }] });
    }
    expect((await stored(id)).dataSources.get('default')).toMatchObject({ host: 'db.example.com', port: 5432 });
    await update({ host: 'new.example.com', password: 'another-password' });
    expect((await stored(id)).dataSources.get('default')).toMatchObject({
      host: 'new.example.com',
      password: 'another-password',
    });
    const last = { dataSource: 'default', change: 'updated', fields: ['host', 'password'] };
    expect((await audit()).at(-1)?.[2]).toMatchObject(last);
  });

  it('have data sources on Trino and ClickHouse, whose passwords and tokens are sealed', async () => {
    const { id } = await create('Sales');
    const inputs: readonly NewDataSource[] = [
      { ...trino, name: 'by_password', password: canary, schema: ['sales'] },
      { ...trino, name: 'by_token', token: canary, port: 8443, ssl: { ca: certificate } },
      { ...trino, name: 'without', host: 'localhost', password: '' },
      { ...clickhouse, name: 'events' },
      { ...clickhouse, name: 'defaults', user: undefined, password: '', ssl: { mode: 'require' } },
    ];
    const made = [];
    for (const input of inputs)
      made.push(
        await metadata.changes.changeRights({ accountId, by }, (change) =>
          metadata.dataSources.create(change, id, input),
        ),
      );
    expect(made).toMatchObject([
      { type: 'trino', port: 443, catalog: 'lake', schema: ['sales'], ssl: { mode: 'verify-full' } },
      { type: 'trino', port: 8443, catalog: 'lake', schema: [], ssl: { mode: 'verify-full', ca: certificate } },
      { type: 'trino', port: 443, ssl: { mode: 'disable' } },
      { type: 'clickhouse', port: 8443, database: 'events', user: 'reader', schema: [], ssl: { mode: 'verify-full' } },
      { type: 'clickhouse', port: 8443, database: 'events', user: 'default', ssl: { mode: 'require' } },
    ]);
    const kept = await metadata.store.database.selectFrom('deployment_data_source').selectAll().execute();
    expect(JSON.stringify([made, kept, await audit()])).not.toContain(canary);
    expect((await audit()).at(1)?.[2]).toMatchObject({
      dataSource: 'by_password',
      host: address.host,
      catalog: 'lake',
    });
    const common = { host: address.host, applicationName: 'orrery', connectTimeoutMs: 10_000 };
    const asTrino = { ...common, type: 'trino', user: 'reader', catalog: 'lake', roles: [], clientTags: [] };
    const asClickhouse = { ...common, type: 'clickhouse', port: 8443, database: 'events' };
    const verified = { mode: 'verified' };
    expect(Object.fromEntries((await stored(id)).dataSources)).toEqual({
      by_password: {
        ...asTrino,
        port: 443,
        schema: 'sales',
        tls: verified,
        login: { kind: 'password', password: canary },
      },
      by_token: {
        ...asTrino,
        port: 8443,
        tls: { ...verified, authorities: certificate },
        login: { kind: 'token', token: canary },
      },
      without: { ...asTrino, host: 'localhost', port: 443, tls: { mode: 'off' }, login: { kind: 'none' } },
      events: { ...asClickhouse, user: 'reader', password: canary, tls: verified },
      defaults: { ...asClickhouse, user: 'default', password: '', tls: { mode: 'encrypted' } },
    });
    expect(opened).toContain(canary);
  });

  it.each([
    ['a password of Trino', { ...trino, password: canary }, { kind: 'password', password: canary }, 'password'],
    ['a token of Trino', { ...trino, token: canary }, { kind: 'token', token: canary }, 'token'],
    ['a password of ClickHouse', clickhouse, canary, 'password'],
  ] as const)(
    'keep %s while the server stays the same, and require it again for another',
    async (_, input, kept, path) => {
      const { id } = await create('Sales');
      const { id: source } = await metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.dataSources.create(change, id, input),
      );
      const update = (changed: object) =>
        metadata.changes.changeRights({ accountId, by }, (change) =>
          metadata.dataSources.update(change, id, source, changed),
        );
      const secret = async () => {
        const engine = (await stored(id)).dataSources.get('default');
        return engine?.type === 'trino' ? engine.login : engine?.type === 'clickhouse' && engine.password;
      };
      const holder = input.type === 'trino' ? { catalog: 'pond' } : { database: 'pond' };
      await update({ user: 'other', ...holder });
      expect((await stored(id)).dataSources.get('default')).toMatchObject({ user: 'other', ...holder });
      for (const changed of [
        { host: 'evil.example.com' },
        { port: 8444 },
        { ssl: { mode: 'require' } },
        { ssl: { ca: certificate } },
      ]) {
        await expect(update(changed)).rejects.toMatchObject({ status: 400, details: [{ path }] });
      }
      expect(await secret()).toEqual(kept);
      await update({ host: 'new.example.com', [path]: 'another-secret' });
      expect(JSON.stringify(await secret())).toBe(JSON.stringify(kept).replace(canary, 'another-secret'));
    },
  );

  it('change from a password of Trino to a token, and to neither', async () => {
    const { id } = await create('Sales');
    const { id: source } = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.dataSources.create(change, id, { ...trino, password: 'first-password' }),
    );
    const loginAfter = async (changed: object) => {
      await metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.dataSources.update(change, id, source, changed),
      );
      const engine = (await stored(id)).dataSources.get('default');
      return engine?.type === 'trino' ? engine.login : undefined;
    };
    expect(await loginAfter({ token: 'a.b.c', port: 8443 })).toEqual({ kind: 'token', token: 'a.b.c' });
    expect(await loginAfter({ password: 'second' })).toEqual({ kind: 'password', password: 'second' });
    expect(await loginAfter({ password: '', ssl: { mode: 'disable' } })).toEqual({ kind: 'none' });
    expect(await loginAfter({ host: 'new.example.com' })).toEqual({ kind: 'none' });
    await expect(loginAfter({ password: 'third' })).rejects.toMatchObject({ details: [{ path: 'ssl.mode' }] });
  });

  it('may be in networks that the operator allows', async () => {
    const { id } = await create('Sales');
    const input = { ...server, host: '10.1.2.3', ssl: { mode: 'require' } };
    expect(
      await metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.dataSources.create(change, id, input),
      ),
    ).toMatchObject({ host: '10.1.2.3' });
  });
});

describe('deployments', () => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  let id: number;

  beforeAll(async () => {
    place = await migratedPlace('sqlite', { ORRERY_SOURCE_NETWORKS: '10.1.0.0/16' });
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
    ({ id } = await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.deployments.create(change, 'Sales'),
    ));
  });

  afterAll(async () => {
    await metadata.close();
    await place.remove();
  });

  const stored = () => metadata.deploymentInputs.of(accountId, id);

  it.each([
    [[{ name: '', value: 'x' }]],
    [[{ name: '1A', value: 'x' }]],
    [[{ name: 'A-B', value: 'x' }]],
    [[{ name: 'ORRERY_SECRET_KEY', value: 'x' }]],
    [[{ name: 'cubejs_schema_path', value: '../..' }]],
    [[{ name: 'A'.repeat(101), value: 'x' }]],
    [[{ name: 'A', value: 'x\0' }]],
    [
      [
        { name: 'A', value: 'x' },
        { name: 'A', value: 'y' },
      ],
    ],
    [
      [
        { name: 'GOOD', value: 'x' },
        { name: 'B AD', value: 'y' },
      ],
    ],
  ])('refuse the variables %j, and name every fault', async (changes) => {
    await expect(async () =>
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.variables.set(change, id, changes)),
    ).rejects.toMatchObject({
      status: 400,
    });
    expect(await stored()).toMatchObject({ revision: 0, variables: new Map() });
  });

  it.each([
    [{ type: 'duckdb' }, 'type'],
    [{ name: 'my source' }, 'name'],
    [{ host: '' }, 'host'],
    [{ host: '/var/run/postgresql' }, 'host'],
    [{ host: 'a,b' }, 'host'],
    [{ host: 'evil.example.com:80' }, 'host'],
    [{ host: '127.0.0.1' }, 'host'],
    [{ host: '169.254.169.254' }, 'host'],
    [{ host: '::1' }, 'host'],
    [{ host: '::ffff:169.254.169.254' }, 'host'],
    [{ host: '[::1]' }, 'host'],
    [{ host: '10.2.0.1' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ database: 'a\nb' }, 'database'],
    [{ user: '' }, 'user'],
    [{ password: 'a\0b' }, 'password'],
    [{ type: 'mysql', schema: ['a'] }, 'schema'],
    [{ type: 'mysql', host: '8.8.8.8' }, 'host'],
    [{ ssl: { mode: 'prefer' } }, 'ssl.mode'],
    [{ ssl: { mode: 'require', ca: '-----BEGIN CERTIFICATE-----' } }, 'ssl.ca'],
    [{ ssl: { ca: '/etc/passwd' } }, 'ssl.ca'],
    [{ ssl: { ca: '-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----' } }, 'ssl.ca'],
    [{ password: undefined }, 'password'],
    [{ user: undefined }, 'user'],
  ])('refuse the data source %j', async (wrong, field) => {
    const input = { ...server, ...wrong };
    const refused = expect(async () =>
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, id, input)),
    ).rejects;
    await refused.toMatchObject({
      status: 400,
      details: expect.arrayContaining([expect.objectContaining({ path: field })]),
    });
    expect(await stored()).toMatchObject({ revision: 0, dataSources: new Map() });
  });

  it.each([
    ['postgres', { ...server, catalog: 'lake', token: 'a.b.c' }, ['catalog', 'token']],
    ['mysql', { ...server, type: 'mysql', catalog: '', schema: ['a'], token: '' }, ['catalog', 'schema', 'token']],
    ['clickhouse', { ...clickhouse, catalog: 'lake', schema: ['a'], token: 'a' }, ['catalog', 'schema', 'token']],
    ['trino', { ...trino, database: 'shop' }, ['database']],
  ])('refuse settings of other types for %s, each by its name', async (_, input, paths) => {
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, id, input)),
    ).rejects.toMatchObject({
      status: 400,
      details: paths.map((path) => ({ path, message: expect.stringMatching(/^is for .*only$/) })),
    });
  });

  it.each([
    [{ ...trino, catalog: undefined }, ['catalog']],
    [{ ...trino, catalog: 'lake\r\nX-Trino-User: root' }, ['catalog']],
    [{ ...trino, catalog: 'ä' }, ['catalog']],
    [{ ...trino, user: undefined }, ['user']],
    [{ ...trino, user: 'a\nb' }, ['user']],
    [{ ...trino, user: 'a:b', password: 'x' }, ['user']],
    [{ ...trino, schema: ['a', 'b'] }, ['schema']],
    [{ ...trino, schema: ['a\nb'] }, ['schema']],
    [{ ...trino, token: '' }, ['token']],
    [{ ...trino, token: 'a\r\nb' }, ['token']],
    [{ ...trino, token: 'a.b.c', password: 'x' }, ['token']],
    [{ ...trino, password: 'a\0b' }, ['password']],
    [{ ...trino, password: 'x', ssl: { mode: 'disable' } }, ['ssl.mode']],
    [{ ...trino, token: 'a.b.c', host: 'localhost' }, ['ssl.mode']],
    [{ ...trino, host: '1.2.3.4.5' }, ['host']],
    [{ ...clickhouse, host: '1.2.3.4.5' }, ['host']],
    [{ ...clickhouse, database: undefined }, ['database']],
    [{ ...clickhouse, password: undefined }, ['password']],
    [{ ...clickhouse, user: 'a:b' }, ['user']],
    [{ ...clickhouse, user: '' }, ['user']],
    [{ ...clickhouse, port: 9000 }, ['port']],
    [{ ...clickhouse, port: 9440 }, ['port']],
    [
      { name: 'a b', type: 'trino', host: '', port: 0, database: 'a', schema: ['', ''], token: ' ', password: 'x' },
      ['name', 'host', 'port', 'database', 'catalog', 'user', 'schema', 'schema', 'token', 'token'],
    ],
  ])('refuse the data source %j, with every fault', async (input, paths) => {
    const refusal = await metadata.changes
      .changeRights({ accountId, by }, (change) => metadata.dataSources.create(change, id, input))
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 400, details: paths.map((path) => ({ path })) });
    expect(await stored()).toMatchObject({ revision: 0, dataSources: new Map() });
  });

  it.each([trino, clickhouse])('refuse closed addresses for %j', async (input) => {
    for (const host of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '10.2.0.1'])
      await expect(
        metadata.changes.changeRights({ accountId, by }, (change) =>
          metadata.dataSources.create(change, id, { ...input, host, ssl: { mode: 'verify-full' } }),
        ),
      ).rejects.toMatchObject({ details: [{ path: 'host', message: expect.stringContaining('ORRERY_SOURCE') }] });
  });
});
