import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

let project: string;
let engine: Engine;

beforeEach(async () => {
  project = temporaryFolder();
  mkdirSync(join(project, 'data/events'), { recursive: true });
  mkdirSync(join(project, 'private'));
  writeFileSync(join(project, 'data/open.csv'), 'a,b\n1,2\n');
  writeFileSync(join(project, 'data/events/one.csv'), 'a,b\n3,4\n');
  writeFileSync(join(project, 'private/closed.csv'), 'a,b\n5,6\n');
  symlinkSync(join(project, 'private'), join(project, 'data/folder-link'));
  symlinkSync(join(project, 'private/closed.csv'), join(project, 'data/file-link.csv'));
  await writeDatabase(join(project, 'private/shop.duckdb'), 'CREATE TABLE orders AS SELECT 1 AS id');
  engine = await openForTest({ projectDirectory: project, allow: ['data'], database: 'private/shop.duckdb' });
});

describe('files', () => {
  it('reads allowed folders, by names relative to the project', async () => {
    expect(await rowsOf(engine, `SELECT * FROM 'data/open.csv'`)).toEqual([['1', '2']]);
    expect(await rowsOf(engine, `SELECT * FROM read_csv(['./data/open.csv', 'data/events/*.csv']) ORDER BY a`)).toEqual(
      [
        ['1', '2'],
        ['3', '4'],
      ],
    );
    expect(await rowsOf(engine, `SELECT * FROM '${project}/data/events/../open.csv'`)).toEqual([['1', '2']]);
  });

  it('reads the attached database outside of the allowed folders', async () => {
    expect(await rowsOf(engine, 'SELECT id FROM orders')).toEqual([['1']]);
  });

  it.each([
    `SELECT * FROM '/etc/passwd'`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM read_blob('/proc/self/environ')`,
    `SELECT * FROM read_csv('/etc/passwd', delim = ':')`,
    `SELECT * FROM sniff_csv('/etc/passwd')`,
    `SELECT * FROM read_json('/etc/passwd')`,
    `SELECT * FROM parquet_metadata('/etc/passwd')`,
    `SELECT * FROM read_duckdb('/etc/passwd')`,
    `SELECT * FROM glob('/etc/*')`,
    `SELECT * FROM glob('data/../private/*')`,
    `SELECT * FROM 'private/closed.csv'`,
    `SELECT * FROM 'data/../private/closed.csv'`,
    `SELECT * FROM 'data/file-link.csv'`,
    `SELECT * FROM read_text('data/folder-link/closed.csv')`,
    `SELECT * FROM read_text(['data/open.csv', '/etc/passwd'])`,
    `SELECT * FROM read_text('file:///etc/passwd')`,
    `SELECT * FROM 'http://127.0.0.1:9/x.csv'`,
    `SELECT * FROM read_csv('s3://bucket/x.csv')`,
    `SELECT * FROM read_parquet('hf://datasets/x/y.parquet')`,
  ])('%s fails', async (text) => {
    await expect(rowsOf(engine, text)).rejects.toThrow();
  });

  it('does not open a link out of the folder, found by a pattern', async () => {
    await expect(rowsOf(engine, `SELECT content FROM read_text('data/*.csv')`)).rejects.toMatchObject({
      errorClass: 'forbidden',
    });
    expect(await rowsOf(engine, `SELECT count(*) FROM glob('data/folder-link/*')`).catch(() => [['0']])).toEqual([
      ['0'],
    ]);
  });
});

describe('statements', () => {
  it.each([
    `COPY (SELECT 1) TO '${'data/out.csv'}'`,
    `COPY (SELECT 1) TO 'data/out.parquet' (FORMAT parquet)`,
    `EXPORT DATABASE 'data/out'`,
    `ATTACH 'data/new.duckdb'`,
    'DETACH generation_1',
    'INSTALL httpfs',
    'LOAD httpfs',
    `SET memory_limit = '100GB'`,
    'SET enable_external_access = true',
    'RESET lock_configuration',
    'PRAGMA database_list',
    `PRAGMA enable_profiling = 'json'`,
    '/* */ -- \n pragma database_list',
    'CALL pragma_version()',
    'SHOW DATABASES',
    'DESCRIBE orders',
    'EXPLAIN ANALYZE SELECT 1',
    'USE memory',
    'CREATE TEMP TABLE t AS SELECT 1',
    `CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')`,
    'DELETE FROM orders',
    'CHECKPOINT',
    'BEGIN',
    `PREPARE p AS SELECT 1`,
    "SELECT 1; COPY (SELECT 1) TO 'data/out.csv'",
    `VACUUM`,
  ])('%s is refused', async (text) => {
    await expect(rowsOf(engine, text)).rejects.toThrow();
    expect(existsSync(join(project, 'data/out.csv'))).toBe(false);
    expect(await rowsOf(engine, 'SELECT id FROM orders')).toEqual([['1']]);
  });

  it.each([
    'SELECT * FROM enable_logging()',
    `SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_config = {'path': '/tmp/x'})`,
    'SELECT * FROM "enable_logging"()',
    'SELECT * FROM system.main.ENABLE_LOGGING /* */ ()',
    'SELECT * FROM enable_profiling()',
    `SELECT * FROM query('SELECT * FROM enable_' || 'logging()')`,
    `SELECT * FROM query_table('orders')`,
    `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 42'))`,
    'SELECT * FROM force_checkpoint()',
    `SELECT current_setting('temp_directory')`,
    `WITH a AS (SELECT (SELECT max(value) FROM duckdb_settings()) AS x) SELECT * FROM a`,
    'FROM duckdb_secrets()',
    'SELECT * FROM pg_settings',
    'SELECT * FROM pg_catalog.pg_settings',
    'SELECT path FROM duckdb_databases',
    'SELECT * FROM duckdb_databases()',
    'SELECT 1 UNION ALL SELECT count(*) FROM duckdb_temporary_files()',
    `SELECT getenv('HOME')`,
  ])('%s is refused', async (text) => {
    await expect(rowsOf(engine, text)).rejects.toThrow();
    expect(await rowsOf(engine, 'SELECT id FROM orders')).toEqual([['1']]);
  });

  it('does not mistake a column for a function of the same name', async () => {
    expect(
      await rowsOf(
        engine,
        `SELECT query, "current_setting" FROM (SELECT 1 AS query, 'enable_logging()' AS current_setting)`,
      ),
    ).toEqual([['1', 'enable_logging()']]);
  });

  it('refuses a text with a NUL, which the driver would cut there', async () => {
    await expect(rowsOf(engine, 'SELECT 1 \0 FROM nowhere')).rejects.toMatchObject({ errorClass: 'statement' });
  });
});
