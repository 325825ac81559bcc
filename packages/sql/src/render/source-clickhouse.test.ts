import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ClickhouseDatabase,
  clickhouseDatabase,
  describeClickhouse,
} from '../../../../tests/servers/clickhouse.ts';
import {
  allEntries,
  clickhouseTarget,
  type FunctionEntry,
  isCannot,
  rendersOnClickhouse,
  type TargetEngine,
} from '../functions/index.ts';
import { sessionSettings } from '../../../engines/src/clickhouse/session-settings.ts';
import { StatementRefused } from '../refusal.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { rows, type SourceExpression, sourceSession, useSourceExpressions } from './sources-for-test.ts';
import { sourceProofs } from './source-expressions-for-test.ts';

/** Column types of the server for each type of a statement: as the next function takes them, and no wider one. */
const serverTypes: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:Bool|UInt8)$/,
  smallint: /^Int16$/,
  integer: /^Int32$/,
  bigint: /^Int64$/,
  'double precision': /^Float64$/,
  numeric: /^Decimal\(76, \d+\)$/,
  text: /^String$/,
  'character varying': /^String$/,
  unknown: /^String$/,
  date: /^Date32$/,
  'timestamp without time zone': /^DateTime64\(6, 'UTC'\)$/,
};

type Answer = { readonly values: readonly (string | null)[]; readonly type: string } | 'error';

const doubles = ['nan', 'inf', '-inf', '0', '-0', '1e308', '-2.5', '5e-324'];
const overDoubles = [
  ...['+', '-', '*', '/', '=', '<>', '<', '<=', '>', '>='].map((operator) => `n ${operator} m`),
  ...['n > 0', 'n < 0', '0 < n', '0 >= n', 'n <> 0', 'n = 0'],
  'n IS DISTINCT FROM m',
  'n IN (m, 1)',
  'n NOT IN (0, -2.5)',
  'GREATEST(n, m)',
  'LEAST(n, m)',
  'sqrt(n)',
  'sign(n)',
  'round(n)',
  'abs(n)',
  'n::int8',
  'n::int2',
];
const [most, least] = ["'9223372036854775807'::int8", "'-9223372036854775808'::int8"];
const overLimits = [
  `${most} - id::int8`,
  `${least} + id::int8`,
  `${least} - id::int8`,
  `${least} / (id::int8 - 2)`,
  `(${least} + id::int8) / (- id::int8)`,
  `${least} % (- id::int8)`,
  `- (${least} + id::int8)`,
  `- (${least} + id::int8 - 1)`,
  `abs(${least} + id::int8 - 1)`,
  `${most} * (id::int8 - 1)`,
  `(${most} - id::int8) % 1000`,
  "'-2147483648'::int / (- id::int)",
  "'-32768'::int2 / (- id::int2)",
  '2147483640 + id::int',
  '32767::int2 + id::int2',
  'id::int IN (1, NULL)',
  'id::int NOT IN (1, NULL)',
  "s NOT IN ('hello', u)",
  "s IN ('hello', NULL, u)",
  'b IN (true, n > 1)',
  'extract(second FROM at) IN (59.5, 1)',
  "timestamp '1900-01-01 00:00:00' < at",
  "GREATEST(at, other, timestamp '2024-02-29 23:59:59.999999')",
  "at + interval '1 month' - interval '1 month'",
  "date_trunc('week', at - interval '60 years')",
  "extract(week FROM at - interval '60 years')",
  "to_char(at - interval '60 years', 'YYYY-MM-DD HH24:MI:SS.US')",
  "(at - interval '60 years')::text",
  "(at + interval '200 years')::date",
  "split_part(s, 'll', 2)",
  "concat_ws('', s, NULL, u)",
  "lower(concat(s, 'ΑΣ ΣΑΣ İ'))",
  "upper(concat(s, 'straße'))",
  "s LIKE '%\\_c'",
  "s LIKE 'a\\%b\\_\\c'",
  'left(s, -100)',
  'right(s, -100)',
  'substring(s, 2147483647, 2147483647)',
  'substring(s, -5, 7)',
  'repeat(s, 0)',
  "concat(s, '{p1:Nullable(String)}', '$1', '?', '\\n')",
  "replace(s, u, '$1')",
  "lpad(s, 20, '$2')",
  "split_part(concat(s, '$1x'), '$1', 2)",
];
/** Expressions over times, for 400 times between 1900 and 2299. */
const overCenturies = sourceProofs.filter(({ expression }) =>
  /^(?:date(?:_trunc|_part|_?diff)|extract|to_char|year|month|quarter|day\w*|hour|minute|second)\((?!.*now\(\)).*\b(?:at|other)\b/.test(
    expression,
  ),
);
const overNull = [
  'n::int',
  'n::int8 + 1',
  '1 / n::int',
  "n * '1e300'::float8",
  'sqrt(n)',
  's::int',
  's::float8',
  "at + interval '1 month'",
  'at::date + 1000',
];
const beyond = [
  "at + interval '1 month'",
  "at + interval '1 day'",
  "other - interval '1 month'",
  "other - interval '11 hours'",
  'at::date + 1',
  'other::date - 1',
  "dateadd('year', 1, at)",
  "dateadd('second', 2147483647, at)",
  "dateadd('week', -1, other)",
];

describeClickhouse('expressions on ClickHouse', () => {
  const reference = usePostgres();
  const render = useSourceExpressions();
  const proved = new Set<string>();
  const plainTarget = clickhouseTarget(sourceSession);
  /** Notes what is called. */
  const target: TargetEngine = {
    ...plainTarget,
    call: (resolved, args) => {
      const made = plainTarget.call(resolved, args);
      if (!isCannot(made)) proved.add(callOf(resolved.signature));
      return made;
    },
  };
  let database: ClickhouseDatabase;
  let answers: ReadonlyMap<string, Answer>;

  beforeAll(async () => {
    const insert = `INSERT INTO t VALUES ${rows.map((row) => `(${row})`).join(', ')}`;
    await reference.ask(
      'CREATE TEMPORARY TABLE t (id int, s text, u text, n float8, m float8, b bool, at timestamp, other timestamp)',
    );
    await reference.ask(insert);
    await reference.ask(`SET TimeZone = '${sourceSession.zone}'`);
    database = await clickhouseDatabase();
    const nullable = [
      's String',
      'n Decimal(20, 5)',
      'm Float64',
      'b Bool',
      'at DateTime64(6)',
      "other DateTime64(6, 'UTC')",
    ];
    const [s, ...others] = nullable.map((column) => column.replace(/ (.*)/, ' Nullable($1)'));
    const columns = ['id Int32', s, 'u LowCardinality(Nullable(String))', ...others];
    await database.ask(`CREATE TABLE t (${columns.join(', ')})`, { data_type_default_nullable: '0' });
    await database.ask(insert.replaceAll(/\btimestamp (?=')/g, '').replaceAll('\\', '\\\\'));
    answers = await askAll(sourceProofs.flatMap(({ expression }) => rendered(expression)?.text ?? []));
  });
  afterAll(() => database.drop());

  /** Many expressions in one statement; where one of them fails, each in its own. */
  async function askAll(texts: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
    const found = new Map<string, Answer>();
    for (let at = 0; at < texts.length; at += 25) {
      const some = texts.slice(at, at + 25);
      const together = await ask(some);
      for (const [index, text] of some.entries())
        found.set(text, together?.[index] ?? (await ask([text]))?.[0] ?? 'error');
    }
    return found;
  }

  /** @param from what is read, in place of the table */
  async function ask(texts: readonly string[], from = 't ORDER BY id'): Promise<readonly Answer[] | undefined> {
    const items = texts.flatMap((text) => [text, `toTypeName(${text})`]).join(', ');
    const statement = `SELECT ${items} FROM ${from} FORMAT JSONCompactStringsEachRow`;
    const lines = await database.ask(statement, sessionSettings).catch(() => undefined);
    const found: readonly (readonly string[])[] | undefined = lines
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return (
      found &&
      texts.map((_, at) => ({
        values: found.map((row) => (row[2 * at] === 'ᴺᵁᴸᴸ' ? null : (row[2 * at] ?? null))),
        type: String(found[0]?.[2 * at + 1]).replace(/^Nullable\((.*)\)$/, '$1'),
      }))
    );
  }

  function rendered(expression: string): SourceExpression | undefined {
    try {
      return render(expression, target);
    } catch (error) {
      if (error instanceof StatementRefused) return undefined;
      throw error;
    }
  }

  it.for(sourceProofs)('$expression', async ({ expression, meaning }) => {
    const made = rendered(expression);
    if (!made) return;
    const { text, type } = made;
    const asked = meaning
      .replaceAll(/\bnow\(\)/gi, `timestamptz '${sourceSession.now}'`)
      .replaceAll(/\bcurrent_date\b/gi, `(timestamptz '${sourceSession.now}')::date`);
    const theirs = await reference
      .ask(`SELECT pg_typeof(${asked}), CAST(${asked} AS text) FROM t ORDER BY id`)
      .catch((): 'error' => 'error');
    const ours = answers.get(text) ?? 'error';
    if (theirs === 'error' || ours === 'error') {
      expect([expression, ours === 'error', text]).toEqual([expression, theirs === 'error', text]);
      return;
    }
    expect([expression, type]).toEqual([expression, theirs[0]?.[0]]);
    expect([expression, ours.type]).toEqual([expression, expect.stringMatching(serverTypes[type] ?? /^$/)]);
    const [mine, wanted] = [ours.values, theirs.map(([, value = null]) => value)].map((all) =>
      all.map((one) => plain(type, one)),
    );
    expect([expression, mine]).toEqual([expression, wanted]);
  });

  it.for(overDoubles)('%s of all kinds of doubles', async (expression) => {
    const { text, type } = render(expression, target);
    const wanted = new Map<string, string | null>();
    const others = /\bm\b/.test(expression) ? doubles : ['0'];
    for (const pair of doubles.flatMap((n) => others.map((m) => [n, m] as const))) {
      const values = `(SELECT float8 '${pair[0]}' AS n, float8 '${pair[1]}' AS m) x`;
      const theirs = await reference.ask(`SELECT CAST(${expression} AS text) FROM ${values}`).catch(() => undefined);
      if (theirs) wanted.set(pair.join(), plain(type, theirs[0]?.[0] ?? null));
      else
        expect([expression, pair, await ask([text], doublesFrom([pair.join()]))]).toEqual([
          expression,
          pair,
          undefined,
        ]);
    }
    const [ours] = (await ask([text], doublesFrom([...wanted.keys()]))) ?? [];
    const mine = ours && ours !== 'error' ? ours.values.map((value) => plain(type, value)) : [];
    expect([...wanted.keys()].map((pair, at) => [pair, mine[at]])).toEqual([...wanted]);
  });

  it.for(overCenturies)('$expression from 1900 to 2299', async ({ expression, meaning }) => {
    const made = rendered(expression);
    if (!made) return;
    const { text, type } = made;
    const micros = (day: string) => Date.parse(day) * 1000;
    const [one, other] = [43_200_123_457, 61_234_567_891];
    const days = 361;
    const at = (number: string) => `toNullable(fromUnixTimestamp64Micro(toInt64(${number}), 'UTC'))`;
    const from = `(SELECT ${at(`${micros('1900-02-01')} + number * ${days * 86_400_000_000 + one}`)} AS at, ${at(`${micros('2299-11-01')} - number * ${days * 86_400_000_000 + other}`)} AS other FROM numbers(400))`;
    const theirs = await reference.ask(
      `SELECT CAST(${meaning} AS text) FROM (SELECT timestamp '1900-02-01' + i * interval '${days} days' + i * interval '${one} microseconds' AS at, timestamp '2299-11-01' - i * interval '${days} days' - i * interval '${other} microseconds' AS other FROM generate_series(0, 399) i) x`,
    );
    const [ours] = (await ask([text], from)) ?? [];
    const mine = ours && ours !== 'error' ? ours.values.map((value) => plain(type, value)) : undefined;
    expect([expression, mine]).toEqual([expression, theirs.map(([value = null]) => plain(type, value))]);
  });

  it.for(overLimits)('%s', async (expression) => {
    const { text, type } = render(expression, target);
    const theirs = await reference.ask(`SELECT CAST(${expression} AS text) FROM t ORDER BY id`).catch(() => undefined);
    const [ours] = (await ask([text])) ?? [];
    const mine = ours && ours !== 'error' ? ours.values.map((value) => plain(type, value)) : undefined;
    expect([expression, mine]).toEqual([expression, theirs?.map(([value = null]) => plain(type, value))]);
  });

  it.for(overNull)('%s where a value under NULL does not fit', async (expression) => {
    const from =
      "(SELECT 1e18 + nullIf(materialize(8e18), 8e18) AS n, nullIf(materialize('x'), 'x') AS s, nullIf(materialize(toDateTime64('2299-12-31 00:00:00', 6)), toDateTime64('2299-12-31 00:00:00', 6)) AS at)";
    const [ours] = (await ask([render(expression, target).text], from)) ?? [];
    expect([expression, ours]).toEqual([expression, expect.objectContaining({ values: [null] })]);
  });

  it.for(beyond)('%s is an error where the server would give another time', async (expression) => {
    const from =
      "(SELECT materialize(toNullable(toDateTime64('2299-12-31 10:00:00', 6))) AS at, materialize(toNullable(toDateTime64('1900-01-01 10:00:00', 6))) AS other)";
    const { text } = render(expression, target);
    expect([expression, await ask([text], from)]).toEqual([expression, undefined]);
    expect(await ask([text])).toBeDefined();
  });

  it('refuses constants that the types of the server do not keep', () => {
    for (const expression of [
      "at > timestamp '1899-12-31'",
      "at::date < date '2300-01-01'",
      "at < timestamptz '2301-01-01 00:00+00'",
    ])
      expect([expression, rendered(expression)]).toEqual([expression, undefined]);
  });

  it('computes a branch only for the rows of its condition', async () => {
    for (const expression of [
      'CASE WHEN id <> 3 THEN 6 / (id::int - 3) END',
      'CASE WHEN id <> 3 THEN 6 / (id - 3) END',
      'id <> 3 AND 6 / (id - 3) > 1',
      'id = 3 OR 6 / (id - 3) > 1',
      'COALESCE(NULLIF(id, 0), 1 / (id - 3))',
      'nvl(NULLIF(id, 0), 1 / (id - 3))',
      "CASE WHEN s ~ '^[0-9]+$' THEN s::int END",
    ]) {
      const { text, type } = render(expression, target);
      const meaning = expression.replace('nvl', 'COALESCE').replaceAll(/\bid\b(?!::)/g, 'id::float8');
      const theirs = await reference.ask(`SELECT CAST(${meaning} AS text) FROM t ORDER BY id`);
      const [ours] = (await ask([text])) ?? [];
      const mine = ours && ours !== 'error' ? ours.values.map((value) => plain(type, value)) : undefined;
      expect([expression, mine]).toEqual([expression, theirs.map(([value = null]) => plain(type, value))]);
    }
  });

  it('keeps what an expression has as its length when it is nested', () => {
    const nested = (call: (inner: string) => string, first: string) =>
      Array.from({ length: 12 }).reduce<string>((inner) => call(inner), first);
    for (const expression of [
      nested((inner) => `(${inner} + m)`, 'n'),
      nested((inner) => `lower(${inner})`, 's'),
      nested((inner) => `date_trunc('month', ${inner} + interval '1 day')`, 'at'),
    ])
      expect(render(expression, target).text.length).toBeLessThan(20_000);
  });

  it('proves every function and operator that it renders', () => {
    const { functions, operators } = allEntries();
    const listed = [...functions, ...operators].filter((entry) => rendersOnClickhouse(entry)).map(callOf);
    expect(listed.filter((call) => !proved.has(call))).toEqual([]);
    expect(listed.length).toBeGreaterThan(150);
  });
});

/** Rows of doubles, which are no constants. */
function doublesFrom(pairs: readonly string[]): string {
  const rowsOfPairs = pairs.map((pair) => `(${pair.split(',').map((value) => `toFloat64('${value}')`)})`);
  return `(SELECT toNullable(p.1) AS n, toNullable(p.2) AS m FROM (SELECT arrayJoin([${rowsOfPairs.join(', ')}]) AS p))`;
}

/** One text for each value, whatever zeros and signs an engine shows. */
function plain(type: string, value: string | null): string | null {
  if (value === null) return null;
  switch (type) {
    case 'boolean':
      return { true: '1', false: '0' }[value] ?? value;
    case 'double precision':
      return String(Number(value.replace('inf', 'Infinity')) + 0);
    case 'numeric':
    case 'timestamp without time zone':
      return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
    default:
      return value;
  }
}

function callOf({ name, parameters }: FunctionEntry): string {
  return `${name}(${parameters.join(', ')})`;
}
