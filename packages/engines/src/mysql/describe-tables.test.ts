import { expect, it } from 'vitest';
import { databaseForTest, type TestMysql } from './mysql-for-test.ts';

/** Other databases of the server are visible as well. */
async function described({ open, settings }: TestMysql) {
  const engine = await open();
  const tables = await engine.describeTables(new AbortController().signal);
  return tables.filter(({ schema }) => schema === settings.database);
}

it('reports columns, keys, comments and a row estimate of a table', async () => {
  const database = await databaseForTest();
  await database.ask(
    "CREATE TABLE parent (id INT PRIMARY KEY, code VARCHAR(20) UNIQUE COMMENT 'given by hand', area INT, UNIQUE (id, area)) COMMENT 'what others belong to'",
  );
  await database.ask(`CREATE TABLE child (a INT, b DATE, parent_id INT, parent_area INT, price DECIMAL(10, 2) UNSIGNED NOT NULL, note TEXT,
    PRIMARY KEY (b, a), UNIQUE (note(10)), FOREIGN KEY (parent_id, parent_area) REFERENCES parent (id, area))`);
  await database.ask("INSERT INTO parent VALUES (1, 'x', 1), (2, 'y', 1)");
  await database.ask('CREATE VIEW seen AS SELECT id FROM parent');
  await database.ask('CREATE SEQUENCE numbers');
  const schema = database.settings.database;
  const table = { schema, isOnPath: true, kind: 'table' };
  expect(await described(database)).toEqual([
    {
      ...table,
      name: 'child',
      estimatedRows: 0,
      columns: [
        { name: 'a', engineType: 'int(11)', type: 'number', isNullable: false },
        { name: 'b', engineType: 'date', type: 'time', isNullable: false },
        { name: 'parent_id', engineType: 'int(11)', type: 'number', isNullable: true },
        { name: 'parent_area', engineType: 'int(11)', type: 'number', isNullable: true },
        { name: 'price', engineType: 'decimal(10,2) unsigned', type: 'number', isNullable: false },
        { name: 'note', engineType: 'text', type: 'string', isNullable: true },
      ],
      primaryKey: ['b', 'a'],
      uniqueKeys: [],
      foreignKeys: [
        {
          columns: ['parent_id', 'parent_area'],
          references: { schema, name: 'parent' },
          referencedColumns: ['id', 'area'],
        },
      ],
    },
    {
      ...table,
      name: 'parent',
      comment: 'what others belong to',
      estimatedRows: 2,
      columns: [
        { name: 'id', engineType: 'int(11)', type: 'number', isNullable: false },
        { name: 'code', engineType: 'varchar(20)', type: 'string', isNullable: true, comment: 'given by hand' },
        { name: 'area', engineType: 'int(11)', type: 'number', isNullable: true },
      ],
      primaryKey: ['id'],
      uniqueKeys: [['code'], ['id', 'area']],
      foreignKeys: [],
    },
    {
      ...table,
      name: 'seen',
      kind: 'view',
      columns: [{ name: 'id', engineType: 'int(11)', type: 'number', isNullable: false }],
      primaryKey: [],
      uniqueKeys: [],
      foreignKeys: [],
    },
  ]);
});

it('lists tables of other databases, which statements name by their schema', async () => {
  const database = await databaseForTest();
  const other = await databaseForTest();
  await other.ask('CREATE TABLE `odd "name"` (`Sp ace` INT)');
  const tables = (await (await database.open()).describeTables?.(new AbortController().signal)) ?? [];
  expect(tables.filter(({ schema }) => schema === other.settings.database)).toMatchObject([
    { name: 'odd "name"', isOnPath: false, columns: [{ name: 'Sp ace' }] },
  ]);
  expect(tables.map(({ schema }) => schema)).not.toContain('mysql');
});

it('reports the kind of values of a column, and no types that queries cannot compare', async () => {
  const database = await databaseForTest();
  await database.ask(`CREATE TABLE t (a BOOLEAN, b BIT(1), c BIT(8), d TINYINT(1) UNSIGNED, e YEAR, f TIMESTAMP, g DATETIME(3), h TIME, i ENUM('x', 'y'),
    j SET('x'), k LONGTEXT, l UUID, m BLOB, n VARBINARY(5), o POINT, p DOUBLE UNSIGNED)`);
  const [table] = await described(database);
  expect(table?.columns.map(({ type }) => type)).toEqual([
    'boolean',
    'boolean',
    'number',
    'number',
    'number',
    'time',
    'time',
    'string',
    'string',
    'string',
    'string',
    'string',
    undefined,
    undefined,
    undefined,
    'number',
  ]);
});
