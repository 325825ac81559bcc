import { quotedZone } from '../duckdb/cast.ts';
import type { SqlType } from '../../types/index.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering, Session } from '../entry.ts';
import { family, type Row } from '../family.ts';

const unready = { cannot: 'this function of times is not rendered' };

/** A zone that is a constant name of the zone database, or an offset is refused. */
const atZone: DuckDbRendering = ([zone, value], type) => {
  const name = zone?.constant;
  if (name === undefined || name === null || !value) return cannot('the zone must be a constant');
  if (!/^(?:[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+|UTC|GMT)$/i.test(name))
    return cannot(`write the zone ${name} by its full name, as Europe/Berlin`);
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

const inZone: DuckDbRendering = ([value], type, session) => ({
  text: fillTemplate(`CAST(timezone(${quotedZone(session)}, $1) AS ${type.name === 'date' ? 'DATE' : 'TIME'})`, [
    value?.text ?? 'NULL',
  ]),
  type,
});

const time = "(datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))";
const months = "(datepart('year', $1) * 12 + datepart('month', $1))";
const days = "datepart('day', $1)";
const justifiedHours = (extra = '0') =>
  `to_months(CAST(${months} AS INTEGER)) + to_days(CAST(${days} + ${time} // 86400000000 + ${extra} AS INTEGER)) + to_microseconds(${time} % 86400000000)`;

const between = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN isfinite($1) AND isfinite($2) THEN age($1, $2) ELSE error('age of infinity is not rendered') END`;

/** Years, months and days on the wall clock. */
const age = (args: readonly Rendered[], type: SqlType, session: Session): Rendered => {
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

const rows: readonly Row[] = [
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
  [
    'make_timestamptz',
    [
      'int4, int4, int4, int4, int4, float8 -> timestamptz',
      'int4, int4, int4, int4, int4, float8, text -> timestamptz',
    ],
    unready,
    { volatility: 'stable' },
  ],
  ['make_interval', '[int4, int4, int4, int4, int4, int4, float8] -> interval', unready],
  ['age', 'timestamp, timestamp -> interval', age],
  ['age', ['timestamptz, timestamptz -> interval'], age],
  ['age', ['timestamp -> interval', 'timestamptz -> interval'], ageToday, { volatility: 'stable' }],
  ['timezone', ['text, timestamp -> timestamptz', 'text, timestamptz -> timestamp'], atZone],
  [
    'timezone',
    ['interval, timestamp -> timestamptz', 'interval, timestamptz -> timestamp'],
    { cannot: 'write the zone by its full name' },
  ],
  ['isfinite', ['date -> bool', 'timestamp -> bool', 'timestamptz -> bool'], 'isfinite($1)'],
  ['isfinite', 'interval -> bool', 'CASE WHEN $1 IS NULL THEN NULL ELSE true END'],
  [
    'justify_hours',
    'interval -> interval',
    `CASE WHEN ${days} * ${time} < 0 THEN error('justify_hours of mixed signs is not rendered') ELSE ${justifiedHours()} END`,
  ],
  ['justify_days justify_interval', 'interval -> interval', unready],
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
