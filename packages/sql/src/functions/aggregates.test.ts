import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import type { Rendered } from './index.ts';
import { answer, prove, type TestTable } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const rows = [
  "1, 10, 1.50, 0.5, 'b', timestamp '2024-01-01', true",
  "2, NULL, 2.25, 1.25, 'a', timestamp '2024-05-01 10:00:00.5', false",
  'NULL, 30, NULL, NULL, NULL, NULL, NULL',
  "4, 9223372036854775807, -1.10, 1000.125, 'B', timestamp '1999-01-01', true",
  "4, 9223372036854775807, 100.00, -3, 'b', timestamp '2024-01-01', true",
  "7, 5, 12345678.91, 3, 'é', timestamp '2024-02-29', NULL",
];

function columnsOf(prefix: string): readonly [string, Rendered][] {
  const column = (name: string, type: Rendered['type']['name']): [string, Rendered] => [
    name,
    { text: `${prefix}${name}`, type: { name: type } },
  ];
  return [
    column('i', 'int4'),
    column('b', 'int8'),
    ['n', { text: `${prefix}n`, type: { name: 'numeric', modifier: [10, 2] }, scale: { held: 2, isShown: true } }],
    column('d', 'float8'),
    column('t', 'text'),
    column('ts', 'timestamp'),
    column('ok', 'bool'),
  ];
}

function tableOf(condition: string): TestTable {
  const values = `(VALUES ${rows.map((row) => `(${row})`).join(', ')}) v(i, b, n, d, t, ts, ok)`;
  const typed = (numeric: string, double: string) =>
    `FROM (SELECT CAST(i AS integer) i, CAST(b AS bigint) b, CAST(n AS ${numeric}) n, CAST(d AS ${double}) d, t, ts, ok FROM ${values}) x WHERE ${condition}`;
  return {
    postgres: typed('numeric(10,2)', 'double precision'),
    duckdb: typed('DECIMAL(38,2)', 'DOUBLE'),
    columns: new Map(columnsOf('x.')),
  };
}

const tables = [tableOf('true'), tableOf('i IS NOT NULL AND i < 4'), tableOf('i = 7'), tableOf('false')];

const exact = `
count(*)
count(i)
count(DISTINCT i)
count(DISTINCT t)
sum(i)
sum(DISTINCT i)
sum(b)
sum(n)
sum(i * n)
sum(i) * 1.0 / count(*)
sum(i + 0.5)
avg(i)
avg(b)
avg(b % 1000000)
avg(n)
avg(DISTINCT i)
round(avg(i), 2)
round(avg(n), 1)
100.0 * sum(i) / 7
min(i)
max(i)
min(n)
max(n)
min(t)
max(t)
min(ts)
max(ts)
max(d)
min(d)
bool_and(ok)
bool_or(ok)
every(ok)
bit_and(i)
bit_or(i)
bit_xor(i)
var_pop(i)
var_samp(i)
variance(i)
round(var_samp(n), 3)
max(i) + 1
coalesce(sum(i), 0)
cardinality(array_agg(i))
array_length(array_agg(DISTINCT t), 1)
sum(CASE WHEN i > 1 THEN 1 ELSE 0 END)
sum(CASE WHEN i > 1 THEN 1.0 ELSE 0 END) / count(*)
`;

const near = `
sum(d)
avg(d)
stddev(d)
stddev_pop(d)
stddev_samp(d)
var_pop(d)
var_samp(d)
covar_pop(d, i)
covar_samp(d, i)
corr(d, i)
stddev(i)
stddev_pop(i)
round(stddev_pop(n), 4)
round(stddev(n), 4)
regr_slope(d, i)
regr_intercept(d, i)
regr_r2(d, i)
regr_count(d, i)
regr_avgx(d, i)
regr_avgy(d, i)
regr_sxx(d, i)
regr_sxy(d, i)
regr_syy(d, i)
`;

const lines = (text: string) => text.trim().split('\n');
const onEach = (text: string) => lines(text).flatMap((expression) => tables.map((table) => ({ expression, table })));

it.for(onEach(exact))('$expression', ({ expression, table }) => prove(expression, postgres, duckdb, { table }));
it.for(onEach(near))('nearly $expression', ({ expression, table }) =>
  prove(expression, postgres, duckdb, { table, isNear: true }),
);

const filtered = ['count(*)', 'sum(i)', 'avg(n)', 'max(t)', 'sum(d)', 'var_pop(i)'];
it.for(filtered)('%s with FILTER', (expression) =>
  prove(expression, postgres, duckdb, { table: tables[0] as TestTable, suffix: 'FILTER (WHERE i < 5)' }),
);

const [all] = tables;
const windows = [
  ['row_number()', 'OVER (ORDER BY b, n)'],
  ['rank()', 'OVER (ORDER BY i)'],
  ['dense_rank()', 'OVER (ORDER BY i)'],
  ['percent_rank()', 'OVER (ORDER BY i)'],
  ['cume_dist()', 'OVER (ORDER BY i)'],
  ['ntile(2)', 'OVER (ORDER BY b, n)'],
  ['lag(i)', 'OVER (ORDER BY ts, n)'],
  ['lag(i, 2)', 'OVER (ORDER BY ts, n)'],
  ['lag(n, 1, 0)', 'OVER (ORDER BY ts, n)'],
  ["lead(t, 1, 'none')", 'OVER (ORDER BY ts, n)'],
  ['first_value(n)', 'OVER (ORDER BY ts, n)'],
  ['last_value(t)', 'OVER (ORDER BY ts, n)'],
  ['nth_value(i, 2)', 'OVER (ORDER BY ts, n)'],
  ['sum(i)', 'OVER (ORDER BY ts, n)'],
  ['sum(n)', 'OVER (PARTITION BY ok ORDER BY ts, n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)'],
  ['avg(i)', 'OVER (ORDER BY ts RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)'],
  ['count(*)', 'OVER (PARTITION BY i)'],
].filter(([expression]) => !expression?.includes('_of'));

it.for(windows)('%s %s', async ([expression = '', suffix = '']) => {
  if (!all) throw new Error('no table');
  // Each engine's own first row is another one: both are asked for the row that comes last.
  await prove(expression, postgres, duckdb, {
    suffix,
    table: {
      ...all,
      postgres: `${all.postgres} ORDER BY b, n DESC LIMIT 1`,
      duckdb: `${all.duckdb} ORDER BY b NULLS LAST, n DESC NULLS FIRST LIMIT 1`,
    },
  });
});

it.for(['var_pop(DISTINCT i)', 'string_agg(t, t)', 'sum(i::float4)'])('refuses %s', async (expression) => {
  if (!all) throw new Error('no table');
  await expect(answer(expression, duckdb, { table: all })).rejects.toThrow();
});

it.for([0, 0.25, 0.5, 0.9, 1])('percentiles of %s', async (share) => {
  for (const [name, column] of [
    ['percentile_cont', 'd'],
    ['percentile_disc', 'i'],
    ['percentile_disc', 't'],
    ['percentile_cont', 'i'],
  ] as const) {
    for (const table of tables) {
      const asked = `SELECT CAST(${name}(${share}) WITHIN GROUP (ORDER BY ${column}) AS text) ${table.postgres}`;
      const [row] = await postgres.ask(asked);
      const ours = await answer(`${name}(${share}, ${column})`, duckdb, { table });
      expect([name, column, ours.value]).toEqual([name, column, row?.[0] ?? null]);
    }
  }
});
