import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const spans = [
  "interval '1 month'",
  "interval '1 year 5 months 17 days 30:15:07.5'",
  "interval '-3 days 04:05:06.789'",
  "interval '2 mons -45 days'",
  "interval '-1 mon 35 days -30 hours'",
  "interval '0'",
];
const factors = ['0.5', '1.5', '-2', '0.1', '3', '1000', '0.0001', "'-0.333'::float8"];
const products = spans.flatMap((span) => factors.map((factor) => `${span} * ${factor}`));
const quotients = spans.flatMap((span) => factors.map((factor) => `${span} / ${factor}`));
const justified = spans.flatMap((span) => ['days', 'hours', 'interval'].map((unit) => `justify_${unit}(${span})`));
const literals = [
  '1-2',
  '-1-2',
  '1 2:03',
  '1-2 3 4:05:06',
  '1.5 months',
  '0.3 months',
  '-1.25 weeks',
  '0.3 years',
  '2.5 days',
  '1.7 weeks 3 days',
].map((text) => `interval '${text}'`);

const others = [
  "time '10:00' + interval '90 minutes'",
  "time '23:30' + interval '1 day 45 minutes'",
  "interval '2 hours' + time '01:00'",
  "time '00:30' - interval '1 hour'",
  'make_interval(1, 2, 3, 4, 5, 6, 7.5)',
  'make_interval(0, -3)',
  'make_interval()',
  "'Jan 5 2024'::date",
  "'05/06/2024'::date",
  "'5 January 2024'::date",
  "'13/01/2024'::date",
  "'May 15, 2024 10:20:30'::timestamp",
  "'15-Sep-2024'::date",
  "'01/31/2024 10:20'::timestamp",
  "extract(julian FROM date '2023-01-01')",
  "extract(timezone FROM timestamptz '2024-01-01 00:00+02')",
  "date_part('timezone_hour', timestamptz '2024-01-01 00:00+02')",
  'make_timestamptz(2024, 3, 31, 1, 30, 0.25)',
  "make_timestamptz(2024, 3, 31, 1, 30, 0, 'Europe/Berlin')",
  "timestamp '2024-01-01' AT TIME ZONE 'EST'",
  "timestamptz '2024-01-01 12:00+00' AT TIME ZONE 'PST'",
  "timestamptz '2024-01-01 12:00+00' AT TIME ZONE '+03:00'",
  "timestamptz '2024-01-01 12:00+00' AT TIME ZONE '-5'",
  "timestamp '2024-01-01 12:00' AT TIME ZONE interval '2 hours'",
  "timestamptz 'infinity' AT TIME ZONE 'EST'",
  "overlaps(timestamp '2024-01-01', timestamp '2024-02-01', timestamp '2024-02-01', timestamp '2024-03-01')",
  "overlaps(timestamp '2024-02-01', timestamp '2024-01-01', timestamp '2024-01-15', timestamp '2024-01-15')",
  "overlaps(timestamp '2024-01-01', interval '10 days', timestamp '2024-01-10', interval '1 hour')",
  "array_to_string(ARRAY[1, NULL, 3], '-')",
  "array_to_string(ARRAY[1, NULL, 3], '-', 'x')",
  "array_to_string(ARRAY[true, false], '-')",
  "array_to_string(ARRAY['a', NULL], NULL)",
  "array_to_string('{}'::int[], ',')",
  "'{1,2,NULL}'::int[]::text",
  `'{a,"b,c",null,"null","q\\"x"}'::text[]::text`,
  "('{1,2,3}'::int[])[2]",
  "('{1,2,3}'::int[])[0]",
  "('{1,2,3}'::int[])[-1]",
  "string_to_array('a,,b', ',', '')::text",
  'current_schemas(true)::text',
];

it.for([...products, ...quotients, ...justified, ...literals, ...others])('%s', (expression) =>
  prove(expression, postgres, duckdb),
);

/** What PostgreSQL lacks, as Redshift and MySQL document it. */
const foreign: readonly (readonly [expression: string, value: string | null])[] = [
  ["datediff('qtr', date '1998-07-01', date '2024-02-29')", '102'],
  ["datediff('week', date '2009-01-01', date '2009-12-31')", '52'],
  ["datediff('minutes', timestamp '2024-01-01 10:59:59', timestamp '2024-01-01 11:00:00')", '1'],
  ["datediff('day', timestamp '2024-01-01 23:59:59', timestamp '2024-01-02 00:00:00')", '1'],
  ["timestampdiff('month', date '2003-02-01', date '2003-05-01')", '3'],
  ["timestampdiff('year', date '2002-05-01', date '2001-01-01')", '-1'],
  ["dateadd('month', 18, date '2008-02-28')", '2009-08-28 00:00:00'],
  ["dateadd('day', 1.0::float8, timestamp '2024-02-28 10:00')", '2024-02-29 10:00:00'],
  ["add_months(timestamp '2008-03-31', 1)", '2008-04-30 00:00:00'],
  ["add_months(timestamp '2008-04-30', 1)", '2008-05-31 00:00:00'],
  ["last_day(date '2004-02-10')", '2004-02-29'],
  ["date_format(timestamp '2009-10-04 22:23:00', '%W %M %Y')", 'Sunday October 2009'],
  ["date_format(timestamp '2007-10-04 22:23:00', '%H:%i:%s')", '22:23:00'],
  ["time_format(time '10:00:00', '%H %k %h %I %l')", '10 10 10 10 10'],
  ["str_to_date('01,5,2013', '%d,%m,%Y')", '2013-05-01 00:00:00'],
  ["str_to_date('May 1,2013', '%M %d,%Y')", '2013-05-01 00:00:00'],
  ["str_to_date('2021-08-03 10:15', '%Y-%m-%d %H:%i')", '2021-08-03 10:15:00'],
  ["str_to_date('abc', '%Y-%m-%d')", null],
  ["weekday(timestamp '2008-02-03 22:23:00')", '6'],
  ["dayname(date '2007-02-03')", 'Saturday'],
  ["monthname(date '2008-02-03')", 'February'],
  ["weekofyear(date '2008-02-20')", '8'],
  ["unix_timestamp(timestamp '2015-11-13 10:20:19')", '1447410019'],
  ['from_unixtime(1447410019)', '2015-11-13 10:20:19'],
  ["nvl2(NULL, 'a', 'b')", 'b'],
  ["len('abc  ')", '3'],
  ["mid('Sakila', -5, 3)", 'aki'],
];

it.for(foreign)('%s is %s', async ([expression, value]) => {
  expect((await answer(expression, duckdb)).value).toBe(value);
});

const amounts = [
  [-10_000, '2008-01-01'],
  [2750, '2008-03-01'],
  [4250, '2008-10-30'],
  [3250, '2009-02-15'],
  [2750, '2009-04-01'],
] as const;

it('finds the rate of return that spreadsheets find', async () => {
  const rows = amounts.map(([amount, day]) => `(${amount}::DOUBLE, DATE '${day}')`).join(', ');
  const table = {
    postgres: '',
    duckdb: `FROM (VALUES ${rows}, (NULL, DATE '2000-01-01')) AS t(a, d)`,
    columns: new Map([
      ['a', { text: 'a', type: { name: 'float8' } as const }],
      ['d', { text: 'd', type: { name: 'date' } as const }],
    ]),
  };
  const { value } = await answer('xirr(a, d)', duckdb, { table });
  expect(Number(value)).toBeCloseTo(0.373362535, 8);
});

it('refuses to find a rate of amounts of one sign', async () => {
  const columns = new Map([
    ['a', { text: 'a', type: { name: 'float8' } as const }],
    ['d', { text: 'd', type: { name: 'date' } as const }],
  ]);
  const table = { postgres: '', duckdb: "FROM (VALUES (1::DOUBLE, DATE '2024-01-01')) AS t(a, d)", columns };
  await expect(answer('xirr(a, d)', duckdb, { table })).rejects.toThrow('could not find a rate');
});
