import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const catalog = `
  SELECT c.relname, a.attname, a.atttypid::int8 AS type, a.atttypmod AS modifier, i.udt_name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN information_schema.columns i ON i.table_name = c.relname AND i.column_name = a.attname
  WHERE n.nspname = 'public' AND a.attnum > 0
  ORDER BY c.relname, a.attnum`;

it('the catalogs give every column the type of its rows, before any statement has read the data source', async () => {
  const client = await server.connect();
  const { rows } = await client.query(catalog);
  const told = rows.map(({ relname, attname, type, modifier }) => [relname, attname, Number(type), modifier]);
  const shown: unknown[] = [];
  for (const table of new Set(rows.map(({ relname }) => String(relname)))) {
    const { fields } = await client.query(`SELECT * FROM "${table}" LIMIT 0`);
    shown.push(...fields.map(({ name, dataTypeID, dataTypeModifier }) => [table, name, dataTypeID, dataTypeModifier]));
  }
  expect(told).toEqual(shown);
  expect(new Set(rows.map(({ udt_name: name }) => name))).toContain('numeric'); // or nothing had to be asked
});

it('no column whose rows may have NULL is NOT NULL', async () => {
  const client = await server.connect();
  const nulls = await client.query('SELECT * FROM orders LIMIT 1');
  const empty = Object.entries(nulls.rows[0] as object).flatMap(([name, value]) => (value === null ? [name] : []));
  expect(empty).toContain('completed');
  const required = await client.query(`
    SELECT attname FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attnotnull AND attname = ANY ('{${empty.join(',')}}')`);
  expect(required.rows).toEqual([]);
});
