import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../../tests/serve-project.ts';
import { mariadbDatabase, type TestDatabase } from '../../tests/servers/mariadb.ts';
import { postgresDatabase } from '../../tests/servers/postgres.ts';
import type { StatementLine } from './shop.ts';

let folder: string;
let environment: Readonly<Record<string, string>>;
let served: ServedProject;
let databases: readonly TestDatabase[];

const numbers = `CREATE TABLE numbers (id INTEGER, label VARCHAR(20), amount DECIMAL(30, 10), at TIMESTAMP);
  INSERT INTO numbers VALUES (1, 'a', 12345678901234567890.0123456789, '2024-01-31 23:59:59'),
    (2, 'B', -0.5, '2024-02-01 00:00:00'), (3, NULL, NULL, NULL);`;

const cube = (name: string, source: string) => `  - name: ${name}
    data_source: ${source}
    sql_table: numbers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: label, sql: label, type: string }
      - { name: at, sql: at, type: time }
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
`;

beforeAll(async () => {
  const [postgres, mariadb] = await Promise.all([postgresDatabase(), mariadbDatabase()]);
  databases = [postgres, mariadb];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(numbers);
  await client.end();
  const connection = await createConnection({ uri: mariadb.url, multipleStatements: true });
  await connection.query(numbers.replace('at TIMESTAMP', 'at DATETIME(6)'));
  await connection.end();
  folder = await mkdtemp(join(tmpdir(), 'orrery-results-'));
  mkdirSync(join(folder, 'model'));
  const many = `  - name: many
    data_source: many
    sql: SELECT range AS id, repeat('x', 200) || range AS filler FROM range(1000000)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: filler, sql: filler, type: string }
    measures: [{ name: count, type: count }]
`;
  writeFileSync(
    join(folder, 'model', 'numbers.yml'),
    `cubes:\n${cube('in_postgres', 'default')}${cube('in_mariadb', 'shop')}${many}`,
  );
  environment = { PG_URL: postgres.url, MARIADB_URL: mariadb.url };
  served = await serve(300);
});

function serve(timeoutSeconds: number): Promise<ServedProject> {
  writeFileSync(
    join(folder, 'orrery.yml'),
    `data_sources:
  default: { type: postgres, url: "\${PG_URL}" }
  shop: { type: mysql, url: "\${MARIADB_URL}" }
  many: { type: duckdb }
query: { max_intermediate_mb: 16, timeout_seconds: ${timeoutSeconds}, concurrency: 4 }
`,
  );
  return serveProject(folder, { environment });
}

afterAll(async () => {
  await served?.close();
  for (const database of databases ?? []) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(query: string, { origin, token } = served): Promise<readonly StatementLine[]> {
  const response = await fetch(`${origin}/cubejs-api/v1/cubesql`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StatementLine); // the service's own lines
}

async function rows(query: string, server = served) {
  const lines = await ask(query, server);
  const error = lines.find((line) => line.error)?.error;
  if (error !== undefined) throw new Error(error);
  return lines.flatMap(({ data }) => data ?? []);
}

it('joins the results of several data sources', async () => {
  const query = `SELECT p.label, p.n, m.n FROM (SELECT label, COUNT(*) AS n FROM in_postgres GROUP BY 1) p
    FULL JOIN (SELECT label, COUNT(*) AS n FROM in_mariadb WHERE id > 1 GROUP BY 1) m ON p.label IS NOT DISTINCT FROM m.label
    ORDER BY 1`;
  expect(await rows(query)).toEqual([
    ['B', '1', '1'],
    ['a', '1', null],
    [null, '1', '1'],
  ]);
});

it('keeps the digits of numbers and times', async () => {
  for (const table of ['in_postgres', 'in_mariadb']) {
    expect(await rows(`SELECT id, amount, at FROM ${table} ORDER BY id DESC`)).toEqual([
      ['3', null, null],
      ['2', '-0.5000000000', '2024-02-01T00:00:00.000'],
      ['1', '12345678901234567890.0123456789', '2024-01-31T23:59:59.000'],
    ]);
  }
});

it('reads a block once that is read twice, and sorts by code point', async () => {
  const query = `WITH t AS (SELECT label, COUNT(*) AS n FROM in_postgres GROUP BY 1)
    SELECT a.label, b.n FROM t a JOIN t b ON a.label = b.label UNION ALL SELECT label, n FROM t WHERE label IS NULL ORDER BY 1`;
  expect(await rows(query)).toEqual([
    ['B', '1'],
    ['a', '1'],
    [null, '1'],
  ]);
});

it('ends a statement whose results need too much memory, and answers others', async () => {
  const query =
    'SELECT COUNT(*) FROM many m JOIN (SELECT id FROM in_postgres GROUP BY 1) p ON m.id = p.id WHERE m.filler IS NOT NULL';
  const asked = ask(query);
  expect(await rows('SELECT COUNT(*) FROM in_postgres')).toEqual([['3']]);
  const [first] = await asked;
  expect(first?.error).toMatch(
    /^Post-Processing Error: The work above the rows of 'many', 'in_postgres' needs more memory/,
  );
  expect(await rows("SELECT 1 AS one, 'x' AS text")).toEqual([['1', 'x']]);
});

it('ends a statement that takes too long', async () => {
  const impatient = await serve(5);
  try {
    const [first] = await ask(
      'SELECT SUM(a.g * b.g + c.g) FROM generate_series(1, 10000) a(g), generate_series(1, 10000) b(g), generate_series(1, 10000) c(g)',
      impatient,
    );
    expect(first?.error).toMatch(/Error: /);
    expect(await rows('SELECT MEASURE(count) FROM in_mariadb', impatient)).toEqual([['3']]);
  } finally {
    await impatient.close();
  }
});

it('reaches no files, settings or tables of its own', async () => {
  for (const query of [
    "SELECT * FROM read_csv('/etc/passwd')",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM temp.main.block_1',
    'SELECT * FROM block_1',
  ]) {
    const [first] = await ask(query);
    expect(first?.error).toMatch(/^(?:Planning|Unsupported) Error/);
  }
});
