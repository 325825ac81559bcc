import { allEntries } from '../functions/index.ts';

/**
 * Expressions over the columns that every data source has, each of which shows one thing that engines differ in. Behind `==`
 * stands what PostgreSQL is asked where the function is of another product.
 */
export interface Proof {
  readonly expression: string;
  /** What PostgreSQL is asked. */
  readonly meaning: string;
}

const written: readonly Proof[] = `
s
n
b
at
s = 'hello'
s = u
s <> u
s < u
s >= 'a'
u = 'b'
u IN ('b', 'x', 'HELLO')
u NOT IN ('B', NULL)
s BETWEEN 'A' AND 'b'
n = 1
n > m
n <> 2.5
n IN (1, 2.5, 10)
n BETWEEN -7 AND 1
b = true
b <> (n > 1)
b
NOT b
b IS TRUE
b IS NOT TRUE
b IS FALSE
b IS NOT FALSE
b IS UNKNOWN
s IS NULL
s IS NOT NULL
s IS DISTINCT FROM u
s IS NOT DISTINCT FROM NULL
n IS DISTINCT FROM 1
at IS NOT DISTINCT FROM other
b AND n > 0
b OR n > 0
NOT (b AND s = 'hello')
n > 0 AND (s LIKE 'a%' OR u = 'x')
CASE WHEN n > 2 THEN 'big' WHEN n IS NULL THEN 'none' ELSE 'small' END
CASE s WHEN 'hello' THEN 1 WHEN '' THEN 2 END
CASE WHEN b THEN n ELSE m END
CASE WHEN b THEN at END
CASE WHEN b THEN 1 ELSE 2.5 END
COALESCE(s, u, 'none')
COALESCE(n, 0)
COALESCE(b, false)
NULLIF(s, 'hello')
NULLIF(n, 1)
GREATEST(n, m)
LEAST(n, m, 0)
GREATEST(s, u)
LEAST(s, 'b')
GREATEST(at, other)
LEAST(n, NULL)
n + m
n - m
n * m
n / 4
n / NULLIF(m, 0)
n / (n - n)
- n
+ n
abs(n)
7 / 2
-7 / 2
-7 % 3
id::int / 2
id::int % 4
id::int * 3 - 1
id::int8 + 1
n::int
n::bigint
n::int::text
m::int
round(n)
round(m)
round(n::numeric, 1)
round(m::numeric)
floor(n)
ceil(n)
ceiling(m)
trunc(n)
trunc(m)
sign(n)
sqrt(abs(n))
power(n, 2)
mod(id::int, 3)
exp(m / 100)
ln(abs(m))
log(abs(m))
log10(abs(m))
sqrt(m)
pi()
n::numeric(12,2)
n + 0.5
id::int + 0.5
id::int * 1.10
id::int / 4.0
s LIKE 'h%'
s LIKE 'H%'
s LIKE '%a\\%b%'
s LIKE 'a!%b%' ESCAPE '!'
s LIKE '_____'
s LIKE u
s NOT LIKE '%l%'
s LIKE ''
s LIKE '%ß%'
s LIKE '漢_🙂%'
s LIKE 'a\\\\%'
u LIKE '%\\\\'
s ILIKE 'H%'
s ILIKE '%STRASSE%'
s ILIKE '%ä'
u ILIKE 'É'
u NOT ILIKE 'hello'
lower(s)
upper(s)
lower(u) = 'hello'
upper(u) = upper(s)
length(s)
char_length(u)
octet_length(s)
substring(s, 2)
substring(s, 2, 3)
substring(s FROM 3 FOR 2)
substr(s, -1, 4)
substr(s, 0)
substring(s, id::int, 2)
left(s, 2)
left(s, -2)
right(s, 3)
right(s, -2)
left(s, 0)
trim(s)
btrim(s)
ltrim(s)
rtrim(s)
trim(both 'x' from s)
ltrim(s, 'a%')
rtrim(s, 'x ')
btrim(s, 'ho')
concat(s, '-', u)
concat(s, 1)
concat(s, b)
concat_ws('/', s, u, 'z')
s || '-' || u
s || 1
s || id::int
replace(s, 'l', 'LL')
replace(s, 'L', 'x')
replace(s, '', 'x')
strpos(s, 'l')
strpos(s, '')
strpos(s, 'L')
position('b' IN s)
reverse(s)
repeat(u, 3)
lpad(s, 7, '*')
rpad(s, 7, 'ab')
lpad(s, 3)
ascii(s)
starts_with(s, 'he')
split_part(s, '%', 1)
split_part(s, 'l', 2)
translate(s, 'lo', '01')
md5(s)
s ~ '^h.l+'
s ~* 'HELLO'
s ~* 'ä'
u !~ 'b'
regexp_replace(s, 'l+', 'X')
regexp_replace(s, '[a-c]', '', 'g')
n::text
m::text
b::text
at::text
id::int::text
(id::int)::varchar(1)
s::varchar(3)
s::char(3)
'12'::int + id::int
b::int
id::int::bool
date_trunc('year', at)
date_trunc('quarter', at)
date_trunc('month', at)
date_trunc('week', at)
date_trunc('day', at)
date_trunc('hour', at)
date_trunc('minute', at)
date_trunc('second', at)
date_trunc('qtr', other)
date_trunc('month', date_trunc('week', at))
date_trunc('milliseconds', at)
date_trunc('decade', at)
date_trunc('century', at)
extract(year FROM at)
extract(quarter FROM at)
extract(month FROM at)
extract(week FROM at)
extract(day FROM at)
extract(dow FROM at)
extract(isodow FROM at)
extract(doy FROM at)
extract(isoyear FROM at)
extract(hour FROM at)
extract(minute FROM at)
extract(second FROM at)
extract(epoch FROM at)
extract(milliseconds FROM at)
extract(microseconds FROM at)
extract(decade FROM at)
extract(century FROM at)
date_part('year', at)
date_part('month', other)
date_part('week', other)
date_part('dow', at)
date_part('second', at)
date_part('epoch', other)
extract(year FROM at)::int
CAST(trunc(extract(month FROM at)) AS int)
at::date
at::date::text
at::date = date '2024-02-29'
at::date - other::date
at::date + 1
at::date - 7
at::date + id::int
extract(dow FROM at::date)
date_trunc('month', at::date::timestamp)
at::time
at = timestamp '2023-12-31 00:00:00'
at > other
at >= '2024-01-01'
at BETWEEN '2024-01-01' AND '2024-12-31'
at + interval '1 day'
at + interval '1 month'
at - interval '3 months'
at + interval '1 year 2 months 3 days 04:05:06.789'
at - interval '90 minutes'
at + interval '-1 month'
at::date + interval '1 week'
extract(epoch FROM at - other)
at - other > interval '1 day'
at + id::int * interval '1 day'
(at + interval '1 hour')::date
at > now()
at < now() - interval '30 days'
at >= date_trunc('month', now())
at::date = current_date
at >= current_date - 7
at >= current_date - interval '3 months'
extract(year FROM now())
date_trunc('day', now())::timestamp
date_trunc('week', now() - interval '1 month')::date
(now() + interval '36 hours')::timestamp
at AT TIME ZONE 'UTC' > now()
at AT TIME ZONE 'America/New_York' AT TIME ZONE 'UTC'
to_char(at, 'YYYY-MM-DD')
to_char(at, 'YYYY-MM')
to_char(at, 'YYYY-"Q"Q')
to_char(at, 'HH24:MI:SS')
to_char(at, 'Month')
to_char(at, 'FMDay, DD Mon YYYY')
to_char(at, 'IYYY-IW')
to_char(n, '999,990.00')
to_date(to_char(at, 'YYYYMMDD'), 'YYYYMMDD')
to_timestamp('2024-01-31 10:00', 'YYYY-MM-DD HH24:MI')
make_date(2024, id::int, 1)
extract(month FROM age(at, other))
datediff('month', other, at) == ((extract(year FROM at) - extract(year FROM other)) * 12 + extract(month FROM at) - extract(month FROM other))::int8
datediff('day', other, at) == (at::date - other::date)::int8
datediff('hour', other, at) == (extract(epoch FROM date_trunc('hour', at)) - extract(epoch FROM date_trunc('hour', other)))::int8 / 3600
datediff('quarter', other, at) == ((extract(year FROM at) - extract(year FROM other)) * 4 + extract(quarter FROM at) - extract(quarter FROM other))::int8
datediff('year', other, at) == (extract(year FROM at) - extract(year FROM other))::int8
datediff('week', other, at) == ((date_trunc('week', at)::date - date_trunc('week', other)::date) / 7)::int8
datediff('week', at, other) == ((date_trunc('week', other)::date - date_trunc('week', at)::date) / 7)::int8
date_diff('week', other, at) == ((date_trunc('week', at)::date - date_trunc('week', other)::date) / 7)::int8
date_diff('day', other::date, at::date) == (at::date - other::date)::int8
date_diff('day', at, now()) == (date '2024-03-01' - at::date)::int8
datediff(at, other) == at::date - other::date
dateadd('month', 1, at) == at + interval '1 month'
dateadd('day', id::int, at) == at + id * interval '1 day'
dateadd('quarter', -1, at) == at - interval '3 months'
date_add(at, interval '1 day') == at + interval '1 day'
date_sub(at, interval '2 hours') == at - interval '2 hours'
year(at) == extract(year FROM at)::int4
month(at) == extract(month FROM at)::int4
quarter(at) == extract(quarter FROM at)::int4
dayofweek(at) == extract(dow FROM at)::int4 + 1
dayofyear(at) == extract(doy FROM at)::int4
day(at) == extract(day FROM at)::int4
hour(at) == extract(hour FROM at)::int4
minute(at) == extract(minute FROM at)::int4
second(at) == trunc(extract(second FROM at))::int4
ifnull(s, u) == coalesce(s, u)
nvl(n, m) == coalesce(n, m)
if(b, 1, 2) == CASE WHEN b THEN 1 ELSE 2 END
isnull(s) == s IS NULL
charindex('l', s) == strpos(s, 'l')
locate('l', s) == strpos(s, 'l')
instr(s, 'l') == strpos(s, 'l')
ucase(s) == upper(s)
lcase(s) == lower(s)
ends_with(s, 'x') == right(s, 1) = 'x'
(n * 1e12)::bigint
(n * 1000)::int
id::int * 2000000000
id::int8 * 9000000000000000000
(n / 1000)::smallint
b = (n > 1)
b IN (true)
b < true
at IN ('2023-12-31', '2000-01-01')
at::date IN (date '2023-12-31', date '2000-01-01')
at::date BETWEEN '2023-01-01' AND '2024-12-30'
at >= DATE '2024-01-01'
at::date < at
at <> other
at <= other
at < other
n <= m
n < m
n >= m
s <= u
s > u
id::int < n
id::int >= 5
id::int <> 5
id::int8 = 5
id::int IN (1, 2, 3)
at::date <> other::date
at::date >= other::date
GREATEST(b, n > 2)
GREATEST(id::int, 5, NULL)
LEAST(at::date, other::date)
GREATEST(n, 2.5)
extract(second FROM at) * 2
extract(second FROM at) - 0.25
- extract(second FROM at)
abs(- extract(second FROM at))
round(extract(second FROM at), 1)
round(extract(second FROM at))
trunc(extract(second FROM at), 1)
trunc(extract(second FROM at))
floor(extract(second FROM at))
ceil(extract(second FROM at))
ceil(- extract(second FROM at))
ceiling(extract(month FROM at) * 0.25)
extract(second FROM at)::text
extract(second FROM at)::int
extract(second FROM at)::float8
extract(second FROM at) = 59.5
extract(second FROM at) <> 0
extract(second FROM at) > 0.000001
extract(second FROM at) <= 59.5
extract(second FROM at) >= 59.5
extract(second FROM at) < 30
extract(year FROM at)::text || '-Q' || extract(quarter FROM at)::text
extract(year FROM at) * 100 + extract(month FROM at)
COALESCE(extract(year FROM at), 0)
CASE WHEN b THEN 1.5 ELSE 2 END * 2
CASE WHEN b THEN 1.25 ELSE extract(second FROM at) END
extract(second FROM at) IN (0, 59.5)
extract(year FROM at::date)
extract(epoch FROM at::date)
date_part('year', at::date)
date_part('hour', at)
date_part('minute', at)
date_part('day', at)
date_part('doy', at)
date_part('quarter', at)
date_part('isodow', at)
date_part('isoyear', at)
date_part('milliseconds', at)
s = 'a\\b''"'
s = 'a?b'
concat(s, '\\', '?', '$1', ':x')
s LIKE '%''%'
s LIKE '%"%'
s LIKE '%?%'
s NOT LIKE 'a\\\\b%'
s LIKE 'a\\b%'
s NOT ILIKE '%S%'
date_trunc('month', at)::date
to_char(date_trunc('month', at), 'YYYY-MM')
to_char(at, 'YYYY/MM/DD HH12:MI:SS')
to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US')
to_char(at, 'DDD')
extract(dow FROM date_trunc('week', at))
extract(quarter FROM at + interval '2 months')
interval '1 day' + at
at::date - interval '1 month'
interval '2 days' + at::date
3 + at::date
date(at)
left(s, id::int - 3)
right(s, id::int - 3)
repeat(u, id::int - 2)
lpad(s, id::int, 'x')
rpad(s, id::int - 4)
substring(s, id::int - 5, id::int)
substr(s, id::int - 5)
split_part(s, 'l', 3)
split_part(s, '', 1)
id::int / (id::int - 3)
id::int % (id::int - 3)
100 / NULLIF(id::int - 3, 0)
id::int8 / 3
id::int8 % 3
id::int8 - 1
id::int8 * 2
-7 % id::int
mod(-7, id::int)
mod(id::int8, 4)
- id::int
+ id::int
- id::int8
@ (- id::int)
abs(- id::int8)
abs(id::int - 5)
id::smallint + 1::smallint
id::smallint / 2::smallint
id::smallint * 20000::smallint
id::smallint - id::int8
power(m, 0.5)
power(n, -1)
power(2, id::int)
n ^ 2
exp(n)
sign(m)
u::int
repeat('1', id::int)::int
repeat('1', id::int * 3)::bigint
(id::int::text || '.5')::float8
(id::int::text || '.5')::int
concat(id::int, ' ')::int
concat('0x', id::int)::int
s ~ 'o$'
s ~ '^[0-9]'
s ~ 'l{2}'
s ~ 'a\\.b'
s ~ 'a%b.c'
s !~ '%'
s ~ '(a|h)'
s ~ ''
s ^@ 'he'
starts_with(s, u)
ends_with(s, '') == true AND s IS NOT NULL OR NULL
concat(NULL, s)
concat_ws(NULL, s, u)
concat_ws(',', b, id::int, at::date)
concat(b, at::date)
concat(other, b)
s ~ '[[:digit:]]'
s ~ 'a&&b'
s ~ '^[[:alpha:]]+$'
s ~ '^\\w{2,3}'
s LIKE '\\_\\a%'
extract(epoch FROM at::date) + 0.5
extract(second FROM at) * 1.5 - 2
(1.005 * 1.5)::text
n::int8 + id::int
date_trunc('week', at) - interval '1 day'
extract(epoch FROM date_trunc('quarter', at))
COALESCE(s)
left(lower(s), id::int - 4)
right(lower(s), id::int - 4)
repeat(lower(u), id::int - 2)
replace(lower(s), lower(u), 'x')
substring(upper(s), id::int - 5, id::int)
split_part(lower(s), 'l', 2)
ascii(lower(s))
lower(s) || id::int::text ILIKE '%a%'
GREATEST(lower(s), upper(u))
(upper(u) || '')::varchar(2)
round((n + m) / 3)
(n + m) / 2 > m * 2
(n - m)::int
sign(n - m)
exp(sqrt(abs(n)) / 1000)
ln(abs(n - 100))
power(n + 1, round(m / 50))
(at - interval '1 day')::text
to_char(date_trunc('month', at) + interval '1 day', 'YYYY-MM-DD')
extract(second FROM at + interval '1.5 seconds') * 2
extract(year FROM date_trunc('week', at))
repeat(id::int::text, 2)::int + 1
(left(id::int::text, 1) || '.5')::float8 * n
b || s
s || at::date
s || b
at::date || ''
upper(u) || lower(s)
lower('ÄÖ' || s)
upper(s) LIKE 'H%'
at::date::timestamp
at::text LIKE '2024%'
at::date::text LIKE '2024-02%'
localtimestamp > at == at < timestamp '2024-03-01 00:30:00'
now() = now()
now() > at
now()::date - 1
date_trunc('quarter', now())::date
date_trunc('year', now())::date
date_trunc('hour', now())::timestamp
date_trunc('minute', now() - interval '90 seconds')::timestamp
at < date_trunc('month', now()) - interval '1 month'
at::date <= now()
at::date >= date_trunc('week', now())
now() >= at::date
at <> now()
at < timestamptz '2024-01-01 00:00:00+00'
at <= timestamptz '2024-01-01 00:00:00 America/New_York'
interval '1 day' + now() > at
date_part('year', now())
extract(month FROM current_date)
year(now()) == 2024
month(at::date) == extract(month FROM at)::int4
quarter(now()) == 1
dayofweek(now()) == 6
dayofyear(at::date) == extract(doy FROM at)::int4
day(now()) == 1
hour(now()) == 0
minute(now()) == 30
second(now()) == 0
datediff('day', other::date, at::date) == (at::date - other::date)::int8
datediff('minute', other, at) == floor(extract(epoch FROM date_trunc('minute', at)) / 60)::int8 - floor(extract(epoch FROM date_trunc('minute', other)) / 60)::int8
datediff('second', other, at) == extract(epoch FROM date_trunc('second', at))::int8 - extract(epoch FROM date_trunc('second', other))::int8
datediff('day', at, now()) == (date '2024-03-01' - at::date)::int8
date_diff('day', at, now()) == (date '2024-03-01' - at::date)::int8
datediff(at::date, other::date) == at::date - other::date
datediff(now(), at) == date '2024-03-01' - at::date
dateadd('week', 2, at) == at + interval '14 days'
dateadd('year', -1, at::date) == at::date - interval '1 year'
dateadd('hour', 5, at) == at + interval '5 hours'
dateadd('minute', -5, at) == at - interval '5 minutes'
dateadd('second', 5, at) == at + interval '5 seconds'
date_add(at::date, interval '1 month') == at::date + interval '1 month'
date_sub(at::date, interval '1 day') == at::date - interval '1 day'
isnull(s, 'x') == coalesce(s, 'x')
locate('l', u) == strpos(u, 'l')
character_length(s)
abs(id::int2)
mod(id::int2, 2::int2)
pow(n, 2)
@ n
@ id::int2
@ id::int8
@ extract(second FROM at)
+ extract(second FROM at)
- id::int2
+ id::int2
+ id::int8
now() <> current_timestamp == false
current_timestamp > at == now() > at
transaction_timestamp() > at == now() > at
statement_timestamp() > at == now() > at
clock_timestamp() > at == now() > at
year(at::date) == extract(year FROM at)::int4
quarter(at::date) == extract(quarter FROM at)::int4
month(now()) == 3
day(at::date) == extract(day FROM at)::int4
dayofmonth(at::date) == extract(day FROM at)::int4
dayofmonth(at) == extract(day FROM at)::int4
dayofmonth(now()) == 1
dayofyear(now()) == 61
dayofweek(at::date) == extract(dow FROM at)::int4 + 1
datediff('day', now() - interval '3 days', now()) == 3::int8
date_diff('day', now() - interval '3 days', now()) == 3::int8
datediff(now(), now() - interval '3 days') == 3
ltrim(s, 'h')
rtrim(s, 'x')
btrim(s, ' ')
now() + interval '99999 years' > at
num_nulls(s, n, b)
num_nonnulls(s, n)
`
  .trim()
  .split('\n')
  .map((line) => {
    const [expression = '', meaning = expression] = line.split(' == ');
    return { expression, meaning };
  });

/** Two expressions of each type, the second of which is never 0. */
const samples = new Map([
  ['bool', ['b', '(n > 1)']],
  ['int2', ['id::int2', '3::int2']],
  ['int4', ['id::int', '(id::int - 20)']],
  ['int8', ['id::int8', '(10 - id::int8 * 3)']],
  ['float8', ['n', '(m + 200)']],
  ['numeric', ['extract(second FROM at)', '30.25']],
  ['text', ['s', 'u']],
  ['name', ['s::name', 'u::name']],
  ['date', ['at::date', 'other::date']],
  ['timestamp', ['at', 'other']],
  ['timestamptz', ['now()', "(now() - interval '3 days')"]],
]);

/** Every operator that compares or computes, for all pairs of types that it has. */
function operatorProofs(): readonly Proof[] {
  return allEntries().operators.flatMap(({ name, parameters, result }) => {
    const [one, other] = parameters.map((type, at) => samples.get(type)?.[at]);
    if (parameters.length !== 2 || result === 'interval' || !/^(?:[<>]?=|<>?|>|[-+*/%])$/.test(name) || !one || !other)
      return [];
    return [{ expression: `${one} ${name} ${other}`, meaning: `${one} ${name} ${other}` }];
  });
}

/** No two are alike. */
export const sourceProofs: readonly Proof[] = [
  ...new Map([...written, ...operatorProofs()].map((proof) => [proof.expression, proof])).values(),
];
