import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove, sessionForTest } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const units = [
  'microseconds',
  'milliseconds',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
  'millennium',
];
const fields = [...units, 'dow', 'isodow', 'doy', 'isoyear', 'epoch'];
const times = [
  "timestamp '2024-02-29 23:59:59.123456'",
  "timestamp '2000-12-31 00:00:00'",
  "timestamp '1969-12-31 23:59:59.5'",
  "timestamp '2001-01-01'",
  "timestamp 'infinity'",
  "timestamptz '2024-03-31 01:30:00.25+00'",
  "timestamptz '1899-06-15 12:34:56-03:30'",
  "date '2023-01-01'",
  "date '2020-12-31'",
  "date '1900-02-28'",
  'NULL::timestamp',
];
const intervals = [
  "interval '1 year 14 months 3 days 30 hours 5 minutes 6.789 seconds'",
  "interval '-1 month -3 days -04:05:06.5'",
  "interval '5 months -3 days 04:05:06'",
  "interval '0'",
];

const expressions = `
date '2024-02-28' + 2
date '2024-03-01' - 1
date '2024-03-01' - date '2024-02-01'
date 'infinity' - date '2024-01-01'
2 + date '2024-02-28'
date '2024-01-31' + interval '1 month'
date '2024-01-31' - interval '1 month 1 day'
date '2024-02-29' + interval '1 year'
timestamp '2024-01-31 10:00' + interval '1 month 12 hours'
timestamp '2024-03-31 10:00' - interval '1 month'
interval '1 month' + date '2024-01-31'
timestamp '2024-03-01 10:00' - timestamp '2024-01-01 12:00'
timestamp '2024-01-01 12:00' - timestamp '2024-03-01 10:00:00.5'
timestamp '2024-01-01' - date '2023-01-01'
date '2024-01-01' + time '10:30'
time '10:00' - time '12:30:15.5'
interval '1 month' + interval '40 days 30:00'
interval '1 day' - interval '25 hours'
-interval '1 month -3 days 04:05:06'
interval '1 month 2 days' * 3
2 * interval '1 day 12:00'
interval '7 day' * -1
interval '1 month' = interval '30 days'
interval '1 day' < interval '25 hours'
interval '1 mon'
interval '2 years -1 mons +3 days 04:05:06.5'
interval '1.5 hours'
interval '0.5 day'
interval '-1.5 hours'
interval 'P1Y2M3DT4H5M6S'
interval '3 weeks ago'
interval '1 year 1 day 1 second'
interval '100 hours'
interval '10:20'
interval '1:02:03.456'
interval '-0.5 seconds'
interval '@ 1 day'
interval '5'
interval '1 decade'
interval '1 quux'
'1 day'::interval
timestamp '2024-01-01 10:00' < date '2024-01-02'
timestamp '2024-01-01' = '2024-01-01'
date '2024-01-01' = '2024-01-01'
date '2024-01-01' < '2024-01-02 10:00'
timestamptz '2024-01-01 10:00+02' = timestamp '2024-01-01 08:00'
date '2024-01-01' >= timestamptz '2024-01-01 00:00+00'
'2024-01-01'::date
'2024-1-5'::date
'20240131'::date
'2024/01/31'::date
'2023-02-29'::date
'2024-13-01'::date
'infinity'::date
'epoch'::timestamp
'2024-01-01T10:00:00'::timestamp
'2024-01-01 10:00'::timestamp
'2024-01-01 10:00:00.1234'::timestamp
'2024-01-01 10:00:00+05'::timestamp
'2024-01-01 10:00:00Z'::timestamptz
'2024-01-01 10:00:00+05:30'::timestamptz
'2024-01-01 10:00:00 Europe/Berlin'::timestamptz
'2024-01-01'::timestamptz
'10:00'::time
'24:00:00'::time
'25:00'::time
'10:00:00.5'::time
timestamp '2024-01-01 10:00:00'::date
timestamp '2024-01-01 10:00:00.5'::time
timestamptz '2024-01-01 10:00+02'::timestamp
timestamptz '2024-01-01 10:00+02'::date
timestamp '2024-01-01 10:00'::timestamptz
date '2024-01-01'::timestamp
date '2024-01-01'::timestamptz
timestamp '2024-01-01 10:00:00.567'::timestamp(0)
timestamp '2024-01-01 10:00:00.4567'::timestamp(2)
timestamp '1960-01-01 10:00:00.5'::timestamp(0)
timestamptz '2024-01-01 10:00:00.5+00'::timestamptz(0)
time '10:00'::interval
date '2024-01-01'::text
timestamp '2024-01-01 10:00:00.500'::text
timestamptz '2024-01-01 10:00:00+02'::text
interval '1 day 2 hours'::text
timestamp 'infinity'::text
date '-infinity'
timestamp '2024-03-10 02:30:00' AT TIME ZONE 'America/New_York'
timestamp '2024-11-03 01:30:00' AT TIME ZONE 'America/New_York'
timestamptz '2024-03-10 07:30:00+00' AT TIME ZONE 'America/New_York'
timestamp '2024-06-01 12:00' AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Kolkata'
timestamp '1850-01-01 12:00' AT TIME ZONE 'UTC'
date '2024-01-01' AT TIME ZONE 'Europe/Berlin'
timestamp 'infinity' AT TIME ZONE 'UTC'
date(timestamp '2024-01-01 10:00')
date('2024-01-01')
make_date(2024, 2, 29)
make_date(2023, 2, 29)
make_timestamp(2024, 1, 31, 10, 30, 15.5)
make_time(10, 30, 15.5)
isfinite(date 'infinity')
isfinite(timestamp '2024-01-01')
isfinite(interval '1 day')
justify_hours(interval '50 hours')
to_timestamp(1700000000)
to_timestamp(1700000000.123456)
to_timestamp(-1.5)
to_timestamp('Infinity'::float8)
date_bin('15 minutes', timestamp '2024-01-01 10:29:59', timestamp '2001-01-01')
date_bin('1 day', timestamp '2000-12-30 10:00', timestamp '2001-01-01 12:00')
date_bin('1 month', timestamp '2000-12-30 10:00', timestamp '2001-01-01')
date_bin('2 hours', timestamptz '2024-01-01 10:29:59+00', timestamptz '2001-01-01')
date_trunc('qtrr', timestamp '2024-01-01')
date_trunc('day', '2024-01-01 10:00')
extract(year FROM timestamp '2024-01-01') = 2024
extract(epoch FROM timestamp '2024-03-01' - timestamp '2024-02-01') / 3600
extract(day FROM timestamp '2024-03-01' - timestamp '2024-02-01')
round(extract(epoch FROM interval '1 hour 0.5 seconds'))
extract(epoch FROM interval '1 hour')::int4
date_trunc('month', date '2024-02-29') + interval '1 month' - interval '1 day'
timestamptz '2024-03-30 12:00+00' + interval '1 day'
age(timestamp '2024-03-01 10:00', timestamp '2024-01-31 12:30')
age(timestamp '2024-01-31 12:30', timestamp '2024-03-01 10:00')
age(timestamp '2024-02-29', timestamp '1957-06-13 23:59:59.5')
age(date '2024-03-31', date '2024-02-29')
age(timestamptz '2024-03-31 00:30+00', timestamptz '2023-02-28')
age(NULL, timestamp '2024-01-01')
coalesce(date '2024-01-01', timestamp '2024-01-01 10:00')
greatest(date '2024-01-01', '2024-05-01')
CASE WHEN true THEN date '2024-01-01' ELSE timestamp '2024-02-01' END
`
  .trim()
  .split('\n');

const truncations = units.flatMap((unit) => [...times, ...intervals].map((time) => `date_trunc('${unit}', ${time})`));
const endless = ['year', 'decade', 'century', 'millennium', 'isoyear', 'epoch'].map(
  (field) => `extract(${field} FROM timestamp 'infinity')`,
);
const extractions = fields
  .flatMap((field) => [...times, ...intervals, "time '10:20:30.25'"].map((time) => `extract(${field} FROM ${time})`))
  .filter((expression) => !endless.includes(expression));
const parts = fields.flatMap((field) =>
  [...times.slice(0, 6), ...intervals].map((time) => `date_part('${field}', ${time})`),
);

it.for(expressions)('%s', (expression) => prove(expression, postgres, duckdb));
it.for(truncations)('%s', (expression) => prove(expression, postgres, duckdb));
it.for(extractions)('%s', (expression) => prove(expression, postgres, duckdb));
it.for(parts)('%s', (expression) => prove(expression, postgres, duckdb));

const refused = [
  ...endless,
  "extract(nonsense FROM date '2023-01-01')",
  "age(timestamp '2024-01-01', 'infinity')",
  "'yesterday'::date",
];

it.for(refused)('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});

const inNewYork = `
timestamptz '2024-03-10 07:30:00+00'
timestamptz '2024-11-03 06:30:00+00'::timestamp
timestamptz '2024-11-03 05:30:00+00'::date
timestamp '2024-03-10 02:30:00'::timestamptz
timestamp '2024-11-03 01:30:00'::timestamptz
date '2024-07-01'::timestamptz
'2024-03-10 02:30:00'::timestamptz
timestamptz '2024-03-09 12:00:00' + interval '1 day'
timestamptz '2024-03-09 12:00:00' + interval '24 hours'
timestamptz '2024-01-31 12:00:00' + interval '1 month 1 hour'
timestamptz '2024-03-31 12:00:00' - interval '1 month'
timestamptz '2024-03-11' - timestamptz '2024-03-10'
date_trunc('day', timestamptz '2024-03-10 12:00:00')
date_trunc('month', timestamptz '2024-03-10 12:00:00')
date_trunc('week', timestamptz '2024-11-06 12:00:00')
date_trunc('hour', timestamptz '2024-11-03 06:30:00+00')
date_trunc('hour', timestamptz '2024-11-03 05:30:00+00')
date_trunc('day', timestamptz '2024-11-03 05:30:00+00', 'Asia/Kolkata')
date_trunc('quarter', date '2024-05-05')
extract(hour FROM timestamptz '2024-11-03 06:30:00+00')
extract(epoch FROM timestamptz '2024-11-03 01:30:00')
date_part('dow', timestamptz '2024-11-03 02:30:00+00')
date(timestamptz '2024-11-03 02:30:00+00')
date '2024-03-10' < timestamptz '2024-03-10 04:30:00+00'
timestamptz '2024-03-10 05:00:00+00' = timestamp '2024-03-10'
timestamp '2024-03-10 02:30:00' AT TIME ZONE 'Europe/London'
age(timestamptz '2024-03-31 00:30+00', timestamptz '2023-03-01')
'x' || timestamptz '2024-07-01 00:00:00+00'
timestamptz '1890-01-01 00:00:00+00' AT TIME ZONE 'UTC'
`;

it.for(inNewYork.trim().split('\n'))('in another zone: %s', async (expression) => {
  await postgres.ask("SET TimeZone = 'America/New_York'");
  try {
    await prove(expression, postgres, duckdb, { session: { ...sessionForTest, zone: 'America/New_York' } });
  } finally {
    await postgres.ask("SET TimeZone = 'UTC'");
  }
});
