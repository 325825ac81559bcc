import { beforeAll, expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import type { Rendered } from './index.ts';
import { sessionForTest, shownText } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

/** Rows that are no constants, so that nothing is folded: each engine computes whole vectors. */
const rows = [
  "1, 10, 3.00, 0.125, 0.1, 'Straße ä', timestamp '2024-02-29 23:59:59.5'",
  "2, -7, 0.00, 1.000, -2.5, '', timestamp '1969-12-31 12:00:00'",
  "3, 0, 12345678.91, 7.000, 1e15, 'a%b_c', timestamp '2000-01-01'",
  '4, NULL, NULL, NULL, NULL, NULL, NULL',
  "5, 2147483647, -0.01, -3.333, 12345.678901234567, '漢字🙂x', timestamp 'infinity'",
  "6, 1, 99999999.99, 0.001, 1e-5, 'hello', timestamp '2023-12-31 00:00:00.000001'",
  "7, 12, 100.00, 12.500, 3, '  x  ', timestamp '2024-03-31 02:30:00'",
].flatMap((row, index) =>
  Array.from({ length: 400 }, (_, copy) => row.replace(String(index + 1), String((index + 1) * 1000 + copy))),
);

/** Both engines keep the rows in a table. */
beforeAll(async () => {
  const filled = (numeric: (scale: number) => string, double: string) =>
    `CREATE TABLE x AS SELECT id, CAST(i AS integer) i, CAST(n AS ${numeric(2)}) n, CAST(m AS ${numeric(3)}) m, CAST(d AS ${double}) d, t, ts FROM (VALUES ${rows.map((row) => `(${row})`).join(', ')}) v(id, i, n, m, d, t, ts)`;
  await postgres.ask(filled((scale) => `numeric(20,${scale})`, 'double precision'));
  await duckdb.column(filled((scale) => `DECIMAL(38,${scale})`, 'DOUBLE'));
});

const columns = new Map<string, Rendered>([
  ['i', { text: 'x.i', type: { name: 'int4' } }],
  ['n', { text: 'x.n', type: { name: 'numeric' }, scale: { held: 2, isShown: true } }],
  ['m', { text: 'x.m', type: { name: 'numeric' }, scale: { held: 3, isShown: true } }],
  ['d', { text: 'x.d', type: { name: 'float8' } }],
  ['t', { text: 'x.t', type: { name: 'text' } }],
  ['ts', { text: 'x.ts', type: { name: 'timestamp' } }],
]);

const expressions = `
n / m
i / m
100.0 * i / 7
n / 3
round(100.0 * n / m, 2)
round(n / m, 4)
CASE WHEN i <> 0 THEN 100 / i END
CASE WHEN n <> 0 THEN i / n ELSE 0 END
n * m
n - m
n % m
i % 5
i + 1.5
round(d::numeric, 2)
d::text
d * 2
trunc(n, 1)
round(n, -1)
n::text || 'x'
i::text
abs(n)
ceil(m)
floor(m)
substring(t, 2, 3)
substring(t, -1, 4)
left(t, -1)
right(t, 2)
lpad(t, 7, '*')
upper(t)
lower(t)
reverse(t)
split_part(t, ' ', 1)
replace(t, 'l', 'LL')
t LIKE '%a\\%%'
t LIKE '_e%'
t ILIKE 'HE%'
t ~ '^h'
strpos(t, 'l')
concat(t, i, '-', n)
btrim(t)
length(t)
ascii(t)
overlay(t, 'X', 1, 1)
coalesce(t, 'none')
extract(year FROM ts) + 0
extract(second FROM ts)
date_part('week', ts)
date_trunc('month', ts)
date_trunc('century', ts)
ts::date
ts + interval '1 month'
ts - timestamp '2024-01-01'
to_char(ts, 'YYYY-MM-DD HH24:MI:SS.US')
to_char(ts, 'FMMonth')
ts::timestamp(0)
ts::text
ts AT TIME ZONE 'America/New_York'
(ts::date - date '2024-01-01') + i % 3
greatest(i, n, 5)
i = n
n < d
i::bool
`;

const guarded = new Map([
  ['n / m', 'm <> 0'],
  ['extract(year FROM ts) + 0', 'isfinite(x.ts)'],
  ['extract(second FROM ts)', 'isfinite(x.ts)'],
  ["ts - timestamp '2024-01-01'", 'isfinite(x.ts)'],
  ["(ts::date - date '2024-01-01') + i % 3", 'isfinite(x.ts)'],
]);

it.for(expressions.trim().split('\n'))('%s over columns', async (expression) => {
  const table = `FROM x WHERE ${guarded.get(expression) ?? 'true'} ORDER BY id`;
  const theirs = await postgres.ask(`SELECT CAST(${expression} AS text) ${table}`);
  const rendered = renderForTest(expression, sessionForTest, columns);
  const ours = await duckdb.column(`SELECT ${shownText(rendered, sessionForTest)} ${table}`);
  const isFree = rendered.scale?.isShown === false;
  const plain = (value: string | null | undefined) =>
    isFree && value?.includes('.') ? value.replace(/\.?0+$/, '') : (value ?? null);
  expect(ours.length).toBeGreaterThan(1000);
  expect(ours.map(plain)).toEqual(theirs.map(([value]) => plain(value)));
});
