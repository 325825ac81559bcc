import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { mariadbDatabase } from '../servers/mariadb.ts';
import { postgresDatabase, type TestDatabase } from '../servers/postgres.ts';
import { infiniteId, samplesFor, samplesModel } from './samples.ts';

let postgres: TestDatabase;
let mariadb: TestDatabase;
/** All samples, and those that MariaDB can keep. */
const onDuckDb: { all?: ServedProject; finite?: ServedProject } = {};
let onPostgres: ServedProject;
let onMariadb: ServedProject;
const directories: string[] = [];

async function writeProject(dataSource: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'orrery-engines-'));
  directories.push(directory);
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'orrery.yml'), `data_sources: { default: ${dataSource} }\n`);
  await writeFile(join(directory, 'model/samples.yml'), samplesModel);
  return directory;
}

async function serveDuckDb(isFinite: boolean): Promise<ServedProject> {
  const directory = await writeProject('{ type: duckdb, database: samples.duckdb }');
  const instance = await DuckDBInstance.create(join(directory, 'samples.duckdb'));
  const connection = await instance.connect();
  for (const statement of ["SET TimeZone = 'UTC'", ...samplesFor('duckdb', { isFinite })])
    await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return serveProject(directory);
}

async function servePostgres({ url }: TestDatabase): Promise<ServedProject> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of samplesFor('postgres', { isFinite: false })) await client.query(statement);
  await client.end();
  const directory = await writeProject('{ type: postgres, url: "${SAMPLES_URL}" }');
  return serveProject(directory, { environment: { SAMPLES_URL: url } });
}

async function serveMariadb({ url }: TestDatabase): Promise<ServedProject> {
  const connection = await createConnection({ uri: url });
  await connection.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'");
  for (const statement of samplesFor('mariadb', { isFinite: true })) await connection.query(statement);
  await connection.end();
  const directory = await writeProject('{ type: mysql, url: "${SAMPLES_URL}" }');
  return serveProject(directory, { environment: { SAMPLES_URL: url } });
}

beforeAll(async () => {
  onDuckDb.all = await serveDuckDb(false);
  onDuckDb.finite = await serveDuckDb(true);
  postgres = await postgresDatabase();
  onPostgres = await servePostgres(postgres);
  mariadb = await mariadbDatabase();
  onMariadb = await serveMariadb(mariadb);
});

afterAll(async () => {
  await Promise.all([onDuckDb.all?.close(), onDuckDb.finite?.close(), onPostgres?.close(), onMariadb?.close()]);
  await Promise.all([postgres?.drop(), mariadb?.drop()]);
  for (const directory of directories) await rm(directory, { recursive: true });
});

/** The JSON of `data`, as received. */
async function dataOf(served: ServedProject | undefined, query: unknown): Promise<string> {
  const { origin = '', token = '' } = served ?? {};
  const response = await fetch(`${origin}/cubejs-api/v1/load`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const start = text.indexOf('"data":');
  return text.slice(
    start,
    text.indexOf('"lastRefreshTime"', start) > 0 ? text.indexOf('"lastRefreshTime"', start) : undefined,
  );
}

const dimensions = ['big', 'exact', 'ratio', 'taken_at', 'seen_at', 'day', 'word', 'is_good', 'id_text'];
const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const member = (name: string) => `samples.${name}`;

const questions: readonly (readonly [string, object])[] = [
  [
    'every value as it is',
    { dimensions: ['id', ...dimensions].map(member), ungrouped: true, order: { [member('id')]: 'asc' } },
  ],
  ...dimensions
    .filter((name) => name !== 'id_text') // sorted as the number it is on DuckDB
    .flatMap((name) =>
      ['asc', 'desc'].map(
        (direction) =>
          [
            `${name} ${direction}`,
            { dimensions: [member(name)], measures: [member('count')], order: { [member(name)]: direction } },
          ] as const,
      ),
    ),
  [
    'every measure',
    {
      measures: [
        'count',
        'bigs',
        'exacts',
        'average_id',
        'average_exact',
        'smallest',
        'largest',
        'first_word',
        'last_word',
        'first_day',
        'last_seen',
        'words',
        'ratios',
        'largest_ratio',
      ].map(member),
    },
  ],
  ...zones.flatMap((timezone) =>
    ['taken_at', 'seen_at', 'day'].flatMap((name) =>
      granularities.map(
        (granularity) =>
          [
            `${name} by ${granularity} in ${timezone}`,
            {
              measures: [member('count')],
              timeDimensions: [{ dimension: member(name), granularity }],
              filters: [{ member: member('id'), operator: 'notEquals', values: [infiniteId] }],
              timezone,
            },
          ] as const,
      ),
    ),
  ),
  ...zones.flatMap((timezone) =>
    [
      ['2024-03-10', '2024-03-10'],
      ['2024-11-03', '2024-11-03'],
      ['2024-04-07T01:00:00', '2024-04-07T02:00:00'],
      ['1969-12-31', '1970-01-01'],
    ].map(
      (dateRange) =>
        [
          `times of ${dateRange.join(' to ')} in ${timezone}`,
          { dimensions: [member('id')], timeDimensions: [{ dimension: member('taken_at'), dateRange }], timezone },
        ] as const,
    ),
  ),
  ...(
    [
      ['word', 'contains', ['A']],
      ['word', 'contains', ['É']],
      ['word', 'contains', ['%']],
      ['word', 'contains', ['_']],
      ['word', 'contains', ['\\']],
      ['word', 'contains', ['istan']],
      ['word', 'contains', ['']],
      ['word', 'startsWith', ['🙂']],
      ['word', 'endsWith', ['']],
      ['word', 'notContains', ['a']],
      ['word', 'equals', ['']],
      ['word', 'equals', [' ']],
      ['word', 'equals', ['é', null]],
      ['word', 'notEquals', ['e\u0301']],
      ['word', 'gt', ['Z']],
      ['word', 'lte', ['a']],
      ['id_text', 'equals', ['1', '20']],
      ['id_text', 'gt', ['3']],
      ['big', 'equals', ['9007199254740993']],
      ['big', 'equals', ['9007199254740992']],
      ['big', 'gt', ['9223372036854775806']],
      ['big', 'lt', ['1e3']],
      ['exact', 'equals', ['0.0000000001']],
      ['ratio', 'equals', ['0.30000000000000004']],
      ['ratio', 'equals', ['-0']],
      ['ratio', 'gte', ['1e308']],
      ['is_good', 'equals', ['true']],
      ['is_good', 'notEquals', ['true']],
      ['taken_at', 'gt', ['1969-12-31T23:59:59.999']],
      ['taken_at', 'lte', ['1969-12-31T23:59:59.999']],
      ['seen_at', 'equals', ['2024-03-10T07:00:00.000']],
      ['day', 'inDateRange', ['2024-02-29', '2024-02-29']],
      ['seen_at', 'beforeDate', ['1970-01-01']],
      ['seen_at', 'set', []],
    ] as const
  ).map(
    ([name, operator, values]) =>
      [
        `${name} ${operator} ${JSON.stringify(values)}`,
        {
          dimensions: [member('id')],
          filters: [{ member: member(name), operator, ...(values.length > 0 ? { values } : {}) }],
          order: { [member('id')]: 'asc' },
        },
      ] as const,
  ),
];

it.each(questions)('gives the same bytes on DuckDB and PostgreSQL: %s', async (_, query) => {
  expect(await dataOf(onPostgres, query)).toBe(await dataOf(onDuckDb.all, query));
});

it.each(questions)('gives the same bytes on DuckDB and MariaDB: %s', async (_, query) => {
  expect(await dataOf(onMariadb, query)).toBe(await dataOf(onDuckDb.finite, query));
});
