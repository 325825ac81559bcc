import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import { answer, prove, sessionForTest } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const expressions = `
num_nulls(1, NULL, 'a')
num_nonnulls(1, NULL, 'a')
array_length(ARRAY[1, 2, 3], 1)
array_length(ARRAY[1, 2, 3], 2)
array_upper(ARRAY['a', 'b'], 1)
array_lower(ARRAY['a', 'b'], 1)
cardinality(ARRAY[1, NULL])
array_to_string(ARRAY['a', NULL, 'b'], ',')
array_to_string(string_to_array('a,b,,c', ','), '|')
array_to_string(string_to_array('abc', NULL), '|')
cardinality(string_to_array('', ','))
array_position(ARRAY['a', 'b', 'c'], 'b')
array_position(ARRAY[1, 2], 7)
array_length(array_append(ARRAY[1], 2), 1)
array_length(array_prepend(1, ARRAY[2]), 1)
array_length(array_cat(ARRAY[1], ARRAY[2, 3]), 1)
array_length(ARRAY[1] || ARRAY[2, 3], 1)
array_length(ARRAY[1] || 2, 1)
array_length(array_remove(ARRAY[1, 2, 1], 1), 1)
`;

it.for(expressions.trim().split('\n'))('%s', (expression) => prove(expression, postgres, duckdb));

/** What PostgreSQL lacks, with the answer that Redshift's or MySQL's manual gives. */
const foreign = [
  ["datediff('day', '2009-01-01', '2009-12-31')", '364', 'bigint'],
  ["datediff('qtr', '1998-07-01', '2018-06-20')", '79', 'bigint'],
  ["datediff('month', date '2024-01-31', date '2024-02-01')", '1', 'bigint'],
  ["datediff('week', date '2024-01-06', date '2024-01-15')", '2', 'bigint'],
  ["datediff('week', date '2024-01-07', date '2024-01-08')", '1', 'bigint'],
  ["datediff('week', date '2024-01-08', date '2024-01-07')", '-1', 'bigint'],
  ["datediff('week', date '2024-01-01', date '2024-01-07')", '0', 'bigint'],
  ["datediff('week', date '2023-12-31', date '2024-12-30')", '53', 'bigint'],
  ["datediff('decade', date '2019-12-31', date '2020-01-01')", '1', 'bigint'],
  ["datediff('year', date '2023-12-31', date '2024-01-01')", '1', 'bigint'],
  ["datediff('quarter', date '2024-03-31', date '2024-04-01')", '1', 'bigint'],
  ["datediff('minute', timestamp '2024-01-01 10:59:59', timestamp '2024-01-01 11:00:00')", '1', 'bigint'],
  ["datediff('second', timestamp '2024-01-01 10:59:59.9', timestamp '2024-01-01 11:00:00.1')", '1', 'bigint'],
  ["datediff('hour', timestamp '2024-01-01 10:59', timestamp '2024-01-01 11:00')", '1', 'bigint'],
  ["datediff('2007-12-31 23:59:59'::timestamp, '2007-12-30'::timestamp)", '1', 'integer'],
  ["datediff(date '2010-11-30 23:59:59', date '2010-12-31')", '-31', 'integer'],
  ["dateadd('month', 18, date '2008-02-28')", '2009-08-28 00:00:00', 'timestamp without time zone'],
  ["datediff('day', now(), current_date())", '0', 'bigint'],
  ["date_sub(now(), interval '1 month')", '2024-01-29 23:30:00+00', 'timestamp with time zone'],
  ["dateadd('year', -1, now())", '2023-02-28 23:30:00+00', 'timestamp with time zone'],
  ["year('2024-05-05')", '2024', 'integer'],
  ["dateadd('minute', 30, timestamp '2024-01-01 23:45')", '2024-01-02 00:15:00', 'timestamp without time zone'],
  ["dateadd('month', 1, date '2024-01-31')", '2024-02-29 00:00:00', 'timestamp without time zone'],
  ["date_add(date '2018-05-01', interval '1 day')", '2018-05-02 00:00:00', 'timestamp without time zone'],
  ["date_sub(date '2018-05-01', interval '1 year')", '2017-05-01 00:00:00', 'timestamp without time zone'],
  ["charindex('fish', 'dogfish')", '4', 'integer'],
  ["charindex('x', 'dogfish')", '0', 'integer'],
  ["locate('bar', 'foobarbar')", '4', 'integer'],
  ["locate('xbar', 'foobar')", '0', 'integer'],
  ["locate('bar', 'foobarbar', 5)", '7', 'integer'],
  ["instr('foobarbar', 'bar')", '4', 'integer'],
  ["ucase('Hej')", 'HEJ', 'text'],
  ["lcase('Hej')", 'hej', 'text'],
  ["ends_with('abc', 'bc')", 'true', 'boolean'],
  ["year(date '1987-01-01')", '1987', 'integer'],
  ["quarter(date '2008-04-01')", '2', 'integer'],
  ["month(date '2008-02-03')", '2', 'integer'],
  ["dayofmonth(date '2007-02-03')", '3', 'integer'],
  ["dayofyear(date '2007-02-03')", '34', 'integer'],
  ["dayofweek(date '2007-02-03')", '7', 'integer'],
  ["hour(time '10:05:03')", '10', 'integer'],
  ["minute(timestamp '2008-02-03 10:05:03')", '5', 'integer'],
  ["second(time '10:05:03.999')", '3', 'integer'],
  ['makedate(2011, 31)', '2011-01-31', 'date'],
  ['makedate(2011, 32)', '2011-02-01', 'date'],
  ['makedate(2011, 0)', null, 'date'],
  ["sha1('abc')", 'a9993e364706816aba3e25717850c26c9cd0d89d', 'text'],
  ['if(1 > 2, 2, 3)', '3', 'integer'],
  ["if(1 < 2, 'yes', 'no')", 'yes', 'text'],
  ['ifnull(1, 0)', '1', 'integer'],
  ['ifnull(NULL, 10.5)', '10.5', 'numeric'],
  ['isnull(NULL, 1)', '1', 'integer'],
  ['nvl(NULL, 2.50)', '2.50', 'numeric'],
  ['isnull(1 / 1)', 'false', 'boolean'],
  ["array_upper(ARRAY['a', 'b'])", '2', 'integer'],
  ['current_date()', '2024-02-29', 'date'],
  ['now()', '2024-02-29 23:30:00+00', 'timestamp with time zone'],
  ['localtimestamp()', '2024-02-29 23:30:00', 'timestamp without time zone'],
  ['current_user()', 'ann', 'name'],
  ['current_database()', 'db', 'name'],
  ['current_schema()', 'public', 'name'],
  ['version()', 'PostgreSQL 14.2 on x86_64-cubesql', 'text'],
] as const;

it.for(foreign)('%s is %s', async ([expression, value, type]) => {
  const found = await answer(expression, duckdb);
  expect([found.value, found.type]).toEqual([value, type]);
});

const series = [
  ['generate_series(1, 5)', '1,2,3,4,5'],
  ['generate_series(5, 1, -2)', '5,3,1'],
  ['generate_series(3, 1)', ''],
  [
    "generate_series(timestamp '2024-01-31', '2024-04-01', '1 month')",
    '2024-01-31 00:00:00,2024-02-29 00:00:00,2024-03-29 00:00:00',
  ],
  ['unnest(ARRAY[3, 4])', '3,4'],
  ["string_to_table('a,b', ',')", 'a,b'],
] as const;

it.for(series)('%s has the rows %s', async ([expression, rows]) => {
  const theirs = await postgres.ask(`SELECT CAST(x AS text) FROM ${expression} x`);
  expect(theirs.flat().join()).toBe(rows);
  const { text } = renderForTest(expression, sessionForTest);
  const [ours] = await duckdb.ask(
    `SELECT coalesce(string_agg(CAST(x AS VARCHAR), ','), '') FROM (SELECT unnest(${text}) x)`,
  );
  expect(ours).toBe(rows);
});

it.for([
  'generate_series(1, 1000000000000)',
  'generate_series(1, 5, 0)',
  "repeat('x', 10000001)",
  "lpad('x', 2000000000, 'y')",
  "rpad('x', 20000000)",
  "replace(repeat('a', 5000), 'a', repeat('b', 5000))",
])('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});
