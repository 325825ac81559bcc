import { expect, it } from 'vitest';
import { anchorFiles } from './anchor-files.ts';

it.each([
  [`SELECT * FROM 'data/a.csv'`, `SELECT * FROM '/p/data/a.csv'`],
  [
    `CREATE TEMP VIEW e AS SELECT * FROM 'data/e/*.parquet' e JOIN 'x.csv' USING (a)`,
    `CREATE TEMP VIEW e AS SELECT * FROM '/p/data/e/*.parquet' e JOIN '/p/x.csv' USING (a)`,
  ],
  [`FROM read_csv('a''b.csv', delim = '.')`, `FROM read_csv('/p/a''b.csv', delim = '.')`],
  [
    `FROM read_parquet(['a.parquet', 'b.parquet'], hive_partitioning = true)`,
    `FROM read_parquet(['/p/a.parquet', '/p/b.parquet'], hive_partitioning = true)`,
  ],
])('%s is anchored', (text, expected) => {
  expect(anchorFiles(text, '/p')).toBe(expected);
});

it.each([
  `SELECT * FROM '/abs/a.csv' JOIN 's3://b/c.csv' ON true`,
  `SELECT * FROM 'orders'`,
  `SELECT 'data/a.csv' AS x, status = 'data/b' FROM t`,
  `SELECT a IS NOT DISTINCT FROM 'data/a'`,
  `SELECT 1 -- FROM 'data/a.csv'`,
  `SELECT "FROM 'data/a.csv'", $$ FROM 'data/a.csv' $$, 'FROM ''data/a.csv'''`,
  `FROM read_csv(x, names = ['a.b', 'c'], columns = {'a.b': 'INT'})`,
])('%s stays', (text) => {
  expect(anchorFiles(text, '/p')).toBe(text);
});
