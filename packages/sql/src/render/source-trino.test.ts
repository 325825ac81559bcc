import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeTrino, type TestSchema, trinoSchema } from '../../../../tests/servers/trino.ts';
import {
  allEntries,
  type FunctionEntry,
  isCannot,
  rendersOnTrino,
  type TargetEngine,
  trinoTarget,
} from '../functions/index.ts';
import { StatementRefused } from '../refusal.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { type Proof, sourceProofs } from './source-expressions-for-test.ts';
import { rows, type SourceExpression, sourceSession, useSourceExpressions } from './sources-for-test.ts';

/** Types of Trino, by those of PostgreSQL; texts and decimals have lengths of their own. */
const types: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  smallint: 'smallint',
  integer: 'integer',
  bigint: 'bigint',
  numeric: 'decimal',
  'double precision': 'double',
  text: 'varchar',
  'character varying': 'varchar',
  name: 'varchar',
  date: 'date',
  'timestamp without time zone': 'timestamp(6)',
};

describeTrino('expressions on Trino', () => {
  const reference = usePostgres();
  const render = useSourceExpressions();
  let schema: TestSchema;

  beforeAll(async () => {
    await reference.ask(
      'CREATE TEMPORARY TABLE t (id int, s text, u text, n float8, m float8, b bool, at timestamp, other timestamp)',
    );
    await reference.ask(`SET TimeZone = '${sourceSession.zone}'`);
    schema = await trinoSchema();
  });
  afterAll(() => schema.drop());

  /** Puts rows into both tables. @param number type of the numbers of Trino, in columns as they come */
  async function fill(values: readonly string[], number = 'decimal(20, 5)'): Promise<void> {
    const all = values.map((row) => `(${row})`).join(', ');
    await reference.ask(`TRUNCATE t`);
    await reference.ask(`INSERT INTO t VALUES ${all}`);
    await schema.ask('DROP TABLE IF EXISTS t');
    await schema.ask(
      `CREATE TABLE t AS SELECT id, CAST(s AS varchar) AS s, CAST(u AS varchar(20)) AS u, CAST(n AS ${number}) AS n, CAST(m AS varchar) AS m, b, CAST(at AS timestamp(9)) AS at, CAST(other AS timestamp(6)) AS other FROM (VALUES ${all}) AS v (id, s, u, n, m, b, at, other)`,
    );
  }

  type Answer = readonly (string | null)[] | string;

  /** Values of each text as texts, in the zone of the engine's sessions. @returns the message where all fail together */
  async function askAll(texts: readonly string[]): Promise<readonly Answer[] | string> {
    const values = texts.map((text, at) => `${text} AS v${at}`);
    const items = texts.flatMap((_, at) => [`CAST(v${at} AS VARCHAR)`, `typeof(v${at})`]);
    try {
      const found = await schema.ask(
        `WITH SESSION time_zone_id = 'UTC' SELECT ${items.join(', ')} FROM (SELECT id, ${values.join(', ')} FROM t) ORDER BY id`,
      );
      return texts.map((_, at) => [
        String(found[0]?.[2 * at + 1]),
        ...found.map((row) => row[2 * at] as string | null), // they are cast
      ]);
    } catch (error) {
      return String(error);
    }
  }

  /** Asks for many values at once, and looks for those that fail by halves. */
  async function ask(texts: readonly string[]): Promise<readonly Answer[]> {
    const found = texts.length === 0 ? [] : await askAll(texts);
    if (typeof found !== 'string') return found;
    if (texts.length === 1) return [found];
    const half = Math.ceil(texts.length / 2);
    return [...(await ask(texts.slice(0, half))), ...(await ask(texts.slice(half)))];
  }

  /** One text for each value, whatever zeros and signs an engine shows. */
  function plain(type: string, value: string | null): string | null {
    if (value === null) return null;
    switch (type) {
      case 'double precision':
        return String(Number(value) + 0);
      case 'numeric':
      case 'timestamp without time zone':
        return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
      default:
        return value;
    }
  }

  /** Renders what the target has, and notes which functions it calls. */
  function rendered(proofs: readonly Proof[], target: TargetEngine) {
    const proved = new Set<string>();
    const noting: TargetEngine = {
      ...target,
      call: (resolved, args) => {
        const made = target.call(resolved, args);
        if (!isCannot(made)) proved.add(callOf(resolved.signature));
        return made;
      },
    };
    const made = proofs.flatMap((proof): readonly (Proof & SourceExpression)[] => {
      try {
        return [{ ...proof, ...render(proof.expression, noting) }];
      } catch (error) {
        if (error instanceof StatementRefused) return [];
        throw error;
      }
    });
    return { made, proved };
  }

  /** Answers of expressions that differ from those of PostgreSQL. */
  async function wrongOf(made: readonly (Proof & SourceExpression)[]) {
    const theirs: Answer[] = [];
    for (const { meaning } of made) {
      const asked = meaning
        .replaceAll(/\bnow\(\)/gi, `timestamptz '${sourceSession.now}'`)
        .replaceAll(/\bcurrent_date\b/gi, `(timestamptz '${sourceSession.now}')::date`);
      const found = await reference
        .ask(`SELECT pg_typeof(${asked}), CAST(${asked} AS text) FROM t ORDER BY id`)
        .catch((error: Error) => error.message);
      theirs.push(typeof found === 'string' ? found : [found[0]?.[0] ?? '', ...found.map(([, value = null]) => value)]);
    }
    const fails = (at: number) => typeof theirs[at] === 'string';
    const ours = new Map<string, Answer>();
    const together = made.filter((_, at) => !fails(at)).map(({ text }) => text);
    for (let start = 0; start < together.length; start += 40) {
      const texts = together.slice(start, start + 40);
      for (const [at, answer] of (await ask(texts)).entries()) ours.set(texts[at] ?? '', answer);
    }
    for (const { text } of made.filter((_, at) => fails(at))) ours.set(text, (await ask([text]))[0] ?? '');
    return made.flatMap(({ expression, text, type }, at) => {
      const [mine = '', wanted = ''] = [ours.get(text), theirs[at]];
      if (typeof mine === 'string' || typeof wanted === 'string')
        return typeof mine === typeof wanted ? [] : [{ expression, text, mine, wanted }];
      const [[ownType, ...own], [theirType, ...their]] = [mine, wanted];
      const isOfType = type === theirType && ownType?.replace(/^(varchar|decimal)\(.*/, '$1') === types[type];
      const [shown, expected] = [own, their].map((values) => values.map((value) => plain(type, value)));
      return isOfType && JSON.stringify(shown) === JSON.stringify(expected)
        ? []
        : [{ expression, text, mine: `${ownType} ${shown}`, wanted: `${theirType} ${expected}` }];
    });
  }

  it("are PostgreSQL's, and every function that is rendered is among them", async () => {
    await fill(rows);
    const { made, proved } = rendered(sourceProofs, trinoTarget(sourceSession));
    expect(await wrongOf(made)).toEqual([]);
    const { functions, operators } = allEntries();
    const entries = [...functions, ...operators].filter((entry) => rendersOnTrino(entry)).map(callOf);
    expect(entries.filter((call) => !proved.has(call))).toEqual([]);
    expect(entries.length).toBeGreaterThan(150);
  });

  it('are the same for numbers that are none, texts that are numbers, and the first and last years', async () => {
    await fill(extremes, 'double');
    const { made } = rendered(extremeProofs, trinoTarget(sourceSession));
    expect(made.map(({ expression }) => expression)).toEqual(extremeProofs.map(({ expression }) => expression));
    expect(await wrongOf(made)).toEqual([]);
  });

  it('fail where PostgreSQL fails, and for what Trino does not keep', async () => {
    await fill(extremes, 'double');
    const { made } = rendered(failing, trinoTarget(sourceSession));
    expect(made.map(({ expression }) => expression)).toEqual(failing.map(({ expression }) => expression));
    for (const { expression, text } of made)
      expect([expression, typeof (await ask([text]))[0]]).toEqual([expression, 'string']);
  });

  it('are refused where the answer is not certain', () => {
    const { made } = rendered(refused, trinoTarget(sourceSession));
    expect(made.map(({ expression }) => expression)).toEqual([]);
  });

  it('read times in UTC, whatever their type, and cut digits behind the microseconds', async () => {
    const { text } = render('at', trinoTarget(sourceSession));
    const times = [
      ["TIMESTAMP '2024-12-31 23:59:59.9999999'", '2024-12-31 23:59:59.999999'],
      ["TIMESTAMP '2024-12-31 23:59:59.999999499999'", '2024-12-31 23:59:59.999999'],
      ["TIMESTAMP '1969-12-31 23:59:59.9999999'", '1969-12-31 23:59:59.999999'],
      ["TIMESTAMP '2024-01-01 00:00:00'", '2024-01-01 00:00:00.000000'],
      ["DATE '2024-01-01'", '2024-01-01 00:00:00.000000'],
      ["TIMESTAMP '2024-01-01 00:00:00.5 +05:30'", '2023-12-31 18:30:00.500000'],
      ["TIMESTAMP '2024-07-01 00:00:00 America/New_York'", '2024-07-01 04:00:00.000000'],
      ['CAST(NULL AS timestamp)', null],
    ] as const;
    const found = await ask(times.map(([time]) => text.replaceAll(/\bat\b(?! TIME)/gi, time)));
    expect(found).toEqual(times.map(([, wanted]) => ['timestamp(6)', ...extremes.map(() => wanted)]));
  });

  it('take readings of clocks for moments only in a zone whose clocks do not change', async () => {
    await fill(rows);
    const inUtc = trinoTarget({ ...sourceSession, zone: 'UTC' });
    const { text } = render("datediff('day', at, now())", inUtc);
    const theirs = await reference.ask("SELECT (date '2024-02-29' - at::date)::text FROM t ORDER BY id");
    expect((await ask([text]))[0]).toEqual(['bigint', ...theirs.map(([days]) => days)]);
    expect(() => render("datediff('day', at::timestamptz, now())", trinoTarget(sourceSession))).toThrow(
      StatementRefused,
    );
  });

  // Planes above the second have no letters.
  it('change the case of every letter as PostgreSQL does, or fail', async () => {
    for (const name of ['lower', 'upper']) {
      const points = 'generate_series(1, 131071) p(p) WHERE p NOT BETWEEN 55296 AND 57343';
      const theirs = await reference.ask(`SELECT p::text, ${name}(chr(p)) FROM ${points}`);
      const wanted = new Map(theirs.map(([point, letter]) => [Number(point), letter]));
      const { text } = render(`${name}(s)`, trinoTarget(sourceSession));
      const [, young = ''] = /regexp_like\(v, '(\[.*?\])'/.exec(text) ?? [];
      const numbers = 'UNNEST(sequence(0, 13)) AS a (high) CROSS JOIN UNNEST(sequence(0, 9999)) AS b (low)';
      const isLetter = 'p BETWEEN 1 AND 131071 AND p NOT BETWEEN 55296 AND 57343';
      const letters = `SELECT p, chr(IF(${isLetter}, p, 1)) AS s FROM (SELECT high * 10000 + low AS p FROM ${numbers}) WHERE ${isLetter}`;
      const found = await schema.ask(`SELECT p, ${text} FROM (${letters}) WHERE NOT regexp_like(s, '${young}')`);
      expect(found.length).toBeGreaterThan(128_000);
      expect(found.filter(([point, letter]) => wanted.get(Number(point)) !== letter)).toEqual([]);
      await expect(schema.ask(`SELECT ${text} FROM (VALUES U&'\\A7CB') AS x (s)`)).rejects.toThrow('not known');
    }
  });

  it('are refused where they are longer than what the server compiles', async () => {
    const tests = (count: number) =>
      Array.from({ length: count }, (_, at) => `left(s, id::int - ${at}) = 'x'`).join(' OR ');
    expect(() => render(tests(300), trinoTarget(sourceSession))).toThrow(StatementRefused);
    const { text } = render(tests(30), trinoTarget(sourceSession));
    expect(typeof (await ask([text]))[0]).toBe('object');
  });

  it('are refused where they grow from level to level', () => {
    const target = trinoTarget(sourceSession);
    const nested = (call: (inner: string) => string) =>
      Array.from({ length: 400 }).reduce<string>((inner) => call(inner), 's');
    const least = `LEAST(${Array.from({ length: 1000 }, (_, at) => `n + ${at}`).join(', ')})`;
    for (const expression of [nested((inner) => `lower(${inner})`), nested((inner) => `left(${inner}, -1)`), least])
      expect(() => render(expression, target)).toThrow(StatementRefused);
  });
});

/** Rows of numbers that are none, texts around numbers, and years at both ends. */
const extremes: readonly string[] = [
  `1, ' 42 ', 'a\nb', 'NaN', 'Infinity', true, timestamp '0001-01-01 00:00:00', timestamp '9999-12-31 23:59:59.999999'`,
  `2, '-7', '', '-0', 'NaN', false, timestamp '0999-12-31 23:59:59.999999', timestamp '0001-12-31 00:00:00.5'`,
  `3, '+5', 'ab', 'NaN', 'NaN', NULL, timestamp '1582-10-10 12:00:00', timestamp '1600-02-29 00:00:00'`,
  `4, '007', 'b', 'NaN', NULL, true, NULL, timestamp '2000-02-29 00:00:00'`,
  `5, NULL, NULL, NULL, 'NaN', NULL, timestamp '1970-01-01 00:00:00', NULL`,
  `6, '0', 'aXb', '0.5', '-0.5', true, timestamp '1969-12-31 23:59:59.999999', timestamp '1970-01-01 00:00:00.000001'`,
  `7, '\t-0\n', 'a\u2028b', '1.5', '2.5', false, timestamp '1900-03-01 00:00:00', timestamp '2100-02-28 23:59:59'`,
  `8, '12345', '\u{1f642}\u0301', '-Infinity', '-1.5', true, timestamp '2024-12-31 23:59:59.999999', timestamp '2025-01-01 00:00:00'`,
  `9, '1', '\u00a0x\u3000', '4503599627370497.5', '0.49999999999999994', true, timestamp '2021-01-01 00:00:00', timestamp '2020-12-31 00:00:00'`,
];

function proofsOf(expressions: string): readonly Proof[] {
  return expressions
    .trim()
    .split('\n')
    .map((expression) => ({ expression, meaning: expression }));
}

const extremeProofs = proofsOf(`
n = m
n <> m
n < m
n <= m
n > m
n >= m
n = 1
n <> 1
n < 1
n <= 1
n > 1
n >= 1
1 = n
1 <> n
1 < n
1 <= n
1 > n
1 >= n
n BETWEEN m AND 5
n NOT BETWEEN 0 AND 5
n IN (1.5, 2)
n NOT IN (1.5, 2)
n IS DISTINCT FROM m
n IS NOT DISTINCT FROM m
GREATEST(n, m)
LEAST(n, m)
GREATEST(n, 1)
CASE WHEN n > m THEN 'more' WHEN n = m THEN 'same' ELSE 'less' END
n + m
n - m
n * m
n / 2
n * 0
1 / (m - 7)
round(n)
round(m)
trunc(n)
floor(n)
ceil(m)
sign(n)
sign(m)
abs(n)
- n
n > 1 AND m > 1
NOT n > 1
s::int
s::int8 + 1
s::float8
s::int2
(s || '.5e1')::float8 IS NULL OR true
length(u)
octet_length(u)
reverse(u)
u ~ '^b'
u ~ 'b$'
u ~ 'a.b'
u ~ '^a'
u LIKE 'a_b'
u LIKE 'a%b'
u ILIKE 'A_B'
upper(u)
left(u, 2)
right(u, 1)
trim(u)
btrim(u, 'ab')
rtrim(s)
lpad(u, 4, 'é🙂')
repeat(u, 2)
translate(u, 'ab', 'b')
replace(u, 'a', '')
replace(u, s, u)
split_part(u, 'X', 2)
concat(u, s)
u < s
u > 'a'
strpos(u, 'b')
strpos(u, s)
starts_with(u, '')
ascii(u)
md5(u)
at::text
other::text
at::date::text
at::date
date_trunc('year', at)
date_trunc('quarter', at)
date_trunc('week', other)
date_trunc('second', at)
extract(year FROM at)
extract(isoyear FROM other)
extract(week FROM at)
extract(decade FROM at)
extract(century FROM at)
extract(century FROM other)
extract(second FROM at)
extract(microseconds FROM other)
extract(epoch FROM at)
extract(epoch FROM other)
extract(epoch FROM at::date)
extract(dow FROM at)
extract(doy FROM other)
to_char(at, 'YYYY-MM-DD HH24:MI:SS.US')
to_char(at, 'IYYY-IW Q')
at::date - other::date
at::date + 365
at + interval '1 month'
at + interval '1.5 seconds'
at + interval '36 hours'
other - interval '1 second'
at < other
at = timestamp '1969-12-31 23:59:59.999999'
GREATEST(at, other)
at IS DISTINCT FROM other
`);

/** Expressions that fail for one of the rows. */
const failing = proofsOf(`
n / (m * 0)
1 / (n * 0 + m * 0)
n * '1e308'::float8
sqrt(n)
(n)::int
(m)::int8
u::int
(s || 'x')::int
(s || '999999999999999999999')::int8
(s || 'e999')::float8
(s || 'e-999')::float8
(s || '5d')::float8
('0x' || s)::float8
('٣' || s)::int
substring(u, 1, id::int - 5)
(id::int8 * 9000000000000000000)
(id::int * 2000000000)
(id::int2 * 30000::int2)
- (id::int8 - 9223372036854775807 - 2)
abs(id::int8 - 9223372036854775807 - 2)
id::int % (id::int - 3)
id::int / (id::int - 3)
(id::int * 100000)::int2
(id * 1000)::int::numeric(5,2)
other + interval '300000 years'
other::date + 2147483647
extract(year FROM at - interval '1 year')
(at - interval '1 year')::text
(at - interval '1 year')::date::text
to_char(at - interval '1 year', 'YYYY')
`);

const refused = proofsOf(`
s ~* 'a'
s ~ '[[:digit:]]'
s ~ 'a&&b'
s LIKE u
n::text
n::numeric
id::int / 4.0
extract(epoch FROM at) * 99999999999.5 * 1.0000000001
n IN (m, 1)
s::date
at::time
at + interval '1 microsecond'
at - other
extract(hour FROM at::date)
date_trunc('decade', at)
to_char(at, 'Month')
trim(both u from s)
split_part(s, u, 1)
split_part(s, 'a', -1)
array_length(ARRAY[1, 2], 1)
initcap(s)
random()
at > '2024-10-27 02:30:00 Europe/Berlin'::timestamptz
at::timestamptz > now()
n > 'NaN'::float8
nvl(now(), now()) > at
power(n, 2)
n ^ 2
exp(n)
ln(n)
log(n)
s ~ '^*a'
s ~ '(+a)'
`);

function callOf({ name, parameters }: FunctionEntry): string {
  return `${name}(${parameters.join(', ')})`;
}
