import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalsIn } from '../internals.ts';
import { StatementService } from './statement-service.ts';

let service: StatementService;
beforeAll(async () => {
  service = await StatementService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** Words that an error line begins with. */
const kinds =
  /^(?:User|Internal|REST API|SQL Parser|Unsupported|Planning|Post-Processing|Rewrite|Database Execution) Error: /;

/** Internals in the words of an error; below them it repeats a part of the statement. */
function toldBeside(error: string, query: string): readonly string[] {
  const [words = ''] = error.split(/\n\n|'#/);
  const own = query.split(/[^\w/]+/).filter((word) => word.length > 3);
  const others = own.reduce((left, word) => left.replaceAll(word, ''), words.replace('SQL Parser Error', ''));
  return internalsIn(others);
}

async function refusal(query: string): Promise<string> {
  const { status, error = '', rows } = await service.ask('eu', query);
  expect([status, rows]).toEqual([200, []]);
  expect(error).toMatch(kinds);
  expect(error).not.toMatch(/^Internal/);
  expect(toldBeside(error, query)).toEqual([]);
  return error;
}

describe('a statement that reaches out', () => {
  it.each([
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT getenv('HOME')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    'SELECT pg_sleep(60)',
    'SELECT pg_terminate_backend(1)',
    "SELECT set_config('timezone', 'x', false)",
    "SELECT current_setting('data_directory')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT dblink('host=127.0.0.1', 'SELECT 1')",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM temp.people',
    'SELECT * FROM main.people',
    "SELECT nextval('s')",
    "COPY people TO '/tmp/x'",
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "ATTACH 'x.db'",
    'INSTALL httpfs',
    'LOAD httpfs',
    'PRAGMA version',
    "SET memory_limit = '1TB'",
    'CALL duckdb_settings()',
    'INSERT INTO people VALUES (1)',
    'UPDATE people SET name = NULL',
    'DELETE FROM people',
    'DROP TABLE people',
    'CREATE TABLE x AS SELECT 1',
    'SELECT * INTO x FROM people',
    'WITH x AS (DELETE FROM people RETURNING *) SELECT * FROM x',
    'SELECT name FROM people FOR UPDATE',
    'EXPLAIN ANALYZE DELETE FROM people',
    'PREPARE p AS SELECT 1',
    'DO $$ BEGIN END $$',
    'VACUUM',
    'LISTEN x',
    'SELECT 1; SELECT 2',
    'SELECT 1;; SELECT 2',
    'SELECT name FROM people; DROP TABLE people',
    '/* */; -- nothing',
    '',
    ' ; ',
  ])('is refused in words: %s', async (query) => {
    await refusal(query);
  });

  it.each([
    'SELECT 1 AS a;',
    'SELECT 1 AS a -- ; SELECT 2',
    'SELECT /* ; */ 1 AS a',
    "SELECT 1 AS a WHERE ';' = ';'",
    'SELECT 1 AS "a;b"',
  ])('a semicolon that separates nothing is allowed: %s', async (query) => {
    expect((await service.ask('eu', query)).rows).toEqual([['1']]);
  });
});

describe('a statement that is too much', () => {
  it('is refused: thousands of levels of words, conditions and sub-selects, 20,000 columns', async () => {
    // Time that doubles with each level would not end within the time limit of the test.
    for (const query of [
      `SELECT ${'NOT '.repeat(5_000)} TRUE`,
      `SELECT ${'CASE WHEN TRUE THEN '.repeat(2_000)} 1 ${' END'.repeat(2_000)}`,
      `SELECT 1 FROM ${'(SELECT * FROM '.repeat(1_000)} people ${') t'.repeat(1_000)}`,
      `SELECT ${Array.from({ length: 20_000 }, (_, index) => `1 AS c${index}`).join(', ')}`,
    ]) {
      await refusal(query);
    }
  });

  it('is answered when it is only long: 1 MB of text, 10,000 values, 1,000 columns', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `'n${index}'`).join(', ');
    const many = await service.ask('eu', `SELECT COUNT(*) FROM people WHERE name IN (${values})`);
    expect(many).toMatchObject({ error: undefined, rows: [['0']] });
    const long = await service.ask('eu', `SELECT '${'x'.repeat(1_040_000)}' AS x`);
    expect([long.error, String(long.rows[0]?.[0]).length]).toEqual([undefined, 1_040_000]);
    const columns = Array.from({ length: 1_000 }, (_, index) => `name AS c${index}`).join(', ');
    const wide = await service.ask('eu', `SELECT ${columns} FROM people`);
    expect([wide.error, wide.rows[0]?.length]).toEqual([undefined, 1_000]);
  });

  it.each([
    "SELECT 'a\0b'",
    'SELECT "a\0b" FROM people',
    "SELECT '\ud800' AS x",
    'SELECT \ud800',
    '\u202eSELECT 1',
    'SELECT 1 AS "\u0001"',
    "SELECT U&'\\d800'",
    "SELECT E'\\x00'",
  ])('with characters that are none ends in words or in rows: %j', async (query) => {
    const { status, error } = await service.ask('eu', query);
    expect(status).toBe(200);
    if (error !== undefined) expect(error).toMatch(kinds);
    expect(toldBeside(error ?? '', query)).toEqual([]);
  });

  it.each([
    'SELECT COUNT(*) FROM generate_series(1, 1000000000000) g',
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r',
    "SELECT repeat('x', 2000000000)",
    "SELECT length(repeat(repeat('x', 100000000), 100))",
    "SELECT ('x' || repeat('(a+)+', 20)) ~ repeat('(a*)*', 40)",
    "SELECT lpad('x', 2147483647)",
    'SELECT 10 ^ 400',
    'SELECT factorial(1000000)',
  ])('ends, and disturbs nobody: %s', async (query) => {
    const asked = service.ask('eu', query);
    expect((await service.ask('us', 'SELECT COUNT(*) FROM people')).rows).toEqual([['2']]);
    const { status, text } = await asked;
    expect(status).toBe(200);
    expect(text).not.toMatch(/Internal Error/);
  });
});
