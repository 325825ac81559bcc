import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const formats = [
  'YYYY-MM-DD',
  'YYYY-MM-DD HH24:MI:SS',
  'yyyy-mm-dd hh24:mi:ss.us',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"',
  'FMDD.FMMM.YY',
  'Mon YYYY',
  'FMMonth DD, YYYY',
  'Month|Day|MONTH|DAY|month|day',
  'FMDay, DD Mon',
  'MON DY Dy dy mon',
  'YYYY"Q"Q',
  'IYYY-"W"IW',
  'WW W D ID DDD FMDDD',
  'HH12:MI AM',
  'HH:MI pm',
  'HH am',
  'YYY YY',
  'YYYYMMDD',
  '',
  ' ',
  'DD/MM/YYYY',
];
const times = [
  "timestamp '2024-02-29 23:59:58.123456'",
  "timestamp '2024-01-01 00:00:00'",
  "timestamp '0099-12-31 12:05:09.5'",
  "date '2020-12-31'",
  "timestamptz '2023-01-01 11:30:00+00'",
  "timestamp 'infinity'",
  'NULL::timestamp',
];

it.for(formats.flatMap((format) => times.map((time) => `to_char(${time}, '${format}')`)))('%s', (expression) =>
  prove(expression, postgres, duckdb),
);

const read = `
to_date('2024-01-31', 'YYYY-MM-DD')
to_date('20240131', 'YYYYMMDD')
to_date('31/01/2024', 'DD/MM/YYYY')
to_date('2024-01-31 10:00:00', 'YYYY-MM-DD')
to_date(' 2024-01-31', 'YYYY-MM-DD')
to_date('2024-02-30', 'YYYY-MM-DD')
to_date(NULL, 'YYYY-MM-DD')
to_timestamp('2024-01-31 10:20:30', 'YYYY-MM-DD HH24:MI:SS')
to_timestamp('2024-01-31 10:20', 'YYYY-MM-DD HH24:MI')
to_timestamp('20240131102030', 'YYYYMMDDHH24MISS')
to_timestamp('2024-01-31 25:20', 'YYYY-MM-DD HH24:MI')
`;

it.for(read.trim().split('\n'))('%s', (expression) => prove(expression, postgres, duckdb));

const refused = ["to_char(timestamp '2024-01-01', 'YYYY-MM-DDTHH24')", "to_char(timestamp '2024-01-01', 'TZH')"];

it.for(refused)('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});
