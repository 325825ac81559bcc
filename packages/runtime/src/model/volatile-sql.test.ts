import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { isVolatileSql } from './volatile-sql.ts';

/** These describe the connection or have an effect, but return the same rows later. */
const harmless = new Set(
  'current_database current_query current_schema current_schemas in_search_path error sleep_ms stats write_log'.split(
    ' ',
  ),
);

it('recognises every function that DuckDB does not declare consistent', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const functions = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability <> 'CONSISTENT'";
  const rows = (await connection.runAndReadAll(functions)).getRows();
  connection.closeSync();
  instance.closeSync();
  const names = rows.map(([name]) => String(name)).filter((name) => !harmless.has(name));
  expect(names).toContain('now');
  expect(names.filter((name) => !isVolatileSql(`SELECT ${name}()`))).toEqual([]);
});

it.each([
  'SELECT * FROM orders WHERE at > CURRENT_DATE - 7',
  'SELECT age(born) FROM people',
  'SELECT * FROM orders WHERE at > ago(INTERVAL 1 DAY)',
  'SELECT localtimestamp',
  'SELECT "now"()',
  'SELECT * FROM orders TABLESAMPLE 10%',
])('recognises %s', (text) => {
  expect(isVolatileSql(text)).toBe(true);
});

it.each(['SELECT age, today FROM people', 'SELECT "people.age" AS "now" FROM people', 'SELECT current_price FROM t'])(
  'ignores %s',
  (text) => {
    expect(isVolatileSql(text)).toBe(false);
  },
);
