import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const numbers = [
  '0',
  '5',
  '-7',
  '1234.5',
  '-0.456',
  '0.5',
  '999.995',
  '-12.345',
  '1234567.891',
  '1000::int8',
  "'0.1'::float8",
  "'-1234.56'::float8",
  "'2.5'::float8",
  'NULL::numeric',
];
const formats = [
  'FM999,999.00',
  '999.99',
  '000',
  'FM0.00',
  '9,999,999',
  'FM99.9',
  '9999.9',
  'FM9,999.99',
  'FM9.9',
  '0.9%',
  '$999.00',
  'FM$9,990.00',
  '09.90',
  '990.099',
  'FM999999999',
  'FM999990.999',
  '999"h"',
];
const texts = numbers.flatMap((number) => formats.map((format) => `to_char(${number}, '${format}')`));

const others = [
  "to_number('1,234.56', '9,999.99')",
  "to_number('-12.5', '99.99')",
  "to_number('12', '99')",
  "initcap('hello wORLD foo-bar')",
  "initcap('été à 2nd o''neil')",
  "initcap('')",
  "format('%s and %I and %L and %%', 'a', 'b c', 'd''e')",
  "format('%2$s %1$s', 'a', 'b')",
  "format('x')",
  "format('%s', 1)",
  "format('%s|%L|%s', NULL, NULL, true)",
  "quote_ident('Foo bar')",
  "quote_ident('foo')",
  "quote_ident('select')",
  "quote_ident('a\"b')",
  "quote_literal('it''s')",
  'quote_literal(42)',
  'quote_nullable(NULL::text)',
  "json_build_object('a', 1, 'b', 'x\"y', 'c', NULL, 'd', true, 'e', 1.50)",
  'json_build_object()',
  "json_build_array(1, 'x', NULL, 1.5, false, date '2024-01-31', timestamp '2024-01-31 10:00')",
  "to_json('x'::text)",
  'to_json(1.5)',
  "to_char(timestamp '2024-05-05 15:00', 'FMMonth FMDDth, HH12:MI AM')",
  "to_char(timestamp '2024-05-21 15:00', 'DDth DDTH')",
  "to_char(timestamp '2024-05-12 03:00', 'DDth HH:MI a.m.')",
  "to_char(timestamp '2024-05-05 15:00:01', 'CC J SSSS')",
  "to_char(interval '27 hours 5 minutes', 'HH24:MI:SS')",
  "to_char(interval '3 days 01:02:03.456', 'DD HH24:MI:SS.MS')",
  "to_date('15 May 2024', 'DD Mon YYYY')",
  "to_date('May 5, 2024', 'FMMonth DD, YYYY')",
  "to_date('2024-05', 'YYYY-MM')",
  "to_date('1/5/2024', 'MM/DD/YYYY')",
  "to_timestamp('05/15/2024 03:20 PM', 'MM/DD/YYYY HH12:MI PM')",
  "to_timestamp('05/15/2024 12:20 am', 'MM/DD/YYYY HH12:MI PM')",
  `to_timestamp('2024-05-15T10:20:30.123', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  "to_timestamp('2024-05-15 10:20:30.000456', 'YYYY-MM-DD HH24:MI:SS.US')",
  "to_timestamp('2024-05-15 10:20:30.5', 'YYYY-MM-DD HH24:MI:SS.US')",
  "to_date('20240515', 'YYYYMMDD')",
  "to_char(timestamp '2024-01-01', 'DDth')",
  "to_char(1.5, '9.9')",
  "to_date('2024', 'YYYY')",
  "to_date('Jan 2024', 'Mon YYYY')",
  "to_date('2024-1-5', 'YYYY-MM-DD')",
];

it.for([...texts, ...others])('%s', (expression) => prove(expression, postgres, duckdb));

const refused = [
  "to_char(1, '999MI')",
  "to_char(1, 'RN')",
  "to_char(1, '9.9EEEE')",
  "to_number('abc', '999')",
  "to_number('$12', 'L99')",
  "to_date('2024-13-01', 'YYYY-MM-DD')",
  "to_date('5 Foo 2024', 'DD Mon YYYY')",
  "format('%5s', 'a')",
  "json_build_object('a')",
];

it.for(refused)('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});
