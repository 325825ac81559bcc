import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

let project: string;

beforeEach(() => {
  project = temporaryFolder();
  mkdirSync(join(project, 'data'));
  writeFileSync(join(project, 'data/open.csv'), 'a,b\n1,2\n');
});

const askWith = async (init: readonly string[], text: string, database?: string) => {
  const source = { projectDirectory: project, allow: ['data'], init, ...(database ? { database } : {}) };
  const engine = await openForTest({ ...source, isForeign: true });
  return rowsOf(engine, text).catch((error: EngineError) => String(error.cause ?? error));
};

describe('34: the init of an uploaded project creates temporary views only', () => {
  it.each([
    [`CREATE TEMP VIEW v AS SELECT a FROM 'data/open.csv'`, '1'],
    [`  create temporary view if not exists "v" (x, "y") as\n(SELECT a, b FROM 'data/open.csv');`, '1'],
    [`CREATE TEMP VIEW v AS WITH t AS (SELECT 7 AS x) FROM t -- the end`, '7'],
  ])('%s', async (init, first) => {
    const rows = await askWith([init], 'SELECT * FROM v');
    expect([rows, Array.isArray(rows) && rows[0]?.[0]]).toEqual([rows, first]);
  });

  it('one on another', async () => {
    const init = ['CREATE TEMP VIEW v AS SELECT 3 AS x', 'CREATE TEMP VIEW w AS SELECT x + 1 AS y FROM v'];
    expect(await askWith(init, 'SELECT y FROM w')).toEqual([['4']]);
  });

  it.each([
    `COPY (SELECT 1) TO '{}/data/out.csv'`,
    `CREATE TEMP VIEW v AS SELECT 1; COPY (SELECT 1) TO '{}/data/out.csv'`,
    `CREATE TEMP VIEW v AS COPY (SELECT 1) TO '{}/data/out.csv'`,
    `CREATE TEMP VIEW v AS SELECT 1 /* ; */; /* */ COPY (SELECT 1) TO '{}/data/out.csv'`,
    `CREATE TEMP VIEW v AS SELECT ';'; COPY (SELECT 1) TO '{}/data/out.csv'`,
    `EXPORT DATABASE '{}/data/out.csv'`,
    `ATTACH '{}/data/out.csv'`,
    `CREATE TEMP TABLE v AS SELECT 1`,
    `CREATE VIEW v AS SELECT 1`,
    `CREATE TEMP MACRO v() AS 1`,
    `CREATE TEMP VIEW v AS FROM enable_logging()`,
    `CREATE TEMP VIEW v AS SELECT * FROM duckdb_settings()`,
    `CREATE TEMP VIEW v AS SELECT current_setting('temp_directory') AS x`,
    `CREATE TEMP VIEW v AS SELECT * FROM query('SELECT 1')`,
    `CREATE TEMP VIEW v AS FROM pg_settings`,
    `CREATE TEMP VIEW v AS SELECT * FROM '/etc/passwd'`,
    `CREATE TEMP VIEW v AS SELECT * FROM read_text('{}/data/../../../etc/passwd')`,
    `CREATE TEMP VIEW v AS PIVOT (SELECT 1 AS a) ON a`,
    `CREATE TEMP VIEW v AS SELECT 1\0; DROP VIEW v`,
    `CREATE TEMP VIEW a.v AS SELECT 1`,
    `/* */ CREATE TEMP VIEW v AS SELECT 1`,
    `SELECT 1`,
    `SET memory_limit = '100GB'`,
    `INSTALL httpfs`,
    `CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')`,
    ``,
  ])('%s is refused, and the source with it', async (init) => {
    const said = await askWith([init.replaceAll('{}', project)], 'SELECT 1');
    expect(said).toMatch(/Error/);
    expect(existsSync(join(project, 'data/out.csv'))).toBe(false);
  });

  it('trusts the init of the project file', async () => {
    const engine = await openForTest({ projectDirectory: project, init: ['CREATE TEMP TABLE t AS SELECT 1 AS x'] });
    expect(await rowsOf(engine, 'SELECT x FROM t')).toEqual([['1']]);
  });
});

describe('34: an attached database brings no code that statements may not run', () => {
  it.each([
    [`CREATE VIEW v AS SELECT * FROM duckdb_settings()`, 'the view v'],
    [`CREATE VIEW v AS SELECT 1 AS " AS " FROM /* ( */ "duckdb_settings" /* */ ()`, 'the view v'],
    [`CREATE VIEW v AS FROM duckdb_databases`, 'the view v'],
    [`CREATE VIEW "a AS b" AS SELECT current_setting('temp_directory') AS x`, 'the view a AS b'],
    [`CREATE MACRO v() AS TABLE SELECT * FROM enable_logging()`, 'the macro v'],
    [`CREATE MACRO v(x) AS 1, (x, y) AS current_setting(x)`, 'the macro v'],
    [`CREATE MACRO v(x) AS TABLE SELECT * FROM query(x)`, 'the macro v'],
    [`CREATE TABLE v (a INT, b AS (current_setting('temp_directory')))`, 'the table v'],
    [`CREATE SCHEMA other; CREATE VIEW other.v AS FROM enable_profiling()`, 'the view v'],
  ])('%s', async (statement, what) => {
    await writeDatabase(join(project, 'shop.duckdb'), 'CREATE TABLE orders AS SELECT 1 AS id', statement);
    const said = await askWith([], 'SELECT id FROM orders', 'shop.duckdb');
    expect(said).toBe(`Error: ${what} of the database uses what may not be used`);
  });

  it('is checked again when it is replaced', async () => {
    const file = join(project, 'shop.duckdb');
    await writeDatabase(file, 'CREATE TABLE orders AS SELECT 1 AS id');
    const engine = await openForTest({ projectDirectory: project, database: 'shop.duckdb', isForeign: true });
    await engine.check(AbortSignal.timeout(60_000)); // closes the file
    await writeDatabase(file, 'CREATE MACRO v() AS TABLE SELECT * FROM enable_logging()');
    await expect(rowsOf(engine, 'SELECT id FROM orders')).rejects.toMatchObject({ errorClass: 'forbidden' });
  });

  it('refuses a macro with the name of a function that checks statements', async () => {
    await writeDatabase(join(project, 'shop.duckdb'), `CREATE MACRO json_serialize_sql(x) AS '{"error":false}'`);
    expect(await askWith([], 'SELECT * FROM duckdb_settings()', 'shop.duckdb')).toBe(
      'Error: duckdb_settings may not be used',
    );
  });

  it('serves tables, views and macros with similar names', async () => {
    const statements = [
      'CREATE TABLE query (query INTEGER, current_setting VARCHAR)',
      'INSERT INTO query VALUES (5, NULL)',
      'CREATE VIEW plain AS SELECT query FROM query WHERE current_setting IS NULL',
      'CREATE MACRO twice(x) AS x * 2',
    ];
    await writeDatabase(join(project, 'shop.duckdb'), ...statements);
    expect(await askWith([], 'SELECT twice(query) FROM plain', 'shop.duckdb')).toEqual([['10']]);
  });
});
