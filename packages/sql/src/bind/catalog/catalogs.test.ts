import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../../tests/servers/postgres.ts';
import { useStatements } from '../../render/statement-for-test.ts';
import { model, setup } from '../../render/statements/shop-for-test.ts';
import { catalogDefinitions } from '../../catalog/index.ts';
import { wireTypeOf } from '../../types/index.ts';

const statements = useStatements(model, setup);

function written(file: string): readonly (readonly [name: string, sql: string])[] {
  const [, ...parts] = readFileSync(join(import.meta.dirname, file), 'utf8').split(/^--- /m);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end + 1).trim()];
  });
}

const [psql, clients] = [written('psql.sql'), written('clients.sql')];

/** Columns that PostgreSQL has before or after version 14 alone. */
const otherVersions = new Set<string>([
  'datlastsysoid',
  'datlocprovider',
  'daticulocale',
  'datcollversion',
  'colliculocale',
  'indnullsnotdistinct',
  'confdelsetcols',
  'prqual',
  'prattrs',
]);
const [anyArray, textArray] = [2277, 1009];

describe('statements of clients', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await postgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const columns = await statements.ask(
      "SELECT table_name, string_agg(format('%I %s', column_name, data_type), ', ' ORDER BY ordinal_position) FROM information_schema.columns GROUP BY 1",
    );
    for (const [table, list] of columns) await client.query(`CREATE TABLE ${table} (${list})`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it.each([...psql, ...clients])('has the columns of PostgreSQL: %s', async (_, sql) => {
    const { columns } = statements.render(sql);
    await statements.ask(sql);
    const ours = columns
      .filter(({ name }) => !otherVersions.has(name))
      .map(({ name, type }) => [name.toLowerCase(), wireTypeOf(type).oid]);
    const answer = await client.query({ text: sql, rowMode: 'array' }).catch(() => undefined);
    if (!answer) return; // made for another version, or for names that only the model has
    const theirs = answer.fields
      .filter(({ name }) => !otherVersions.has(name))
      .map(({ name, dataTypeID }) => [name.toLowerCase(), dataTypeID === anyArray ? textArray : dataTypeID]);
    // Choices have no name of one of their branches here.
    expect(ours.map(([, oid]) => oid)).toEqual(theirs.map(([, oid]) => oid));
    expect(ours.filter(([name], at) => name !== 'case' && name !== theirs[at]?.[0])).toEqual([]);
  });
});

it('lists the tables of the caller, their columns and keys', async () => {
  expect(await statements.ask('SELECT oid, relname FROM pg_class ORDER BY oid LIMIT 4')).toEqual([
    ['18000', 'items'],
    ['18001', 'orders'],
    ['18002', 'sales'],
    ['18003', 'users'],
  ]);
  const columns =
    "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'users'";
  expect(await statements.ask(`${columns} ORDER BY ordinal_position`)).toEqual([
    ['count', 'bigint', 'NO'],
    ['age', 'double precision', 'NO'],
    ['id', 'double precision', 'YES'],
    ['city', 'text', 'YES'],
    ['__user', 'text', 'YES'],
    ['__cubeJoinField', 'text', 'YES'],
  ]);
  expect(await statements.ask("SELECT 'orders'::regclass::oid, 18001::regclass::text")).toEqual([['18001', 'orders']]);
  expect(await statements.ask('SELECT pg_get_constraintdef(oid) FROM pg_constraint LIMIT 1')).toEqual([
    ['PRIMARY KEY (id)'],
  ]);
});

it('names no hidden member, and no relation that there is not', async () => {
  for (const { name, schema } of await relations()) {
    const rows = await statements.ask(`SELECT * FROM ${schema}."${name}"`);
    expect([name, JSON.stringify(rows).includes('secret')]).toEqual([name, false]);
  }
  for (const name of ['pg_catalog.nothing', 'information_schema.nothing']) {
    await expect(async () => statements.ask(`SELECT * FROM ${name}`)).rejects.toThrow(
      `relation "${name}" does not exist`,
    );
  }
});

async function relations(): Promise<readonly { readonly schema: string; readonly name: string }[]> {
  return [...catalogDefinitions().values()].filter(({ name }) => !name.endsWith(')'));
}

it('reads a recursion, several functions of rows, and fields of records', async () => {
  const counted =
    'WITH RECURSIVE t(n) AS (SELECT 1 FROM pg_type WHERE oid = 16 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT sum(n) FROM t';
  expect(await statements.ask(counted)).toEqual([['15']]);
  expect(await statements.ask("SELECT unnest(ARRAY['a', 'b']) x, generate_series(1, 3) y")).toEqual([
    ['a', '1'],
    ['b', '2'],
    [null, '3'],
  ]);
  expect(await statements.ask("SELECT (information_schema._pg_expandarray(ARRAY['a', 'b'])).n")).toEqual([
    ['1'],
    ['2'],
  ]);
  expect(await statements.ask('SELECT ARRAY(SELECT n FROM generate_series(1, 3) n ORDER BY n DESC)')).toEqual([
    ['{3,2,1}'],
  ]);
});

it.each([
  "relkind = ANY (ARRAY['r'::varchar, 'v'::varchar])",
  "relkind <> ALL (ARRAY['i'::varchar, 'v'::varchar, NULL::varchar]) IS NULL",
  "relkind IN ('r'::varchar, 'v')",
  "NOT relkind NOT IN (NULL, 'r'::varchar)",
])('compares "char" with a list of other texts: %s', async (condition) => {
  const tables = await statements.ask(`SELECT relname FROM pg_class WHERE ${condition} AND oid >= 18000 ORDER BY 1`);
  expect(tables).toEqual([['items'], ['orders'], ['sales'], ['users']]);
});

it.each([
  ["1 IN ('1'::text)", 'operator does not exist: integer = text'],
  ["1 = ANY (ARRAY['1'::text])", 'operator does not exist: integer = text'],
  ["1 IN ('1'::text, true)", 'IN types text and boolean cannot be matched'],
])('compares no types that have no operator: %s', async (condition, message) => {
  await expect(async () => statements.ask(`SELECT ${condition}`)).rejects.toThrow(message);
});

it('reads the columns of keys in the select list, and the least and greatest numbers of objects', async () => {
  const keys = 'SELECT indexrelid, unnest(indkey) k, generate_subscripts(indkey, 1) n FROM pg_index ORDER BY 1, n';
  expect(await statements.ask(keys)).toEqual([
    ['2000000', '3', '0'],
    ['2000001', '9', '0'],
    ['2000003', '3', '0'],
  ]);
  const ends = 'SELECT min(indrelid), max(indrelid) FROM pg_index';
  expect(await statements.ask(ends)).toEqual([['18000', '18003']]);
  expect(statements.render(ends).columns.map(({ type }) => type.name)).toEqual(['oid', 'oid']);
  expect(
    await statements.ask(
      "SELECT 'trigger'::regtype::oid, count(*) FILTER (WHERE prorettype = 'trigger'::regtype) FROM pg_proc",
    ),
  ).toEqual([['2279', '0']]);
});
