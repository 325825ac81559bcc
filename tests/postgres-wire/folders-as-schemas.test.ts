import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';

const model = `cubes:
  - name: orders
    sql: SELECT * FROM (VALUES (1, 'Oslo', 10, TIMESTAMP '2024-01-05'), (2, 'Rome', 20, TIMESTAMP '2024-02-05')) AS t (id, city, price, made_at)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
      - { name: made_at, sql: made_at, type: time }
      - { name: margin, sql: price, type: number }
    measures:
      - { name: revenue, sql: price, type: sum }
    hierarchies:
      - { name: times, levels: [made_at] }
views:
  - name: sales
    cubes: [{ join_path: orders, includes: '*' }]
    folders:
      - { name: Customer, includes: [city, revenue] }
      - { name: When, includes: [times, revenue, { name: Inner, includes: [city] }] }
      - { name: Kept back, includes: [margin] }
      - { name: Public, includes: [city] }
    access_policy:
      - group: '*'
        member_level: { includes: '*', excludes: [margin] }
  - name: Visits
    cubes: [{ join_path: orders, includes: [city] }]
    folders:
      - { name: Customer, includes: '*' }
`;

let folder: string;
let served: ServedProject;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-folders-as-schemas-'));
  mkdirSync(join(folder, 'model'));
  const settings = 'data_sources:\n  default:\n    type: duckdb\nsql:\n  folders_as_schemas: true\n';
  writeFileSync(join(folder, 'orrery.yml'), settings);
  writeFileSync(join(folder, 'model', 'orders.yml'), model);
  served = await serveProject(folder);
  const port = await served.composition.listenForSql(0);
  client = new pg.Client({ host: '127.0.0.1', port, user: 'cube', password: served.token, database: '1' });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
const own = (column: string) => `${column} NOT LIKE 'pg_%' AND ${column} NOT IN ('public', 'information_schema')`;

it('lists each folder as a schema, with its members as columns of a table for each view', async () => {
  const expected = [
    ['Customer', 'Visits', 'city'],
    ['Customer', 'sales', 'revenue city'],
    ['When', 'sales', 'revenue city made_at'],
  ];
  const attributes = `SELECT n.nspname, c.relname, string_agg(a.attname::text, ' ' ORDER BY a.attnum) FROM pg_namespace n
    JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE ${own('n.nspname')} AND a.attname NOT LIKE '\\_\\_%' GROUP BY 1, 2 ORDER BY 1, 2`;
  expect(await ask(attributes)).toEqual(expected);
  const columns = `SELECT table_schema, table_name, string_agg(column_name::text, ' ' ORDER BY ordinal_position) FROM information_schema.columns
    WHERE ${own('table_schema')} AND column_name NOT LIKE '\\_\\_%' GROUP BY 1, 2 ORDER BY 1, 2`;
  expect(await ask(columns)).toEqual(expected);
  expect(
    await ask(`SELECT schema_name FROM information_schema.schemata WHERE ${own('schema_name')} ORDER BY 1`),
  ).toEqual([['Customer'], ['When']]);
  const tables = expected.map(([schema, table]) => [schema, table]);
  for (const [relation, schema, name] of [
    ['information_schema.tables', 'table_schema', 'table_name'],
    ['information_schema.table_privileges', 'table_schema', 'table_name'],
    ['pg_tables', 'schemaname', 'tablename'],
    ['pg_stat_user_tables', 'schemaname', 'relname'],
    ['svv_tables', 'table_schema', 'table_name'],
  ]) {
    expect(await ask(`SELECT ${schema}, ${name} FROM ${relation} WHERE ${own(String(schema))} ORDER BY 1, 2`)).toEqual(
      tables,
    );
  }
});

it('keeps all tables in public, with all columns', async () => {
  const columns =
    "SELECT count(*)::int FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'sales'";
  expect(await ask(columns)).toEqual([[6]]);
  expect(await ask('SELECT city, made_at::date::text, MEASURE(revenue) FROM sales GROUP BY 1, 2 ORDER BY 1')).toEqual([
    ['Oslo', '2024-01-05', 10],
    ['Rome', '2024-02-05', 20],
  ]);
});

it.each([
  [
    'SELECT "Customer".sales.city, MEASURE(revenue) FROM "Customer".sales GROUP BY 1 ORDER BY 1',
    [
      ['Oslo', 10],
      ['Rome', 20],
    ],
  ],
  ['SELECT city FROM customer.VISITS ORDER BY 1', [['Oslo'], ['Rome']]],
  ['SELECT s.city FROM "1"."When".sales s ORDER BY 1', [['Oslo'], ['Rome']]],
  [
    `SELECT '"When".sales'::regclass::text, to_regclass('"Customer".nothing')::text, '"When"'::regnamespace::text,
       pg_table_is_visible('"When".sales'::regclass), pg_table_is_visible('sales'::regclass),
       '"When".sales'::regclass = 'sales'::regclass, to_regclass('public.sales')::oid = 'sales'::regclass::oid`,
    [['"When".sales', null, '"When"', false, true, false, true]],
  ],
])('answers %s', async (text, rows) => {
  expect(await ask(text)).toEqual(rows);
});

it.each([
  ['SELECT made_at FROM "Customer".sales', '42703'],
  ['SELECT margin FROM "When".sales', '42703'],
  ['SELECT margin FROM "Kept back".sales', '42P01'],
  ['SELECT city FROM "When"."Visits"', '42P01'],
  ['SELECT city FROM nothing.sales', '42P01'],
  ['SELECT * FROM "Customer".orders', '42P01'],
  ['SELECT * FROM "Customer".pg_class', '42P01'],
])('refuses %s', async (text, code) => {
  await expect(ask(text)).rejects.toMatchObject({ code });
});

it('leaves the name of a schema that is there to it', async () => {
  expect(await ask("SELECT count(*)::int FROM pg_namespace WHERE lower(nspname) = 'public'")).toEqual([[1]]);
  expect(await ask('SELECT made_at::date::text FROM "Public".sales ORDER BY 1 LIMIT 1')).toEqual([['2024-01-05']]);
});
