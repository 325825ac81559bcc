import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Engine, EngineError } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';
import { openNamelessFolder } from './nameless-folder.ts';

let project: string;

beforeEach(async () => {
  project = join(temporaryFolder(), '4242-1700000000000');
  mkdirSync(join(project, 'data/day=1'), { recursive: true });
  writeFileSync(join(project, 'data/x.csv'), 'a,b\n1,2\n');
  writeFileSync(join(project, 'data/day=1/x.csv'), 'a,b\n1,2\n');
  writeFileSync(join(project, 'data/x.json'), '{"a":1}\n');
  writeFileSync(join(project, 'data/x.txt'), 'text');
  await writeDatabase(
    join(project, 'data/shop.duckdb'),
    'CREATE TABLE orders AS SELECT 1 AS id',
    `COPY (SELECT 1 AS a) TO '${join(project, 'data/x.parquet')}'`,
  );
});

const openForeign = (init: readonly string[] = [], database = 'data/shop.duckdb') =>
  openForTest({ projectDirectory: project, allow: ['data'], database, init, isForeign: true });

/** Everything that the author of a statement can learn from it. */
async function reportedBy(engine: Engine, text: string): Promise<string> {
  try {
    const { columns, batches } = await engine.run({ text, params: [] }, AbortSignal.timeout(60_000));
    const reported: unknown[] = [columns];
    for await (const batch of batches) reported.push(batch.columns);
    return JSON.stringify(reported);
  } catch (error) {
    return `failed: ${String(error instanceof EngineError ? error.cause : error)}`;
  }
}

describe('what an uploaded project may learn of the server', () => {
  it.each([
    `SELECT * FROM read_text('data/x*.txt')`,
    `SELECT filename FROM read_blob('data/x.txt')`,
    `SELECT * FROM glob('data/*')`,
    `SELECT filename FROM 'data/x.csv'`,
    `SELECT FILENAME FROM read_csv('data/*/x.csv', hive_partitioning = true)`,
    `SELECT * FROM read_csv('data/x.csv', filename = true)`,
    `SELECT * FROM read_csv(['data/x.csv'], filename = 'f')`,
    `SELECT "filename" FROM read_csv_auto('data/x.csv')`,
    `SELECT t.filename FROM read_json('data/x.json') t`,
    `SELECT filename FROM read_json_objects('data/x.json')`,
    `SELECT filename FROM 'data/x.parquet'`,
    `SELECT * FROM read_parquet('data/x.parquet', filename = true)`,
    `SELECT * FROM parquet_scan('data/x.parquet', filename = true)`,
    `SELECT * FROM parquet_metadata('data/x.parquet')`,
    `SELECT * FROM parquet_schema('data/x.parquet')`,
    `SELECT * FROM parquet_file_metadata('data/x.parquet')`,
    `SELECT * FROM parquet_bloom_probe('data/x.parquet', 'a', 1)`,
    `SELECT * FROM sniff_csv('data/x.csv')`,
    `SELECT CAST(t AS VARCHAR) FROM read_text('data/x.txt') t`,
    `SELECT t::VARCHAR FROM read_csv('data/x.csv', filename = true) t`,
    `SELECT to_json(t) FROM read_csv('data/x.csv', filename = true) t`,
    `SELECT COLUMNS(*) FROM read_text('data/x.txt')`,
    `SELECT to_json(t) FROM (SELECT (SELECT max(a) FROM 'data/x.csv')) t`,
    `SELECT (SELECT max(a) FROM 'data/x.csv')`,
    `SELECT current_query() FROM 'data/x.csv'`,
    `SELECT sql FROM duckdb_views()`,
    `SELECT view_definition FROM information_schema.views`,
    `SELECT sql FROM sqlite_master`,
    `SELECT filename FROM stored`,
    `SELECT * FROM (DESCRIBE SELECT (SELECT max(a) FROM 'data/x.csv'))`,
    `SELECT json_serialize_plan('SELECT filename FROM stored')`,
  ])('%s reveals neither its folder nor its process', async (text) => {
    const engine = await openForeign([`CREATE TEMP VIEW stored AS SELECT *, filename FROM 'data/x.csv'`]);
    const reported = await reportedBy(engine, text);
    expect(reported).not.toMatch(/^failed/);
    expect(reported).not.toContain(project);
    expect(reported).not.toContain('4242');
  });

  it('offers no part of the path to compare with', async () => {
    const engine = await openForeign();
    const asked = `SELECT filename LIKE '${project.slice(0, 3)}%', hash(filename) = hash('${project}/data/x.csv')
      FROM 'data/x.csv' WHERE NOT starts_with(filename, '${project}')`;
    expect(await rowsOf(engine, asked)).toEqual([[false, false]]);
  });

  it('still has the path inside the project', async () => {
    const asked = `SELECT regexp_extract(filename, 'data/.*') FROM read_csv('data/*/*.csv')`;
    expect(await rowsOf(await openForeign(), asked)).toEqual([['data/day=1/x.csv']]);
  });

  it.each([
    `SELECT * FROM 'data/none.csv'`,
    `SELECT * FROM read_csv('data/x.csv', columns = {'a': 'DATE', 'b': 'INT'})`,
    `SELECT * FROM read_text('data/*')`,
    `SELECT * FROM read_parquet('data/x.csv')`,
    `SELECT * FROM 'private.csv'`,
  ])('%s fails without a word of the folder', async (text) => {
    const reported = await reportedBy(await openForeign(), text);
    expect(reported).toMatch(/^failed/);
    expect(reported).not.toContain(project);
  });

  it('is not told where a missing database would be', async () => {
    const opened = openForeign([], 'data/none.duckdb').then((engine) => reportedBy(engine, 'SELECT 1'));
    expect(await opened).not.toContain(project);
  });
});

describe('cannot guess the location of the project', () => {
  it.each([
    `SELECT * FROM '{}/data/x.csv'`,
    `SELECT * FROM "{}/data/x.csv"`,
    `SELECT * FROM "{}/data/x".csv`,
    `SELECT * FROM "{}/data"."../data/x".csv`,
    `SELECT * FROM (DESCRIBE '{}/data/x.csv')`,
    `SELECT * FROM (SUMMARIZE "{}/data/x".csv)`,
    `SELECT (SELECT max(a) FROM (SELECT * FROM '{}/data/x.csv'))`,
    `WITH t AS (FROM '{}/data/x.csv') SELECT * FROM t`,
    `SELECT * FROM read_text('{}/data/x.txt')`,
    `SELECT * FROM read_text(['data/x.txt', '{}/data/x.txt'])`,
    `SELECT * FROM read_text('{}' || '/data/x.txt')`,
    `SELECT * FROM read_text(concat('{}', '/data/x.txt'))`,
    `SELECT * FROM READ_TEXT(CAST('{}/data/x.txt' AS VARCHAR))`,
    `SELECT * FROM read_text(list_value('{}/data/x.txt'))`,
    `SELECT * FROM read_text($$\{}/data/x.txt$$)`,
    `SELECT * FROM read_text(E'{}/data/x.txt')`,
    `SELECT * FROM (VALUES ('{}/data/x.txt')) v(name), read_text(v.name)`,
    `SELECT * FROM glob('{}/data/*')`,
    `SELECT * FROM sniff_csv('{}/data/x.csv')`,
    `SELECT * FROM 'file://{}/data/x.csv'`,
    `SELECT * FROM 'data/../data/x.csv'`,
    `SELECT * FROM read_text('{}/../../proc/self/cwd/x.txt')`,
    `SELECT * FROM read_csv('/proc/${process.pid}/cwd/x.csv')`,
    `SELECT * FROM read_csv('~/x.csv')`,
  ])('%s is refused, whether it exists or not', async (text) => {
    const engine = await openForeign();
    const [right, wrong] = [project, `${project}-not`].map((folder) => text.replaceAll('{}', folder));
    for (const guess of [right ?? '', wrong ?? '']) {
      await expect(rowsOf(engine, guess)).rejects.toMatchObject({ errorClass: 'forbidden' });
    }
  });

  it('are refused in init', async () => {
    const opened = openForeign([`CREATE TEMP VIEW v AS SELECT * FROM '${project}/data/x.csv'`]);
    const reported = await opened.then((engine) => reportedBy(engine, 'SELECT * FROM v'));
    expect(reported).toMatch(/may not be read: write names of files as texts, relative to the project/);
  });

  it.each([
    [`CREATE VIEW v AS SELECT * FROM '{}/data/x.csv'`, 'the view v'],
    [`CREATE VIEW v AS SELECT * FROM read_text('{}/data/x.txt')`, 'the view v'],
    [`CREATE VIEW v AS WITH t AS (FROM glob('{}/data/*')) SELECT * FROM t UNION ALL SELECT 'x'`, 'the view v'],
    [`CREATE MACRO v(f) AS TABLE SELECT * FROM read_text(f)`, 'the macro v'],
    [`CREATE MACRO v() AS (SELECT max(a) FROM '{}/data/x.csv')`, 'the macro v'],
    [`CREATE MACRO v() AS TABLE SELECT * FROM '{}/data/../data/x.csv'`, 'the macro v'],
  ])('%s in a database is refused', async (statement, what) => {
    await writeDatabase(join(project, 'data/other.duckdb'), statement.replaceAll('{}', project));
    const reported = await openForeign([], 'data/other.duckdb').then((engine) => reportedBy(engine, 'SELECT 1'));
    expect(reported).toBe(`failed: Error: ${what} of the database reads files: make it a table, or a view in 'init'`);
  });

  it('cannot be used in a macro that would change the lists of statements', async () => {
    const macro = `CREATE MACRO List_Value(x) AS string_split('${project}/data/x.txt', '|')`;
    await writeDatabase(join(project, 'data/other.duckdb'), macro);
    const reported = openForeign([], 'data/other.duckdb').then((engine) =>
      reportedBy(engine, `FROM read_text(['data/x.txt'])`),
    );
    expect(await reported).toBe('failed: Error: the macro List_Value of the database has the name of a function');
  });

  it('are not matched in names with slashes', async () => {
    await writeDatabase(
      join(project, 'data/other.duckdb'),
      'CREATE TABLE "ns:a..b" AS SELECT 6 AS x',
      'CREATE TABLE "in/out" ("km/h" INTEGER, "a:b" VARCHAR)',
      `INSERT INTO "in/out" VALUES (5, '/x/../y')`,
      `CREATE VIEW v AS SELECT "km/h" AS "/speed", "a:b" FROM "in/out" WHERE "a:b" LIKE '/x/../%'`,
    );
    const engine = await openForeign([], 'data/other.duckdb');
    expect(await rowsOf(engine, 'SELECT x FROM main."ns:a..b"')).toEqual([['6']]);
    expect(await rowsOf(engine, `SELECT "/speed" AS "../x" FROM v WHERE "a:b" <> '/etc'`)).toEqual([['5']]);
  });
});

it('is released when the engine is closed', async () => {
  const engine = await openForeign();
  const [[folder]] = (await rowsOf(engine, `SELECT replace(filename, '/data/x.csv', '') FROM 'data/x.csv'`)) as [
    [string],
  ];
  const isThere = () => existsSync(join(folder, 'data/x.csv'));
  expect(isThere()).toBe(true);
  await engine.close();
  await vi.waitFor(() => expect(isThere()).toBe(false));
});

it('reaches the folder by a link where descriptors have no paths, until it is closed', () => {
  const folder = openNamelessFolder(project, join(project, 'none'));
  expect(folder.path).not.toContain(project);
  expect(readFileSync(join(folder.path, 'data/x.txt'), 'utf8')).toBe('text');
  folder.close();
  folder.close();
  expect([existsSync(folder.path), existsSync(project)]).toEqual([false, true]);
});
