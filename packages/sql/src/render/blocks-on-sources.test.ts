import {
  bindQuery,
  compileModel,
  dialectFor,
  indexModel,
  type Instant,
  openAccess,
  parseZone,
  planQuery,
  renderBlock,
} from '@orrery/semantic';
import { type Connection, createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mariadbDatabase } from '../../../../tests/servers/mariadb.ts';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { describeTrino, type TestSchema, trinoSchema } from '../../../../tests/servers/trino.ts';
import { bindStatement, modelTables } from '../bind/index.ts';
import { findBlocks } from '../blocks/index.ts';
import { loadParse, type Parse } from '../parse/index.ts';
import type { Block, Relation } from '../relation/index.ts';
import { sourceSql } from './index.ts';
import { rows, sourceModel, sourceSession } from './sources-for-test.ts';

const index = indexModel(compileModel([{ path: 'model.yml', text: sourceModel }]).build.pieces);
let parse: Parse;
let databases: readonly TestDatabase[] = [];
let postgres: pg.Client;
let mariadb: Connection;

beforeAll(async () => {
  parse = await loadParse();
  const [one, other] = [await postgresDatabase(), await mariadbDatabase()];
  databases = [one, other];
  const insert = `INSERT INTO t VALUES ${rows.map((row) => `(${row})`).join(', ')}`;
  postgres = new pg.Client({ connectionString: one.url, types: { getTypeParser: () => String } });
  await postgres.connect();
  await postgres.query("SET TimeZone = 'UTC'");
  await postgres.query(
    'CREATE TEMPORARY TABLE t (id int, s text, u varchar(20), n numeric, m float8, b bool, at timestamp, other timestamp)',
  );
  await postgres.query(insert);
  mariadb = await createConnection({ uri: other.url, dateStrings: true });
  for (const statement of [
    'SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin',
    "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES,NO_UNSIGNED_SUBTRACTION,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', div_precision_increment = 30",
    'CREATE TEMPORARY TABLE t (id int, s text, u varchar(20), n decimal(20, 5), m double, b boolean, at datetime(6), other datetime(6))',
    insert,
  ])
    await mariadb.query(statement);
});
afterAll(async () => {
  await postgres.end();
  await mariadb.end();
  for (const database of databases) await database.drop();
});

/** Statements that are one block, and what PostgreSQL is asked over the table. */
const statements: readonly (readonly [statement: string, truth: string])[] = [
  [
    "SELECT CASE WHEN n > 2 THEN 'big' ELSE 'small' END AS k, MEASURE(cnt) AS c FROM t GROUP BY 1",
    "SELECT CASE WHEN n > 2 THEN 'big' ELSE 'small' END, count(*) FROM t GROUP BY 1",
  ],
  ['SELECT LOWER(u) AS k, SUM(total) AS x FROM t GROUP BY 1', 'SELECT lower(u), sum(m) FROM t GROUP BY 1'],
  [
    "SELECT LEFT(s, 1) AS k, MEASURE(cnt) AS n, COUNT(DISTINCT u) AS c FROM t WHERE s LIKE '%e%' OR u ILIKE 'A%' GROUP BY 1",
    "SELECT left(s, 1), count(*), count(DISTINCT u) FROM t WHERE s LIKE '%e%' OR u ILIKE 'A%' GROUP BY 1",
  ],
  [
    'SELECT EXTRACT(YEAR FROM at) AS y, EXTRACT(QUARTER FROM at) AS q, MEASURE(cnt) AS c FROM t GROUP BY 1, 2',
    'SELECT extract(year FROM at), extract(quarter FROM at), count(*) FROM t GROUP BY 1, 2',
  ],
  [
    "SELECT TO_CHAR(at, 'YYYY-MM') AS k, SUM(CASE WHEN b THEN total END) AS x FROM t GROUP BY 1",
    "SELECT to_char(at, 'YYYY-MM'), sum(CASE WHEN b THEN m END) FROM t GROUP BY 1",
  ],
  [
    'SELECT at::date AS k, MEASURE(cnt) AS c FROM t WHERE at::date - other::date > 0 GROUP BY 1',
    'SELECT at::date::timestamp, count(*) FROM t WHERE at::date - other::date > 0 GROUP BY 1',
  ],
  [
    'SELECT b AND n > 1 AS k, MEASURE(cnt) AS c, MAX(id / 2) AS x FROM t GROUP BY 1',
    'SELECT b AND n > 1, count(*), max(id::float8 / 2) FROM t GROUP BY 1',
  ],
  [
    'SELECT COALESCE(s, u) AS k, MEASURE(cnt) AS c FROM t WHERE GREATEST(n, m) > 2 AND s IS DISTINCT FROM u GROUP BY 1',
    'SELECT coalesce(s, u), count(*) FROM t WHERE greatest(n, m) > 2 AND s IS DISTINCT FROM u GROUP BY 1',
  ],
  [
    "SELECT DATE_TRUNC('month', at + INTERVAL '1 month') AS k, MEASURE(cnt) AS c FROM t WHERE at < NOW() GROUP BY 1",
    "SELECT date_trunc('month', at + interval '1 month'), count(*) FROM t WHERE at < timestamptz '2024-02-29 23:30:00+00' AT TIME ZONE 'UTC' GROUP BY 1",
  ],
];

it.for(statements)('%s', async ([statement, truth]) => {
  const theirs = shown((await postgres.query({ text: truth, rowMode: 'array' })).rows);
  const onPostgres = blockFor('postgres', statement);
  const first = await postgres.query({ text: onPostgres.text, values: [...onPostgres.params], rowMode: 'array' });
  expect(shown(first.rows)).toEqual(theirs);
  const onMysql = blockFor('mysql', statement);
  const [second] = await mariadb.execute({ sql: onMysql.text, rowsAsArray: true }, [...onMysql.params]);
  expect(shown(second as unknown as readonly (readonly unknown[])[])).toEqual(theirs);
});

describeTrino('on Trino', () => {
  let schema: TestSchema;
  beforeAll(async () => {
    schema = await trinoSchema();
    const values = rows.map((row) => `(${row})`).join(', ');
    await schema.ask(
      `CREATE TABLE t AS SELECT id, CAST(s AS varchar) AS s, CAST(u AS varchar) AS u, CAST(n AS decimal(20, 5)) AS n, CAST(m AS double) AS m, b, CAST(at AS timestamp(6)) AS at, CAST(other AS timestamp(6)) AS other FROM (VALUES ${values}) AS v (id, s, u, n, m, b, at, other)`,
    );
  });
  afterAll(() => schema.drop());

  it.for(statements)('%s', async ([statement, truth]) => {
    const theirs = shown((await postgres.query({ text: truth, rowMode: 'array' })).rows);
    const { text, params } = blockFor('trino', statement);
    const literal = (value: string | boolean) => `'${String(value).replaceAll("'", "''")}'`;
    const given = params.length === 0 ? '' : ` USING ${params.map(literal).join(', ')}`;
    const inUtc = `WITH SESSION time_zone_id = 'UTC' ${text}`;
    expect(shown(await schema.ask(`EXECUTE IMMEDIATE ${literal(inUtc)}${given}`))).toEqual(theirs);
  });
});

/** The one block of a statement, in the order of its columns, and nothing else around it but names. */
function blockFor(name: string, text: string) {
  const parsed = parse(text);
  const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
  if (statement?.kind !== 'select') throw new Error(`not a SELECT: ${JSON.stringify(parsed)}`);
  const bound = bindStatement(statement.select, modelTables(index, openAccess));
  const session = { ...sourceSession, zone: 'UTC' };
  const found = findBlocks(bound, { model: index, access: openAccess, sqlOf: () => sourceSql(name, session) });
  const block = groupedBlock(found.relation);
  const [dialect, zone] = [dialectFor(name), parseZone('UTC')];
  if (!dialect || !zone) throw new Error('the dialect is there');
  const limits = { defaultLimit: Infinity, maxLimit: Infinity };
  const query = bindQuery(block.query, index, { now: 0 as Instant, access: openAccess, defaultZone: zone, ...limits });
  if (!query.ok) throw new Error(JSON.stringify(query.problems));
  const plan = planQuery(query.value, index);
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  const params: (string | boolean)[] = [];
  const { text: sql, columns } = renderBlock(plan.value, index, dialect, params);
  const byName = new Map(columns.map((column) => [column.name, column.alias]));
  const items = block.outputs.map((output) => `"${byName.get(output.name)}"`);
  return { text: `SELECT ${items.join(', ')} FROM (${sql}) x`, params };
}

function groupedBlock(relation: Relation): Block {
  if (relation.kind === 'block' && relation.block.query.ungrouped !== true) return relation.block;
  if (relation.kind === 'project') return groupedBlock(relation.input);
  throw new Error(`a grouped block was expected, not ${JSON.stringify(relation).slice(0, 500)}`);
}

/** Rows as sorted lines. */
function shown(found: readonly (readonly unknown[])[]): readonly string[] {
  return found.map((row) => row.map(plain).join(' | ')).toSorted();
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = { true: '1', false: '0', t: '1', f: '0' }[String(value)] ?? String(value);
  return /^-?\d+(?:\.\d*)?$/.test(text) ? String(Number(text)) : text.replace(/(:\d\d)\.0+$/, '$1');
}
