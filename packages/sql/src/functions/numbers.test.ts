import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const expressions = `
7 / 2
-7 / 2
-7 % 3
7 % -3
7 / 0
7 % 0
2147483647 + 1
2147483648 + 1
9223372036854775807 + 1
9223372036854775808 + 1
-32768::int2 - 1::int2
(-2147483648)::int4 / (-1)
1 + 1.5
1.10 + 2.2
1.5 * 2.25
0.1 - 0.10
-1.5
1 / 3.0
10 / 4.0
100.0 * 3 / 7
100.0 * 12345 / 7
1 / 0.0
0 / 7.0
1e10::numeric / 3
123456789.123 / 0.00012
3 / 7000000.0
2.0 / 3 * 100
5.5 % 2
-5.5 % 2.25
5 % 0.0
round(2.5)
round(-2.5)
round(2.345, 2)
round(2.355, 2)
round(100.0 * 2 / 3, 2)
round(1 / 3.0, 10)
round(1234.5, -2)
round(-1250, -2)
round(2.5::float8)
round(3.5::float8)
round(0.5::float8)
round(-2.5::float8)
round(2.345::float8::numeric, 2)
round(1.005::float8::numeric, 2)
round((0.1::float8 + 0.2::float8 - 0.3::float8)::numeric, 2)
round(1e14::float8::numeric, 2)
trunc(2.999, 2)
trunc(-2.999)
trunc(1.0)
trunc(0.05, 1)
trunc(1234.567, -2)
trunc(-1.7::float8)
ceil(1.2)
ceil(-1.2)
floor(-1.2)
floor(2.0)
ceil(1.2::float8)
floor(-1.2::float8)
ceiling(7)
abs(-7)
abs(-7.50)
abs(-7.5::float8)
sign(-3)
sign(-3.5)
sign(0.0)
mod(7, -3)
mod(-7.5, 2)
mod(5, 0)
power(2, 10)
power(2, -1)
power(-8, 0.5::float8)
power(0, -1)
sqrt(2)
sqrt(-1)
exp(1)
exp(1000)
ln(2)
ln(0)
log(100)
log10(1000)
pi()
sin(1)
cos(1)
tan(1)
asin(0.5)
asin(2)
acos(0.5)
atan(1)
atan2(1, 2)
radians(90)
radians(57.3::float8)
radians(1)
radians(123.456)
radians(-7)
degrees(0.5)
degrees(1)
degrees(-2.7)
degrees(1e308)
2 ^ 10
2 ^ 0.5::float8
-2 ^ 2
round(4503599627370497.5::float8)
round(1e300::float8)
round('NaN'::float8)
round(-0.4::float8)
round(4503599627370495.5::float8)
ceil(1e300::float8)
floor('-Infinity'::float8)
trunc(1e17::float8)
sign('NaN'::float8)
sqrt(1e300::float8)
log(0.001::float8)
log(2::float8)
exp(-745.2::float8)
exp(-800::float8)
atan2(0, -1)
cot(0)
sin('Infinity'::float8)
cot(1)
sinh(1)
tanh(1)
to_hex(255)
to_hex(-1)
to_hex(-1::int8)
scale(1.500)
0.1::float8 + 0.2::float8
1::float8 / 3
1e308::float8 * 10
1e-300::float8 * 1e-300::float8
1::float8 / 0
0::float8 / 0
'NaN'::float8 = 'NaN'::float8
'NaN'::float8 > 1e308::float8
'Infinity'::float8 - 1
0.1::float4 + 0.2::float4 > 0.3::float8
1::float8
1e15::float8
123456789012345.6::float8
1234567890123456.7::float8
1e16::float8
1.5e300::float8
0.0001::float8
0.00001::float8
-0.0::float8
100000000::float8
2.5::int4
3.5::int4
-2.5::int4
2.5::float8::int4
3.5::float8::int4
1e10::float8::int4
99999999999::int4
300::int2
70000::int2
'12'::int4
' 12 '::int4
'12.5'::int4
'1e3'::numeric
'1.50'::numeric
'.5'::numeric
'-0.0'::numeric
'abc'::numeric
12345.678::numeric(10,2)
12345.675::numeric(10,2)
-12345.675::numeric(10,2)
99999.995::numeric(7,2)
1::numeric(3,1)
1::decimal(10,2) / 3
7::numeric(38,0) * 2
true::int4
5::bool
0::bool
'yes'::bool
'of'::bool
'maybe'::bool
1.5::text
1e3::float8::text
true::text
7::text || 'a'
1 = 1.0
1.10 = 1.1
1 < 1.5::float8
1.5 < 1.5000000001
2 <> 2.0
'1' = 1
'1.5' + 1
'1.5' + 1.5
1 + '2'
NULL + 1
NULL::numeric + 1
1.5 + NULL
-NULL::int4
@ -5
~ 5
5 & 3
5 | 3
5 # 3
coalesce(NULL, 1.5, 2)
coalesce(1, 2.50)
greatest(1, 2.5, 2)
least(1, NULL, 2)
CASE WHEN true THEN 1 ELSE 2.5 END
CASE WHEN false THEN 1 END
CASE WHEN true THEN 1.5 ELSE 1 END / 2
round(1 / 3.0, 4) / 3
12345678901234567890.12 * 1.1
5::numeric / 10
22 / 7.0::numeric(5,2)
0.000001 / 3.0
1000000 / 0.0003
9999 / 10000.0
10000 / 9999.0
-1 / 3.0
1 / -3.0
(1 / 3.0) / 3
(10.0 / 4) / 2
(200 / 3.0 - 1) / 0.5
(2 / 3.0) / 7
(1000 / 7.0) / 3600
`;

it.for(expressions.trim().split('\n'))('%s', async (expression) => {
  await prove(expression, postgres, duckdb);
});

/** Equal in 15 significant digits, or an error in both. */
const near = `
sqrt(2.0)
sqrt(-2.0)
sqrt(NULL::numeric)
exp(1.0)
exp(-2.5)
ln(10.0)
ln(0.0)
log(1000.0)
log(2, 8)
log(1.0, 8)
power(2.0, 10)
power(2.0, 0.5)
power(-8.0, 0.5)
power(0.0, -1)
round(power(1.1, 2), 2)
2.0 ^ 0.5
2 ^ 3.0
1 / (1 / 3.0)
(1 / 3.0) * (2 / 7.0)
(1 / 3.0) / (2 / 7.0)
1 / (1 / 3.0 - 1 / 3.0)
`;

it.for(near.trim().split('\n'))('nearly %s', (expression) => prove(expression, postgres, duckdb, { isNear: true }));

/** PostgreSQL answers these; the numeric of statements above results has not enough digits. */
const refused = `
99999999999999999999 * 99999999999999999999
1.0 * 9223372036854775807 / 1000
1.0 * 9223372036854775807 / 7
3 / 7000000000.0
1e39
1e-12::float8::numeric * 1.23456789012345e-10::float8::numeric
(1 / 3.0)::text
0.123456789012345678901::numeric * 0.123456789012345678901::numeric
'NaN'::numeric
'a'::text::numeric
`;

it.for(refused.trim().split('\n'))('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});
