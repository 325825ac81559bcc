import pg from 'pg';
import { compileModel, indexModel, openAccess } from '@orrery/semantic';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { loadParse } from '../parse/index.ts';
import { wireParts } from './index.ts';

/** A table, and a cube with columns of the same types. */
const table = `CREATE TABLE things (
  n float8, t text, at timestamp, yes boolean, many int8
)`;
const model = `
cubes:
  - name: things
    sql_table: things
    measures:
      - { name: many, type: count }
    dimensions:
      - { name: n, sql: n, type: number }
      - { name: t, sql: t, type: string }
      - { name: at, sql: at, type: time }
      - { name: yes, sql: yes, type: boolean }
`;
const { build } = compileModel([{ path: 'things.yml', text: model }]);
const known = { model: indexModel(build.pieces), access: openAccess };
const parse = await loadParse();

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await postgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(table);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Types of parameters and columns, as PostgreSQL describes the statement. */
async function theirs(text: string, declared: readonly number[]) {
  const written = declared.map((oid) => `(SELECT format_type(${oid}, NULL))`);
  const names =
    written.length === 0
      ? []
      : (await client.query<string[]>({ text: `SELECT ${written.join()}`, rowMode: 'array' })).rows[0];
  const types = (names ?? []).map((name) => (name === '-' ? 'unknown' : name));
  await client.query(`PREPARE asked${types.length > 0 ? ` (${types.join()})` : ''} AS ${text}`);
  try {
    const { rows } = await client.query<{ oids: string }>(
      "SELECT (SELECT string_agg(x::oid::text, ',' ORDER BY i) FROM unnest(parameter_types) WITH ORDINALITY AS u (x, i)) AS oids FROM pg_prepared_statements WHERE name = 'asked'",
    );
    return rows[0]?.oids?.split(',').map(Number) ?? [];
  } finally {
    await client.query('DEALLOCATE asked');
  }
}

function ours(text: string, declared: readonly number[]) {
  const parsed = parse(text);
  const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
  if (statement?.kind !== 'select') throw new Error(`no SELECT: ${text}`);
  const { select, parameterCount: count } = statement;
  return wireParts.typeParameters(select, { declared, count }, known).parameterOids;
}

it.each<[string, (readonly number[])?]>([
  ['SELECT $1'],
  ['SELECT $1, $2::int, $3'],
  ['SELECT $1::int + 1'],
  ['SELECT $1 + 1'],
  ['SELECT 1.5 * $1'],
  ['SELECT $1::date, $2::timestamptz, $3::numeric(10, 2), $4::varchar(3)'],
  ["SELECT $1 || 'x'"],
  ['SELECT n FROM things WHERE n = $1'],
  ['SELECT n FROM things WHERE $1 < n AND t = $2'],
  ['SELECT n FROM things WHERE t LIKE $1'],
  ['SELECT n FROM things WHERE t ILIKE $1 || $2'],
  ['SELECT n FROM things WHERE t IN ($1, $2)'],
  ['SELECT n FROM things WHERE t NOT IN ($1, $2, $3)'],
  ['SELECT n FROM things WHERE n BETWEEN $1 AND $2'],
  ['SELECT n FROM things WHERE at >= $1 AND at < $2'],
  ["SELECT n FROM things WHERE at >= $1::timestamp - interval '1 day'"],
  ['SELECT n FROM things WHERE at > now() - $1::interval'],
  ['SELECT n FROM things WHERE yes = $1'],
  ['SELECT n FROM things WHERE $1'],
  ['SELECT n FROM things WHERE NOT $1 OR yes'],
  ['SELECT n FROM things LIMIT $1 OFFSET $2'],
  ['SELECT n FROM things ORDER BY n LIMIT $1 + 1'],
  ['SELECT date_trunc($1, at) FROM things'],
  ['SELECT date_trunc($1, at), count(*) FROM things GROUP BY 1'],
  ['SELECT coalesce(t, $1), coalesce(n, $2), coalesce($3, at) FROM things'],
  ['SELECT nullif(t, $1), greatest(n, $2) FROM things'],
  ['SELECT CASE WHEN t = $1 THEN $2 ELSE n END FROM things'],
  ['SELECT CASE t WHEN $1 THEN 1 END FROM things'],
  ['SELECT lower($1), length($2), substring($3 from $4 for $5)'],
  ['SELECT round($1, 2), abs($2)'],
  ['SELECT n FROM things WHERE t = ANY($1)'],
  ['SELECT n FROM things WHERE n <> ALL($1)'],
  ['SELECT n FROM things WHERE t = ANY($1::varchar[])'],
  ['SELECT n FROM things WHERE t = ANY(ARRAY[$1, $2])'],
  ['SELECT n FROM things WHERE (t, n) IN (($1, $2))'],
  ['SELECT $1 UNION SELECT 1'],
  ['SELECT 1.5 UNION ALL SELECT $1'],
  ['SELECT t FROM things UNION ALL SELECT $1'],
  ['VALUES ($1, 1), (2, $2)'],
  ['SELECT * FROM (VALUES (1, $1), ($2, NULL)) AS v (a, b)'],
  ['WITH w AS (SELECT n FROM things WHERE t = $1) SELECT count(*) FROM w WHERE n > $2'],
  ['SELECT (SELECT max(n) FROM things WHERE t = $1)'],
  ['SELECT count(*) FROM things GROUP BY t HAVING count(*) > $1'],
  ['SELECT sum(n) FILTER (WHERE t = $1) FROM things'],
  ['SELECT string_agg(t, $1) FROM things'],
  ['SELECT n FROM things WHERE t IS NOT DISTINCT FROM $1'],
  ['SELECT n FROM things WHERE ($1::text IS NULL OR t = $1)'],
  ['SELECT n FROM things WHERE t = $2 AND n = $1'],
  ['SELECT extract(year from $1::date)'],
  ['SELECT n FROM things WHERE n = $1', [23]],
  ['SELECT n FROM things WHERE n = $1', [1700]],
  ['SELECT n FROM things WHERE at = $1 AND n = $2', [1082, 21]],
  ['SELECT $1, $2', [25, 20]],
  ['SELECT n FROM things WHERE t = ANY($1)', [1009]],
])('types the parameters of %s as PostgreSQL does', async (text, declared = []) => {
  expect(ours(text, declared)).toEqual(await theirs(text, declared));
});

it('takes varchar, and what has no type, for texts of unknown type', () => {
  expect(ours('SELECT n FROM things WHERE n = $1 AND at > $2 AND t = $3', [0, 1043])).toEqual([701, 1114, 25]);
  expect(ours('SELECT n FROM things WHERE ($1 IS NULL OR n = $1) AND $2 IS NULL', [])).toEqual([701, 25]);
  expect(ours('SELECT $2::int', [])).toEqual([25, 23]);
});

it.each<[string, readonly number[], string]>([
  ['SELECT n FROM things WHERE t = $1', [23], 'operator does not exist: text = integer'],
  ['SELECT $1::int, t = $1 FROM things', [], 'operator does not exist: text = integer'],
  ['SELECT n FROM things WHERE t = $0', [], 'there is no parameter $0'],
  ['SELECT n FROM things WHERE t = $65536', [], 'there is no parameter $65536'],
  ['SELECT $1', [790], 'Parameter $1 has a type with OID 790'],
])('refuses %s', (text, declared, message) => {
  expect(() => ours(text, declared)).toThrow(message);
});
