import { quotedZone } from '../duckdb/cast.ts';
import type { SqlType } from '../../types/index.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';
import { fieldsOf, intervalOf, justified } from '../duckdb/interval.ts';
import { isZoneName, offsetOf } from '../duckdb/zones.ts';

const momentMade: DuckDbRendering = (args, type, session) => {
  const zone = args[6];
  if (zone && typeof zone.constant !== 'string') return cannot('the zone must be a constant');
  const name = zone?.constant ?? session.zone;
  if (!isZoneName(name)) return cannot(`write the zone ${name} by its full name, as Europe/Berlin`);
  const made =
    "CASE WHEN $1 < 1 THEN error('years before 1 are not rendered') ELSE make_timestamp($1, $2, $3, $4, $5, $6) END";
  const texts = args.slice(0, 6).map(({ text }) => text);
  return { text: `timezone(${quoted(name)}, ${fillTemplate(made, texts)})`, type };
};

/** Years, months, weeks, days, hours, minutes and seconds; those at the end may be missing. */
const intervalMade: DuckDbRendering = (args, type) => {
  const [years, months, weeks, days, hours, minutes, seconds] = Array.from({ length: 7 }, (_, index) =>
    args[index] ? `CAST($${index + 1} AS ${index < 6 ? 'BIGINT' : 'DOUBLE'})` : '0',
  );
  const time = `${hours} * 3600000000 + ${minutes} * 60000000 + CAST(round_even(${seconds} * 1000000, 0) AS BIGINT)`;
  const text = intervalOf(`${years} * 12 + ${months}`, `${weeks} * 7 + ${days}`, time);
  return {
    text: fillTemplate(
      text,
      args.map((arg) => arg.text),
    ),
    type,
  };
};

/** A zone that is a constant name of the zone database, or an offset is refused. */
const atZone: DuckDbRendering = ([zone, value], type) => {
  const name = zone?.constant;
  if (name === undefined || name === null || !value) return cannot('the zone must be a constant');
  if (!isZoneName(name)) {
    const minutes = offsetOf(name);
    return minutes === undefined
      ? cannot(`write the zone ${name} by its full name, as Europe/Berlin`)
      : shiftedBy(`to_microseconds(${minutes * 60_000_000})`, value, type);
  }
  return {
    text: fillTemplate(
      'CASE WHEN isfinite($2) THEN timezone($1, $2) ELSE CAST($2 AS ' +
        (type.name === 'timestamp' ? 'TIMESTAMP' : 'TIMESTAMPTZ') +
        ') END',
      [`'${name}'`, value.text],
    ),
    type,
  };
};

/** A zone that is always as far from UTC. */
function shiftedBy(offset: string, { text }: Rendered, type: SqlType): Rendered {
  const shifted = type.name === 'timestamp' ? `timezone('UTC', $1) + ${offset}` : `timezone('UTC', $1 - ${offset})`;
  const endless = `CAST($1 AS ${type.name === 'timestamp' ? 'TIMESTAMP' : 'TIMESTAMPTZ'})`;
  return { text: fillTemplate(`CASE WHEN isfinite($1) THEN ${shifted} ELSE ${endless} END`, [text]), type };
}

const byInterval: DuckDbRendering = ([interval, value], type) => {
  if (!interval || !value) return cannot('an argument is missing');
  const { months, days, time } = fieldsOf(interval.text);
  const refused = `error('interval time zone must not include months or days')`;
  return shiftedBy(
    `to_microseconds(CASE WHEN ${months} <> 0 OR ${days} <> 0 THEN ${refused} ELSE ${time} END)`,
    value,
    type,
  );
};

const overlaps = (endOf: (start: string, end: string) => string) => {
  const [a, b] = [endOf('$1', '$2'), endOf('$3', '$4')];
  // least leaves out NULL: a period with one end starts there, and its other end is unknown.
  const [f1, f2] = [`least($1, ${a})`, `least($3, ${b})`];
  const [t1, t2] = [
    `CASE WHEN $2 IS NOT NULL THEN greatest($1, ${a}) END`,
    `CASE WHEN $4 IS NOT NULL THEN greatest($3, ${b}) END`,
  ];
  const [e1, e2] = [t1, t2].map((end, index) => `CASE WHEN $${index * 2 + 1} IS NOT NULL THEN ${end} END`);
  const begins = (start: string, end: string, other: string) =>
    `CASE WHEN (${end}) IS NULL THEN NULL WHEN ${start} < (${end}) THEN true WHEN (${other}) IS NULL THEN NULL ELSE false END`;
  return `CASE WHEN ${f1} IS NULL OR ${f2} IS NULL THEN NULL WHEN ${f1} > ${f2} THEN ${begins(f1, e2 ?? '', e1 ?? '')} WHEN ${f1} < ${f2} THEN ${begins(f2, e1 ?? '', e2 ?? '')} WHEN (${e1}) IS NULL OR (${e2}) IS NULL THEN NULL ELSE true END`;
};

const inZone: DuckDbRendering = ([value], type, session) => ({
  text: fillTemplate(`CAST(timezone(${quotedZone(session)}, $1) AS ${type.name === 'date' ? 'DATE' : 'TIME'})`, [
    value?.text ?? 'NULL',
  ]),
  type,
});

const between = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN isfinite($1) AND isfinite($2) THEN age($1, $2) ELSE error('age of infinity is not rendered') END`;

/** Years, months and days on the wall clock. */
const age = (args: readonly Rendered[], type: SqlType, session: StatementSession): Rendered => {
  const onWall = args.map(({ text, type: { name } }) =>
    name === 'timestamptz' ? `timezone(${quotedZone(session)}, ${text})` : text,
  );
  return { text: fillTemplate(between, onWall), type };
};

/** From midnight of today. */
const ageToday: DuckDbRendering = (args, type, session) => {
  const today = `date_trunc('day', timezone(${quotedZone(session)}, CAST(${quoted(session.now)} AS TIMESTAMPTZ)))`;
  return age([{ text: today, type: { name: 'timestamp' } }, ...args], type, session);
};

/** Pairs of start and end, or of start and length. */
function overlapsOf(type: string): readonly FunctionRow[] {
  const facts = { isStrict: false, volatility: type === 'timestamptz' ? 'stable' : 'immutable' } as const;
  const end = (_start: string, other: string) => other;
  const length = (start: string, other: string) => `(${start} + ${other})`;
  const first = (start: string, other: string) => (start === '$1' ? length(start, other) : other);
  const second = (start: string, other: string) => (start === '$3' ? length(start, other) : other);
  const rendering = (endOf: typeof end) =>
    type === 'timestamp' ? overlaps(endOf) : { cannot: `OVERLAPS of ${type} with a length is not rendered` };
  return [
    ['overlaps', `${type}, ${type}, ${type}, ${type} -> bool`, overlaps(end), { isStrict: false }],
    ['overlaps', `${type}, interval, ${type}, interval -> bool`, rendering(length), facts],
    ['overlaps', `${type}, interval, ${type}, ${type} -> bool`, rendering(first), facts],
    ['overlaps', `${type}, ${type}, ${type}, interval -> bool`, rendering(second), facts],
  ];
}

const rows: readonly FunctionRow[] = [
  ['date', 'timestamp -> date', 'CAST($1 AS DATE)'],
  ['date', 'timestamptz -> date', inZone, { volatility: 'stable' }],
  [
    'make_date',
    'int4, int4, int4 -> date',
    "CASE WHEN $1 < 1 THEN error('years before 1 are not rendered') ELSE make_date($1, $2, $3) END",
  ],
  [
    'make_timestamp',
    'int4, int4, int4, int4, int4, float8 -> timestamp',
    "CASE WHEN $1 < 1 THEN error('years before 1 are not rendered') ELSE make_timestamp($1, $2, $3, $4, $5, $6) END",
  ],
  ['make_time', 'int4, int4, float8 -> time', 'make_time($1, $2, $3)'],
  ['make_timestamptz', 'int4, int4, int4, int4, int4, float8 -> timestamptz', momentMade, { volatility: 'stable' }],
  [
    'make_timestamptz',
    'int4, int4, int4, int4, int4, float8, text -> timestamptz',
    momentMade,
    { volatility: 'stable' },
  ],
  ['make_interval', '[int4, int4, int4, int4, int4, int4, float8] -> interval', intervalMade],
  ['age', 'timestamp, timestamp -> interval', age],
  ['age', ['timestamptz, timestamptz -> interval'], age],
  ['age', ['timestamp -> interval', 'timestamptz -> interval'], ageToday, { volatility: 'stable' }],
  ['timezone', ['text, timestamp -> timestamptz', 'text, timestamptz -> timestamp'], atZone],
  ['timezone', ['interval, timestamp -> timestamptz', 'interval, timestamptz -> timestamp'], byInterval],
  ...['time', 'timestamp', 'timestamptz'].flatMap(overlapsOf),
  ['isfinite', ['date -> bool', 'timestamp -> bool', 'timestamptz -> bool'], 'isfinite($1)'],
  ['isfinite', 'interval -> bool', 'CASE WHEN $1 IS NULL THEN NULL ELSE true END'],
  ['justify_hours', 'interval -> interval', justified('$1', 'hours')],
  ['justify_days', 'interval -> interval', justified('$1', 'days')],
  ['justify_interval', 'interval -> interval', justified('$1', 'both')],
  [
    'to_timestamp',
    'float8 -> timestamptz',
    "CASE WHEN isnan($1) THEN error('timestamp cannot be NaN') WHEN isinf($1) THEN CASE WHEN $1 > 0 THEN CAST('infinity' AS TIMESTAMPTZ) ELSE CAST('-infinity' AS TIMESTAMPTZ) END ELSE make_timestamptz(CAST(round_even($1 * 1000000, 0) AS BIGINT)) END",
  ],
  [
    'date_bin',
    ['interval, timestamp, timestamp -> timestamp', 'interval, timestamptz, timestamptz -> timestamptz'],
    "CASE WHEN datepart('year', $1) <> 0 OR datepart('month', $1) <> 0 THEN error('timestamps cannot be binned into intervals containing months or years') WHEN epoch_us($1) <= 0 THEN error('stride must be greater than zero') ELSE $3 + to_microseconds(CAST(floor(CAST(epoch_us($2) - epoch_us($3) AS HUGEINT) // epoch_us($1)) AS BIGINT) * epoch_us($1) - CASE WHEN epoch_us($2) < epoch_us($3) AND (epoch_us($2) - epoch_us($3)) % epoch_us($1) <> 0 THEN epoch_us($1) ELSE 0 END) END",
  ],
];

export const timeFunctions = family(rows);
