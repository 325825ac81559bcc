import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { fieldsOf, raw, RawClient, shortened } from './raw-client.ts';

/** @param policy what everybody may see */
const model = (policy: string) => `cubes:
  - name: people
    sql: SELECT * FROM (VALUES (1, 'eu'), (2, 'us'), (3, 'no')) AS t (id, region)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: region, sql: region, type: string }
    access_policy:
      - group: '*'
        ${policy}
`;
const all = "member_level: { includes: '*' }";

let folder: string;
let served: ServedProject;
let port: number;
let versionOfAll: string;
let saved = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-changed-models-'));
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeFileSync(join(folder, 'model', 'people.yml'), model(all));
  served = await serveProject(folder);
  versionOfAll = served.composition.runtime.model.version;
  port = await served.composition.listenForSql(0);
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => publish(all));

/** Saves a model, and waits until it serves. */
async function publish(policy: string): Promise<void> {
  const { runtime } = served.composition;
  const before = runtime.model;
  saved += 1;
  writeFileSync(join(folder, 'model', 'people.yml'), `${model(policy)}# ${saved}\n`);
  await vi.waitFor(() => {
    expect(runtime.model === before).toBe(false);
    expect(runtime.model.version === versionOfAll).toBe(policy === all);
  }, 60_000);
}

async function connect(): Promise<Client> {
  const client = new Client({ host: '127.0.0.1', port, user: 'cube', password: served.token, database: '1' });
  client.on('error', () => undefined);
  onTestFinished(() => client.end().catch(() => undefined));
  await client.connect();
  return client;
}

const changed = {
  code: '55000',
  message: 'User Error: the model has changed since the rows were asked for',
  hint: 'Run the statement again',
};

it.each([
  ['hides a member', 'member_level: { excludes: [region] }'],
  ['shows fewer rows', 'row_level: { filters: [{ member: region, operator: equals, values: [eu] }] }'],
])('gives no more rows of a cursor after a model that %s', async (_, policy) => {
  const client = await connect();
  await client.query('DECLARE held CURSOR WITH HOLD FOR SELECT id, region FROM people ORDER BY 1');
  expect((await client.query('FETCH 1 FROM held')).rows).toEqual([{ id: 1, region: 'eu' }]);
  await client.query('DECLARE new CURSOR WITH HOLD FOR SELECT id FROM people ORDER BY 1');
  await publish(policy);
  await expect(client.query('FETCH 1 FROM held')).rejects.toMatchObject(changed);
  await expect(client.query('MOVE 1 IN held')).rejects.toMatchObject(changed);
  expect((await client.query('FETCH 1 FROM new')).rows).toEqual([{ id: 1 }]);
});

it.each([
  ['a statement', 'SELECT region FROM people ORDER BY 1'],
  ['an EXPLAIN', 'EXPLAIN VERBOSE SELECT region FROM people'],
])('gives no more rows of %s that Execute takes in parts', async (_, text) => {
  const { client } = await RawClient.start(port, { password: served.token });
  onTestFinished(() => client.close());
  await client.ask(raw.query('BEGIN'));
  await client.ask(raw.parse('', text), raw.bind('p', ''), raw.sync);
  expect(shortened(await client.ask(raw.execute('p', 1), raw.sync)).at(-2)).toBe('s');
  await publish('member_level: { excludes: [region] }');
  const [error] = await client.ask(raw.execute('p', 1), raw.sync);
  expect(error && fieldsOf(error)['C']).toBe('55000');
});

it('gives no rows of a temporary table after a model that shows fewer, also where a view or another table reads it', async () => {
  const client = await connect();
  await client.query('CREATE TEMP TABLE kept AS SELECT region FROM people');
  await client.query('CREATE TEMP TABLE copy AS SELECT region FROM kept');
  await client.query('CREATE TEMP VIEW seen AS SELECT region FROM copy');
  await client.query('CREATE TEMP VIEW own AS SELECT region FROM people');
  await client.query('DECLARE held CURSOR WITH HOLD FOR SELECT region FROM seen');
  await client.query('FETCH 1 FROM held');
  await client.query('DROP TABLE copy');
  await publish('row_level: { filters: [{ member: region, operator: equals, values: [eu] }] }');
  for (const text of [
    'SELECT * FROM kept',
    'SELECT count(*) FROM seen',
    'EXPLAIN SELECT * FROM kept',
    'COPY kept TO STDOUT',
    'FETCH 1 FROM held',
    'CREATE TEMP TABLE more AS SELECT * FROM seen',
  ]) {
    await expect(client.query(text), text).rejects.toMatchObject({ code: '55000' });
  }
  expect((await client.query('SELECT region FROM own')).rows).toEqual([{ region: 'eu' }]);
});

it('reads a temporary table on while the same model is saved again', async () => {
  const client = await connect();
  await client.query('CREATE TEMP TABLE kept AS SELECT region FROM people');
  await publish(all);
  expect((await client.query('SELECT count(*)::int AS n FROM kept')).rows).toEqual([{ n: 3 }]);
});

it('goes on with a cursor while the same model is saved again', async () => {
  const client = await connect();
  await client.query('DECLARE held CURSOR WITH HOLD FOR SELECT region FROM people ORDER BY 1');
  expect((await client.query('FETCH 1 FROM held')).rows).toEqual([{ region: 'eu' }]);
  await publish(all);
  expect((await client.query('FETCH 1 FROM held')).rows).toEqual([{ region: 'no' }]);
});
