import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { eventually } from '../eventually.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { postgresDatabase, type TestDatabase } from '../servers/postgres.ts';

const model = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city, sql: city, type: string }
      - { name: price, sql: price, type: number }
      - { name: ratio, sql: ratio, type: number }
      - { name: is_paid, sql: is_paid, type: boolean }
      - { name: placed_at, sql: placed_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
      - { name: missing, sql: no_such_column, type: sum }
  - name: long_numbers
    sql: SELECT 1 AS id, 12345678901234567890123456789012345678901.5 AS number
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: number, sql: number, type: number }
  - name: many
    sql: SELECT g AS id, repeat('x', 2000) || g AS filler FROM generate_series(1, 20000) AS g
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: filler, sql: filler, type: string }
  - name: sleepers
    sql: SELECT pg_sleep(600), 1 AS id
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
  - name: towns
    data_source: files
    sql: SELECT * FROM (VALUES ('Ulm', 126000, TIMESTAMP '2024-01-01 00:00:00.000001'), ('Bonn', 330000, NULL)) AS t(name, people, founded)
    dimensions:
      - { name: name, sql: name, type: string, primary_key: true, public: true }
      - { name: founded, sql: founded, type: time }
    measures: [{ name: people, sql: people, type: sum }]
`;

let database: TestDatabase;
let client: pg.Client;
let directory: string;
let served: ServedProject;

beforeAll(async () => {
  database = await postgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    CREATE TABLE orders (id integer PRIMARY KEY, city text, amount numeric(18, 2), price numeric, ratio double precision,
      is_paid boolean, placed_at timestamp);
    INSERT INTO orders VALUES
      (1, 'Ulm', 1.10, 1.1, 0.1, true, '2024-03-30 23:30:00.000001'),
      (2, 'Bonn', 9007199254740993.00, 1.10, 1e300, false, '2024-03-30 23:30:00.000002'),
      (3, 'ulm', NULL, 2.345, NULL, NULL, NULL);`);
  directory = await mkdtemp(join(tmpdir(), 'orrery-project-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/orders.yml'), model);
  const sources = 'data_sources:\n  default:\n    type: postgres\n    url: ${SHOP_URL}\n  files:\n    type: duckdb\n';
  const limits = 'query:\n  timeout_seconds: 15\n  max_intermediate_mb: 16\n';
  await writeFile(join(directory, 'orrery.yml'), sources + limits);
  served = await serveProject(directory, { environment: { SHOP_URL: database.url } });
});

afterAll(async () => {
  await served.close();
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

interface Line {
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: string;
}

async function post(query: string, { token = served.token, signal }: { token?: string; signal?: AbortSignal } = {}) {
  const response = await fetch(`${served.origin}/cubejs-api/v1/cubesql`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ query, cache: 'no-cache' }),
    ...(signal ? { signal } : {}),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line); // the service's own lines
}

async function rows(query: string, options?: Parameters<typeof post>[1]): Promise<readonly (readonly unknown[])[]> {
  const lines = await post(query, options);
  return lines.flatMap(({ data = [], error }) => {
    if (error !== undefined) throw new Error(error);
    return data;
  });
}

async function refusal(query: string): Promise<string> {
  const lines = await post(query);
  return lines.at(-1)?.error ?? 'no error';
}

async function tokenOf(name: string): Promise<string> {
  const [deployment] = served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const token = { deployment, securityContext: { name }, expiresInSeconds: 600, clock: { now: Date.now } };
  return (await mintToken(token, { algorithms: [], scopes: [] })) ?? '';
}

/** Statements of the service that the server runs. */
async function running(): Promise<number> {
  const asked = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()`,
  );
  return asked.rows.length;
}

describe('a statement above results', () => {
  it('joins the rows of two data sources', async () => {
    const query = `
      SELECT o.city, o.c, t.p FROM (SELECT city, COUNT(*) AS c FROM orders GROUP BY 1) AS o
      LEFT JOIN (SELECT name, MEASURE(people) AS p FROM towns GROUP BY 1) AS t ON o.city = t.name ORDER BY 1`;
    expect(await rows(query)).toEqual([
      ['Bonn', '1', '330000'],
      ['Ulm', '1', '126000'],
      ['ulm', '1', null],
    ]);
  });

  it('keeps all digits of numbers', async () => {
    const query =
      'SELECT city, amount FROM (SELECT city, MEASURE(amount) AS amount FROM orders GROUP BY 1) t ORDER BY 1';
    expect(await rows(query)).toEqual([
      ['Bonn', '9007199254740993.00'],
      ['Ulm', '1.10'],
      ['ulm', null],
    ]);
  });

  it('finds equal numbers equal, whatever zeros they have at their end', async () => {
    const query = 'SELECT COUNT(*) FROM (SELECT price FROM orders UNION SELECT price FROM orders) AS t';
    expect(await rows(query)).toEqual([['2']]);
  });

  it('reads doubles as doubles', async () => {
    const query = 'SELECT x * 10 FROM (SELECT ratio AS x FROM orders WHERE id < 3) AS t ORDER BY 1';
    expect(await rows(query)).toEqual([['1'], [`1${'0'.repeat(301)}`]]);
  });

  it('tells microseconds apart', async () => {
    const query = 'SELECT COUNT(*) FROM (SELECT placed_at FROM orders UNION SELECT founded FROM towns) AS t';
    expect(await rows(query)).toEqual([['4']]);
  });

  it('reads booleans, and NULL of every type', async () => {
    const query = `SELECT is_paid, city FROM orders UNION ALL SELECT CAST(NULL AS boolean), CAST(NULL AS text) ORDER BY 2, 1`;
    expect(await rows(query)).toEqual([
      [false, 'Bonn'],
      [true, 'Ulm'],
      [null, 'ulm'],
      [null, null],
    ]);
  });

  it('refuses numbers that no type holds exactly', async () => {
    expect(await refusal('SELECT number FROM long_numbers UNION ALL SELECT 1')).toMatch(
      /^Post-Processing Error: The work above the rows of 'long_numbers' ended with a conversion error/,
    );
  });

  it('runs without a cube', async () => {
    expect(await rows('SELECT 7 / 2 AS a, x FROM generate_series(1, 2) AS g(x) ORDER BY 2')).toEqual([
      ['3', '1'],
      ['3', '2'],
    ]);
  });

  it('reads no more rows than a preview shows', async () => {
    const query = 'SELECT filler FROM (SELECT * FROM many LIMIT 5000) AS t LIMIT 2 OFFSET 1';
    expect(await rows(query)).toHaveLength(2);
    const [, [, physical] = []] = await rows(`EXPLAIN ${query}`);
    expect(physical).toMatch(/AS block LIMIT 3\n/);
    expect(await rows('SELECT city FROM orders LIMIT ALL OFFSET 1')).toHaveLength(2);
    expect(await rows('SELECT city FROM orders ORDER BY city LIMIT 1')).toEqual([['Bonn']]);
  });

  it('reads no more rows than the first ones', async () => {
    const [, [, physical] = []] = await rows(
      'EXPLAIN SELECT city, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2 OFFSET 1',
    );
    expect(physical).toMatch(/AS block ORDER BY .* LIMIT 3\n/);
    const [, [, shown] = []] = await rows(
      'EXPLAIN SELECT UPPER(city) AS u, c FROM (SELECT city, COUNT(*) AS c FROM orders GROUP BY 1) AS t ORDER BY c DESC LIMIT 2',
    );
    expect(shown).toMatch(/AS block ORDER BY .* LIMIT 2\n/);
    const [, [, computed] = []] = await rows('EXPLAIN SELECT city FROM orders ORDER BY LOWER(city) LIMIT 2');
    expect(computed).not.toMatch(/AS block.* LIMIT/);
    const [, [, twice] = []] = await rows(
      'EXPLAIN SELECT * FROM (SELECT city FROM orders LIMIT 9) AS t ORDER BY 1 LIMIT 2',
    );
    expect(twice).toMatch(/AS block LIMIT 9\n/);
  });

  it('is explained: its blocks, and what is above', async () => {
    const query = 'EXPLAIN SELECT COUNT(*) FROM (SELECT city FROM orders UNION SELECT name FROM towns) AS t';
    const [[, logical] = [], [, physical] = []] = await rows(query);
    expect(logical).toMatch(/^post_processing: /);
    expect(physical).toMatch(/b1: data source: default[^]*b2: data source: files[^]*above: data source: \(results\)/);
  });
});

describe('a statement above results that fails', () => {
  it('names the cubes to filter when it needs too much memory', async () => {
    const query = 'SELECT COUNT(*) FROM (SELECT filler FROM many UNION SELECT city FROM orders) AS t';
    expect(await refusal(query)).toBe(
      "Post-Processing Error: The work above the rows of 'many', 'orders' needs more memory than query.max_intermediate_mb allows. Filter or group the rows of 'many', 'orders' more",
    );
    expect(await rows('SELECT 1')).toEqual([['1']]);
  });

  it('tells failures of a data source as such, and leaves nothing behind', async () => {
    expect(await refusal('SELECT MEASURE(missing) FROM orders UNION ALL SELECT 1')).toMatch(
      /^Database Execution Error: /,
    );
    expect(await running()).toBe(0);
  });

  it('ends in time, with its blocks', async () => {
    expect(await refusal('SELECT MEASURE(count) FROM sleepers UNION ALL SELECT 1')).toMatch(
      /^(?:Post-Processing|Database Execution) Error: .*(?:timeout|longer)/,
    );
    await eventually(async () => expect(await running()).toBe(0));
  });

  it.each([
    'SELECT COUNT(*) FROM generate_series(1, 1000000000000) AS g(x)',
    'SELECT COUNT(*) FROM generate_series(1, 1000000) a(x), generate_series(1, 1000000) b(y), generate_series(1, 1000000) c(z)',
    'SELECT COUNT(*) FROM many a CROSS JOIN (SELECT x FROM generate_series(1, 100000000) AS g(x)) b',
  ])('ends by its limits, and disturbs nobody: %s', async (query) => {
    const [hostile, other] = [await tokenOf('hostile'), await tokenOf('other')];
    const ended = Promise.all([1, 2, 3].map(() => post(query, { token: hostile })));
    expect(
      await rows('SELECT COUNT(*) FROM (SELECT city FROM orders UNION SELECT name FROM towns) t', { token: other }),
    ).toEqual([['3']]);
    for (const lines of await ended)
      expect(lines.at(-1)?.error).toMatch(/^(?:Post-Processing|Unsupported|Planning) Error: /);
  });

  it('stops its blocks when its caller leaves', async () => {
    const controller = new AbortController();
    const left = post('SELECT MEASURE(count) FROM sleepers UNION ALL SELECT 2', { signal: controller.signal });
    await eventually(async () => expect(await running()).toBe(1));
    controller.abort();
    await expect(left).rejects.toThrow();
    await eventually(async () => expect(await running()).toBe(0));
  });
});
