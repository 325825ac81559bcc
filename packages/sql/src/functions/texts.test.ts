import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { answer, prove } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

const expressions = `
length('漢字 🙂')
length('')
char_length('ab  '::char(6))
octet_length('é')
bit_length('é')
lower('ÄÖÜ Straße')
upper('äöü straße')
btrim('  x ')
btrim('xxaxx', 'x')
ltrim('xyxa', 'xy')
rtrim('a  ')
rtrim('', 'x')
substring('hello', 2)
substring('hello', 2, 3)
substring('hello', -1, 3)
substring('hello', 0, 2)
substring('hello', 0)
substring('hello', -3)
substring('hello', 10)
substring('hello', 2, 0)
substring('hello', 2, -1)
substring('hello', 1, 2147483647)
substr('漢字🙂x', 2, 2)
left('hello', 2)
left('hello', -2)
left('hello', -9)
left('hello', 0)
left('漢字🙂', 2)
right('hello', 2)
right('hello', -2)
right('hello', 0)
right('hello', -9)
lpad('hi', 5)
lpad('hi', 5, 'xy')
lpad('hello', 2)
lpad('hi', -1)
lpad('hi', 5, '')
rpad('hi', 5, 'xy')
rpad('hello', 2)
rpad('hi', 0)
repeat('ab', 3)
length(replace(repeat('a', 4000) || 'bb', 'bb', repeat('c', 4000)))
length(lpad('x', 100000, 'yz'))
repeat('ab', 0)
repeat('ab', -1)
replace('abcabc', 'b', 'xx')
replace('abc', '', 'x')
replace('abc', 'b', NULL)
reverse('añb🙂')
reverse('')
strpos('hello', 'l')
strpos('hello', '')
strpos('hello', 'z')
position('l' IN 'hello')
split_part('a,b,c', ',', 2)
split_part('a,b,c', ',', -1)
split_part('a,b,c', ',', 4)
split_part('a,b,c', ',', 0)
split_part('a,b,c', '', 1)
split_part('', ',', 1)
translate('12345', '143', 'ax')
translate('12345', '', 'x')
ascii('é')
ascii('')
ascii('🙂')
chr(8364)
chr(0)
chr(65)
concat('a', NULL, 'b')
concat(1, true, 2.50, NULL)
concat(NULL)
concat(date '2024-01-01', ' ', 1.5::float8)
concat_ws(',', 'a', NULL, 'b', 3)
concat_ws(NULL, 'a')
overlay('abcdef', 'XX', 2)
overlay('abcdef', 'XX', 2, 4)
overlay('abcdef', 'XX', 0)
overlay('abcdef', 'X', 3, 0)
starts_with('abc', 'ab')
starts_with('abc', '')
md5('hello')
'a' || 'b'
'a' || NULL
'a' || 1
1.50 || 'a'
'a' || true
'a' || date '2024-01-31'
'a' || 1.5::float8
'ab  '::char(4) || 'c'
'abc' LIKE 'a%'
'abc' LIKE 'A%'
'abc' ILIKE 'A%'
'abc' LIKE 'a_c'
'a%c' LIKE 'a\\%c'
'abc' LIKE 'a\\%c'
'a\\c' LIKE 'a\\\\c'
'a%c' LIKE 'a!%c' ESCAPE '!'
'a_c' LIKE 'a!_c' ESCAPE '!'
'a\\c' LIKE 'a\\c' ESCAPE ''
'🙂x' LIKE '_x'
'' LIKE ''
'' LIKE '%'
'a' LIKE NULL
'abc' ~ 'b'
'abc' ~ '^b'
'abc' ~* '^AB'
'abc' !~ 'c$'
'abc' !~* 'C$'
'a1b' ~ '^[a-z]\\d[a-z]$'
'foo.bar' ~ 'o\\.b'
'ab' ~ '(a|b)+'
'aaa' ~ '^a{2,3}$'
regexp_substr('abc123def45', '[0-9]+')
regexp_substr('abc', '[0-9]+')
regexp_substr('hello world', 'o.w')
regexp_substr(NULL, 'a')
regexp_like('abc', '^a|c$')
regexp_like('abc', 'B')
regexp_like('abc', 'B', 'i')
regexp_count('a1b22c333', '[0-9]+')
regexp_count('a1b22c333', '[0-9]+', 3)
regexp_count('aaa', '^a')
regexp_count('', 'a')
regexp_instr('abc123', '[0-9]+')
regexp_instr('abc', '[0-9]+')
regexp_instr('a1b2', '[0-9]', 3)
regexp_instr('漢字1', '[0-9]')
regexp_substr('a1b2', '[0-9]', 3)
array_to_string(regexp_split_to_array('a, b,c', ', *'), '|')
array_to_string(regexp_split_to_array('aXbxc', 'x', 'i'), '|')
cardinality(regexp_split_to_array('', ','))
array_to_string(regexp_match('ABC', '(b)(c)', 'i'), ',')
substring('2024-05-17' from '([0-9]{4})-([0-9]{2})')
substring('order 20240517!' from '[0-9]{8}')
regexp_replace('tel 0123-4567', '[0-9]{4}', '#', 'g')
'naïve' ~ '^\\w+$'
'a-b' ~ '^\\w+$'
'a b' ~ '\\W'
'é1_' ~ '^[[:alnum:]_]+$'
'É' ~ '[[:upper:]]'
'É' ~ '[[:lower:]]'
'漢' ~ '[[:alpha:]]'
regexp_replace('a-é_1!', '[^\\w]', '', 'g')
format_type(23, NULL)
format_type(1043, 24)
format_type(1700, 655366)
format_type(1700, -1)
format_type(1184, 3)
format_type(1015, -1)
format_type(NULL, 1)
format_type(4711, -1)
to_regtype('int4')::text
to_regtype('varchar[]')::text
to_regtype('nope')::text
pg_get_userbyid(4711)
pg_type_is_visible(23)
pg_type_is_visible(4711)
pg_get_expr(NULL, 4711)
substring('foobar' FROM 'o(.)b')
substring('foobar' FROM 'o.b')
substring('foobar', 'z')
substring('key=value', '=(.*)$')
regexp_replace('a1b22c', '[0-9]+', '#')
regexp_replace('a1b22c', '[0-9]+', '#', 'g')
regexp_replace('Hello', 'h', 'J', 'i')
regexp_replace('ABCabc', '[a-c]', '-', 'gi')
regexp_replace('2024-01', '^(....)-(..)$', '\\2/\\1')
regexp_replace('  x  ', '^ +', '')
regexp_replace('a.b.c', '\\.', '', 'g')
regexp_replace('xx', 'y', 'z')
'b' < 'B'
'a' < 'b'
'Z' < 'a'
'é' > 'z'
'' = ''
'a' = 'a '
'a'::char(3) = 'a'
'a'::char(3) = 'a  '::char(5)
'abc'::varchar(2)
'abc'::char(2)
'a'::char(3) || 'x'
'x'::char
'1' = '1'
'abc' < NULL
lower(NULL)
lower('A'::varchar)
lower('A'::char(3))
length('a'::name)
upper('x'::text)
123::text || 'x'
text(5)
starts_with(NULL, 'a')
'it''s'
coalesce(NULL, 'x')
coalesce('a', 'b'::varchar(3))
greatest('a', 'B')
least('a', NULL)
CASE WHEN 'a' LIKE 'a' THEN 'yes' ELSE 'no' END
initcap('hello wORLD')
initcap('o''neil-SMITH 3rd 4TH_x')
initcap('émile ÉTÉ')
initcap('')
array_to_string(regexp_match('abc123def', '[0-9]+'), ',')
array_to_string(regexp_match('abc123def', '([a-c])([0-9]+)'), ',')
'a7' ~ similar_to_escape('a\\d')
'abc' ~ similar_to_escape('a\\w%')
regexp_match('abc', 'x') IS NULL
'abc' ~ similar_to_escape('abc')
'abc' ~ similar_to_escape('a')
'abc' ~ similar_to_escape('%(b|d)%')
'abc' ~ similar_to_escape('(b|c)%')
'abc' ~ similar_to_escape('a_c')
'a.c' ~ similar_to_escape('a.c')
'abc' ~ similar_to_escape('a.c')
'a^$' ~ similar_to_escape('a^$')
'aaa' ~ similar_to_escape('a{2,3}')
'a%c' ~ similar_to_escape('a\\%c')
'abc' ~ similar_to_escape('a\\%c')
'a%c' ~ similar_to_escape('a#%c', '#')
'1-X' ~ similar_to_escape('[1-3]-[A-Z]+')
'4-X' !~ similar_to_escape('[^1-3]-[A-Z]+')
'ab' ~ similar_to_escape('a|ab')
'' ~ similar_to_escape('')
`;

it.for(expressions.trim().split('\n'))('%s', async (expression) => {
  await prove(expression, postgres, duckdb);
});

const refused = `
'abc' LIKE 'abc\\'
'a' ~ '(?i)A'
'a' ~ '\\ma'
'a' ~ 'a*?'
'aa' ~ '(a)\\1'
regexp_substr('abcd', 'a|ab')
regexp_substr('abcd', '(a?)(ab)?')
regexp_substr('abcd', 'a+b+')
regexp_replace('abc', 'x*', '-', 'g')
regexp_replace('abc', 'b', '[\\&]')
regexp_replace('abc', 'b', 'x', 'n')
'a' ~ similar_to_escape('a\\')
regexp_match('abcd', 'a|ab')
sha256('a'::bytea)
'{"a": 1}'::jsonb
`;

it.for(refused.trim().split('\n'))('refuses %s', async (expression) => {
  await expect(answer(expression, duckdb)).rejects.toThrow();
});
