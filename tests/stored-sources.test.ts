import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { zipOfTexts } from '../packages/deployments/src/version/zip-for-test.ts';
import { ScimService } from './scim/scim-service.ts';
import { clickhouseDatabase, describeClickhouse } from './servers/clickhouse.ts';
import { describeTrino, trinoSchema } from './servers/trino.ts';

let service: ScimService;

beforeAll(async () => {
  service = await ScimService.open('sqlite', { environment: { ORRERY_SOURCE_NETWORKS: '127.0.0.1' } });
});

afterAll(() => service[Symbol.asyncDispose]());

const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: cities, relationship: many_to_one, sql: "{CUBE}.city_id = {cities.id}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: placed_at, sql: placed_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
  - name: cities
    sql_table: cities
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
`;

/** Tables of the model, in the words of an engine. */
function tablesFor(type: { readonly integer: string; readonly text: string; readonly time: string }) {
  return [
    `CREATE TABLE cities (id ${type.integer}, name ${type.text})`,
    `CREATE TABLE orders (id ${type.integer}, city_id ${type.integer}, amount DECIMAL(18, 2), placed_at ${type.time})`,
    "INSERT INTO cities VALUES (1, 'Ulm'), (2, 'Bonn')",
    `INSERT INTO orders VALUES
       (1, 1, CAST('1.10' AS DECIMAL(18, 2)), CAST('2024-03-30 23:30:00' AS ${type.time})),
       (2, 1, CAST('2.25' AS DECIMAL(18, 2)), CAST('2024-03-31 21:59:59' AS ${type.time})),
       (3, 2, CAST('9007199254740993.07' AS DECIMAL(18, 2)), CAST('2024-04-01 00:00:00' AS ${type.time})),
       (4, 2, NULL, NULL)`,
  ];
}

/** Writes the query of the test in SQL; one column, since each engine has a form of its own for rows. */
const byHand = `SELECT concat(c.name, ' ', CAST(count(*) AS VARCHAR), ' ', CAST(sum(o.amount) AS VARCHAR))
  FROM orders o JOIN cities c ON o.city_id = c.id
  WHERE o.placed_at >= TIMESTAMP '2024-03-01 00:00:00' AND o.placed_at < TIMESTAMP '2024-04-01 00:00:00'
  GROUP BY c.name`;

const query = {
  dimensions: ['cities.name'],
  measures: ['orders.count', 'orders.amount'],
  timeDimensions: [{ dimension: 'orders.placed_at', dateRange: ['2024-03-01', '2024-03-31'] }],
};

async function send(path: string, body: object | Buffer, authorization = `Bearer ${service.key}`) {
  const isArchive = Buffer.isBuffer(body);
  const response = await fetch(`${service.served.origin}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': isArchive ? 'application/zip' : 'application/json' },
    body: isArchive ? new Uint8Array(body) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{"') ? JSON.parse(text.split('\n')[0] ?? '') : {} };
}

/** A deployment with a data source and the model above it. */
async function deploymentOn(source: object) {
  const { json } = await send('/api/v1/deployments', { name: crypto.randomUUID() });
  const path = `/api/v1/deployments/${json.id}`;
  const made = await send(`${path}/data-sources`, { name: 'default', ...source });
  expect([made.status, made.text]).toEqual([200, expect.stringContaining('"default"')]);
  const archive = zipOfTexts({ 'orrery.yml': '{}', 'model/orders.yml': model });
  const uploaded = await send(`${path}/versions`, archive);
  expect([uploaded.status, uploaded.json.check]).toEqual([200, expect.objectContaining({ problems: [] })]);
  expect((await send(`${path}/versions/${uploaded.json.version.id}/activate`, {})).status).toBe(200);
  const token = (await send(`${path}/token`, {})).json.cubeApiToken;
  return {
    load: async () => {
      const { json: answer } = await send(`/d/${json.id}/cubejs-api/v1/load`, { query }, token);
      const rows: readonly Record<string, string>[] = answer.data ?? [answer];
      return rows.map((row) => `${row['cities.name']} ${row['orders.count']} ${row['orders.amount']}`);
    },
    run: (sql: string) => send(`${path}/source-sql`, { dataSource: 'default', sql }),
    tables: async () => {
      const address = `${service.served.origin}${path}/source-sql/default/tables`;
      const response = await fetch(address, { headers: { authorization: `Bearer ${service.key}` } });
      const { items } = (await response.json()) as { items: readonly { name: string; isOnPath: boolean }[] };
      return items.filter(({ isOnPath }) => isOnPath).map(({ name }) => name);
    },
  };
}

const expected = ['Ulm 2 3.35'];

describeTrino('a Trino cluster of a deployment', () => {
  it('is queried by its model, with the numbers that SQL has', async () => {
    const { ask, drop, host, port, catalog, schema, user } = await trinoSchema();
    onTestFinished(drop);
    for (const statement of tablesFor({ integer: 'INTEGER', text: 'VARCHAR', time: 'TIMESTAMP(6)' }))
      await ask(statement);
    const source = { type: 'trino', host, port, user, catalog, schema: [schema] };
    const { load, run, tables } = await deploymentOn(source);
    expect(await load()).toEqual(expected);
    expect((await ask(byHand)).map(([row]) => row)).toEqual(expected);
    expect((await tables()).toSorted()).toEqual(['cities', 'orders']);
    expect((await run('SELECT count(*) AS n FROM orders')).text).toContain('{"data":[["4"]]}');
    expect((await run('DELETE FROM orders')).status).toBe(400);
  });
});

describeClickhouse('a ClickHouse server of a deployment', () => {
  it('is queried by its model, with the numbers that SQL has', async () => {
    const { ask, drop, host, port, database } = await clickhouseDatabase();
    onTestFinished(drop);
    for (const statement of tablesFor({ integer: 'Int32', text: 'String', time: "DateTime64(6, 'UTC')" }))
      await ask(statement);
    const source = { type: 'clickhouse', host, port, database, password: '' };
    const { load, run, tables } = await deploymentOn(source);
    expect(await load()).toEqual(expected);
    expect((await ask(byHand)).trim()).toBe(expected[0]);
    expect((await tables()).toSorted()).toEqual(['cities', 'orders']);
    expect((await run('SELECT count(*) AS n FROM orders')).text).toContain('{"data":[["4"]]}');
    expect((await run('DELETE FROM orders WHERE 1')).status).toBe(400);
  });
});
