import { expect, it } from 'vitest';
import type { TableDescription } from '../table-description.ts';
import { useDatabase } from './postgres-for-test.ts';

const database = useDatabase(`
  CREATE TABLE parent (id integer PRIMARY KEY, code text UNIQUE, note text);
  COMMENT ON TABLE parent IS 'what others belong to';
  COMMENT ON COLUMN parent.code IS 'given by hand';
  INSERT INTO parent VALUES (1, 'x'), (2, 'y');
  CREATE UNIQUE INDEX ON parent (code, id) INCLUDE (note);
  CREATE UNIQUE INDEX ON parent (lower(code));
  CREATE UNIQUE INDEX ON parent (note) WHERE id > 1;
  ANALYZE parent;
  CREATE DOMAIN price AS numeric(10, 2) NOT NULL;
  CREATE TYPE mood AS ENUM ('glad', 'sad');
  CREATE TABLE child (
    a integer, b date, gone text, parent_id integer REFERENCES parent (id), cost price, tags text[], how mood, doc jsonb,
    PRIMARY KEY (b, a)
  );
  ALTER TABLE child DROP COLUMN gone;
  CREATE SCHEMA "Other";
  CREATE TABLE "Other"."odd ""name" ("Sp ace" timestamptz, b date, a integer, FOREIGN KEY (b, a) REFERENCES child (b, a));
  CREATE VIEW seen AS SELECT id AS one FROM parent;
  CREATE MATERIALIZED VIEW kept AS SELECT id FROM parent;
  CREATE TABLE days (day date, n integer) PARTITION BY RANGE (day);
  CREATE TABLE days_2024 PARTITION OF days FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  INSERT INTO days VALUES ('2024-05-01', 1);
  ANALYZE days_2024;
`);

async function described(settings = {}): Promise<readonly TableDescription[]> {
  const engine = await database.open(settings);
  return engine.describeTables(new AbortController().signal);
}

it('reports columns, keys, comments and a row estimate', async () => {
  const tables = await described();
  expect(
    tables.map(({ schema, name, kind, isOnPath, estimatedRows }) => [schema, name, kind, isOnPath, estimatedRows]),
  ).toEqual([
    ['Other', 'odd "name', 'table', false, undefined],
    ['public', 'child', 'table', true, undefined],
    ['public', 'days', 'table', true, 1],
    ['public', 'kept', 'view', true, undefined],
    ['public', 'parent', 'table', true, 2],
    ['public', 'seen', 'view', true, undefined],
  ]);
  expect(tables.find(({ name }) => name === 'child')).toEqual({
    schema: 'public',
    name: 'child',
    isOnPath: true,
    kind: 'table',
    columns: [
      { name: 'a', engineType: 'integer', type: 'number', isNullable: false },
      { name: 'b', engineType: 'date', type: 'time', isNullable: false },
      { name: 'parent_id', engineType: 'integer', type: 'number', isNullable: true },
      { name: 'cost', engineType: 'price', type: 'number', isNullable: false },
      { name: 'tags', engineType: 'text[]', isNullable: true },
      { name: 'how', engineType: 'mood', type: 'string', isNullable: true },
      { name: 'doc', engineType: 'jsonb', isNullable: true },
    ],
    primaryKey: ['b', 'a'],
    uniqueKeys: [],
    foreignKeys: [
      { columns: ['parent_id'], references: { schema: 'public', name: 'parent' }, referencedColumns: ['id'] },
    ],
  });
  expect(tables.find(({ name }) => name === 'parent')).toMatchObject({
    comment: 'what others belong to',
    primaryKey: ['id'],
    uniqueKeys: [['code'], ['code', 'id']],
  });
  expect(tables.find(({ schema }) => schema === 'Other')).toMatchObject({
    columns: [{ name: 'Sp ace', engineType: 'timestamp with time zone', type: 'time' }, { name: 'b' }, { name: 'a' }],
    foreignKeys: [
      { columns: ['b', 'a'], references: { schema: 'public', name: 'child' }, referencedColumns: ['b', 'a'] },
    ],
  });
});

it('finds plain names by the schemas of the source', async () => {
  const tables = await described({ searchPath: ['Other'] });
  expect(tables.filter(({ isOnPath }) => isOnPath).map(({ name }) => name)).toEqual(['odd "name']);
});

it('lists what the role may read, column by column', async () => {
  const { user, password } = { user: `reader_${process.pid}`, password: 'secret' };
  await database.ask(`
    CREATE ROLE ${user} LOGIN PASSWORD '${password}';
    GRANT SELECT (id) ON parent TO ${user};
    GRANT SELECT ON "Other"."odd ""name" TO ${user}`);
  try {
    const tables = await described({ user, password });
    expect(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['parent', ['id']],
    ]);
  } finally {
    await database.ask(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
  }
});
