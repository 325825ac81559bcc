import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';
import { mariadbDatabase, type TestDatabase } from './servers/mariadb.ts';
import { postgresDatabase } from './servers/postgres.ts';

const sources = ['default', 'pg', 'maria'];
const cubeOf = (source: string) => `
  - name: ${source}_trips
    sql_table: trips
    data_source: ${source}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: day, sql: day, type: time }
      - { name: made_on, sql: "CAST({CUBE}.made AS DATE)", type: time }
      - { name: made, sql: made, type: time }
      - { name: noted, sql: noted, type: time }
    measures:
      - { name: count, type: count }
      - { name: last, sql: day, type: max }
`;
/** Customers have budgets only through the days of their sales. */
const budgets = `
  - name: customers
    sql: SELECT 1 AS id, 'a' AS name UNION ALL SELECT 2, 'b'
    joins:
      - { name: sales, relationship: one_to_many, sql: "{CUBE}.id = {sales}.customer_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
    measures:
      - { name: count, type: count }
  - name: sales
    sql: >
      SELECT 1 AS id, DATE '2024-01-31' AS day, 1 AS customer_id UNION ALL SELECT 2, DATE '2024-02-01', 2
      UNION ALL SELECT 3, DATE '2024-02-10', 2
    joins:
      - { name: budgets, relationship: many_to_one, sql: "{day.month} = {budgets.made.month}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
  - name: budgets
    sql: >
      SELECT TIMESTAMP '2024-01-15 12:00:00' AS made, 'jan' AS label UNION ALL SELECT TIMESTAMP '2024-02-15 12:00:00', 'feb'
    dimensions:
      - { name: made, sql: made, type: time, primary_key: true }
      - { name: label, sql: label, type: string }
`;
const values = `(1, '2024-01-05', '2024-01-05 02:00:00', '2024-01-05T02:00:00Z'), (2, '2024-01-06', '2024-01-06 12:00:00', 'soon')`;
/** The morning of 5 January in New York. */
const now = Date.UTC(2024, 0, 5, 14);

let postgres: TestDatabase;
let mariadb: TestDatabase;
let directory: string;
let served: ServedProject;

beforeAll(async () => {
  [postgres, mariadb] = [await postgresDatabase(), await mariadbDatabase()];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    `CREATE TABLE trips (id integer, day date, made timestamp, noted text); INSERT INTO trips VALUES ${values}`,
  );
  await client.end();
  const connection = await createConnection({ uri: mariadb.url, multipleStatements: true });
  await connection.query(
    `CREATE TABLE trips (id INT, day DATE, made DATETIME, noted TEXT); INSERT INTO trips VALUES ${values}`,
  );
  await connection.end();
  directory = await mkdtemp(join(tmpdir(), 'orrery-days-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/trips.yml'), `cubes:${sources.map(cubeOf).join('')}${budgets}`);
  await writeFile(
    join(directory, 'orrery.yml'),
    `data_sources:
  default:
    type: duckdb
    init:
      - CREATE TEMP TABLE trips (id INTEGER, day DATE, made TIMESTAMP, noted VARCHAR)
      - INSERT INTO trips VALUES ${values}
  pg: { type: postgres, url: "\${PG_URL}" }
  maria: { type: mysql, url: "\${MARIA_URL}" }
`,
  );
  served = await serveProject(directory, { environment: { PG_URL: postgres.url, MARIA_URL: mariadb.url }, now });
});

afterAll(async () => {
  await served.close();
  await Promise.all([postgres.drop(), mariadb.drop()]);
  await rm(directory, { recursive: true });
});

async function ask(path: string, query: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${served.origin}/cubejs-api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { timezone: 'America/New_York', ...query } }),
  });
  return (await response.json()) as Record<string, unknown>; // an answer of the API
}

it('days are days in join conditions too, in a query that names no member of their cube', async () => {
  const dimensions = ['customers.name', 'budgets.label'];
  const query = { measures: ['customers.count'], dimensions, order: { 'customers.name': 'asc' } };
  expect(await ask('load', { responseFormat: 'compact', ...query })).toMatchObject({
    data: {
      dataset: [
        ['a', 'jan', '1'],
        ['b', 'feb', '1'],
      ],
    },
  });
});

describe.each(sources)('days of the data source %s', (source) => {
  const member = (name: string) => `${source}_trips.${name}`;
  const rows = async (query: object) => (await ask('load', { responseFormat: 'compact', ...query }))['data'];

  it('are shown as they are west of UTC, from the first answer on', async () => {
    const dimensions = ['id', 'day', 'made_on', 'made'].map(member);
    expect(await rows({ dimensions, order: { [member('id')]: 'asc' } })).toMatchObject({
      dataset: [
        ['1', '2024-01-05T00:00:00.000', '2024-01-05T00:00:00.000', '2024-01-04T21:00:00.000'],
        ['2', '2024-01-06T00:00:00.000', '2024-01-06T00:00:00.000', '2024-01-06T07:00:00.000'],
      ],
    });
  });

  it('are those of the date range', async () => {
    const bucket = '2024-01-05T00:00:00.000';
    const timeDimensions = [{ dimension: member('day'), granularity: 'day', dateRange: 'today' }];
    expect(await rows({ measures: [member('count'), member('last')], timeDimensions })).toMatchObject({
      dataset: [[bucket, '1', bucket, bucket]],
    });
  });

  it('may be stored as texts, which are cast or end the query', async () => {
    const first = { member: member('id'), operator: 'equals', values: ['1'] };
    expect(await rows({ dimensions: [member('noted')], filters: [first] })).toMatchObject({
      dataset: [['2024-01-04T21:00:00.000']],
    });
    const answer = await ask('load', { dimensions: [member('noted')] });
    expect(answer).not.toHaveProperty('data');
    expect(answer['error']).toContain('conversion');
  });

  it('are explained', async () => {
    const { members } = await ask('explain', { dimensions: [member('day'), member('made')] });
    expect(members).toMatchObject([{ name: member('day'), storedAs: 'day' }, { name: member('made') }]);
    expect((members as object[])[1]).not.toHaveProperty('storedAs');
  });
});
