import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

interface Source {
  readonly stored: readonly string[];
  readonly init?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

async function described({ stored, init = [], files = {} }: Source) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const database = join(folder, 'a.duckdb');
  await writeDatabase(database, ...stored);
  const engine = await openForTest({ projectDirectory: folder, database, allow: ['.'], init });
  return engine.describeTables(new AbortController().signal);
}

test('reports columns, keys, comments and a row estimate of a stored table', async () => {
  const tables = await described({
    stored: [
      'CREATE TABLE parent (id INTEGER PRIMARY KEY, code VARCHAR UNIQUE)',
      `CREATE TABLE child (
         a INTEGER, b DATE, parent_id INTEGER REFERENCES parent (id), price DECIMAL(10, 2), tags VARCHAR[],
         PRIMARY KEY (b, a)
       )`,
      `COMMENT ON TABLE parent IS 'what others belong to'`,
      `COMMENT ON COLUMN parent.code IS 'given by hand'`,
      `INSERT INTO parent VALUES (1, 'x'), (2, 'y')`,
    ],
  });
  expect(tables).toEqual([
    {
      schema: 'main',
      name: 'child',
      isOnPath: true,
      kind: 'table',
      estimatedRows: 0,
      columns: [
        { name: 'a', engineType: 'INTEGER', type: 'number', isNullable: false },
        { name: 'b', engineType: 'DATE', type: 'time', isNullable: false },
        { name: 'parent_id', engineType: 'INTEGER', type: 'number', isNullable: true },
        { name: 'price', engineType: 'DECIMAL(10,2)', type: 'number', isNullable: true },
        { name: 'tags', engineType: 'VARCHAR[]', isNullable: true },
      ],
      primaryKey: ['b', 'a'],
      uniqueKeys: [],
      foreignKeys: [
        { columns: ['parent_id'], references: { schema: 'main', name: 'parent' }, referencedColumns: ['id'] },
      ],
    },
    {
      schema: 'main',
      name: 'parent',
      isOnPath: true,
      kind: 'table',
      comment: 'what others belong to',
      estimatedRows: 2,
      columns: [
        { name: 'id', engineType: 'INTEGER', type: 'number', isNullable: false },
        { name: 'code', engineType: 'VARCHAR', type: 'string', isNullable: true, comment: 'given by hand' },
      ],
      primaryKey: ['id'],
      uniqueKeys: [['code']],
      foreignKeys: [],
    },
  ]);
});

test('lists views, tables of other schemas and the views that init makes of files', async () => {
  const tables = await described({
    stored: [
      'CREATE SCHEMA "Other"',
      'CREATE TABLE "Other"."odd ""name" ("Sp ace" VARCHAR)',
      'CREATE VIEW seen AS SELECT 1 AS one',
    ],
    init: [`CREATE TEMP VIEW from_file AS SELECT * FROM read_csv('days.csv')`],
    files: { 'days.csv': 'day\n2026-01-01\n' },
  });
  expect(
    tables.map(({ schema, name, kind, isOnPath, columns }) => ({ schema, name, kind, isOnPath, columns })),
  ).toEqual([
    {
      schema: 'Other',
      name: 'odd "name',
      kind: 'table',
      isOnPath: false,
      columns: [{ name: 'Sp ace', engineType: 'VARCHAR', type: 'string', isNullable: true }],
    },
    {
      schema: 'main',
      name: 'from_file',
      kind: 'view',
      isOnPath: true,
      columns: [{ name: 'day', engineType: 'DATE', type: 'time', isNullable: true }],
    },
    {
      schema: 'main',
      name: 'seen',
      kind: 'view',
      isOnPath: true,
      columns: [{ name: 'one', engineType: 'INTEGER', type: 'number', isNullable: true }],
    },
  ]);
});

test('describes a temporary view, not the stored table that it hides', async () => {
  const tables = await described({
    stored: ['CREATE TABLE orders (id INTEGER PRIMARY KEY)'],
    init: ['CREATE TEMP VIEW orders AS SELECT 1 AS other'],
  });
  expect(
    tables.map(({ name, kind, columns, primaryKey }) => [name, kind, columns.map((c) => c.name), primaryKey]),
  ).toEqual([['orders', 'view', ['other'], []]]);
});

test('finds nothing in an empty database', async () => {
  expect(await described({ stored: [] })).toEqual([]);
});
