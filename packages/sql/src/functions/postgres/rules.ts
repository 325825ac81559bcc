import { cannot } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';
import { filled, type SourceRendering, type SourceRow, sourceRules } from '../source/rules.ts';
import { capital, caseless, joined, lowered, shown } from './texts.ts';
import {
  added,
  boundaries,
  formatted,
  moved,
  now,
  ofField,
  onWall,
  part,
  today,
  truncated,
  walled,
  zoneOf,
} from './times.ts';
import { byCodePoint } from './values.ts';

const setting =
  (text: (session: StatementSession) => string): SourceRendering =>
  (_args, _type, session) =>
    text(session);

const texts = ['text', 'varchar', 'bpchar', 'name'];
const pairs = [
  'text, text',
  'bpchar, bpchar',
  'name, name',
  'name, text',
  'text, name',
  'bpchar, text',
  'name, bpchar',
];
const zoned = ['date, timestamptz', 'timestamp, timestamptz', 'timestamptz, date', 'timestamptz, timestamp'];
const dated = ['date', 'timestamp', 'timestamptz'];
const clocked = ['timestamp', 'time', 'timestamptz'];
const comparisons = ['=', '<>', '<', '<=', '>', '>='].flatMap((operator): readonly SourceRow[] => [
  [operator, pairs, ([one, other]) => `(${byCodePoint(one?.text ?? '')} ${operator} ${other?.text})`],
  [
    operator,
    zoned,
    (args, _type, session) => {
      const moments = args.map((arg) =>
        arg.type.name === 'timestamptz' ? arg.text : `timezone(${zoneOf(session)}, CAST(${arg.text} AS timestamp))`,
      );
      return `(${moments.join(` ${operator} `)})`;
    },
  ],
]);

/** The functions that depend on settings of the server, and those of other products. */
export const postgresRules = sourceRules([
  ...comparisons,
  ['now current_timestamp transaction_timestamp statement_timestamp clock_timestamp', '', setting(now)],
  ['localtimestamp', '', setting(today)],
  ['current_date', '', setting((session) => `CAST(${today(session)} AS date)`)],
  ['localtime', '', setting((session) => `CAST(${today(session)} AS time)`)],
  ['current_user session_user user', '', setting(({ user }) => `CAST(${quoted(user)} AS name)`)],
  ['current_database current_catalog', '', setting(({ database }) => `CAST(${quoted(database)} AS name)`)],
  ['current_schema', '', "CAST('public' AS name)"],
  ['date', ['timestamptz'], walled('CAST($1 AS date)')],
  ['age', ['timestamp, timestamp', 'timestamptz, timestamptz'], walled('age($1, $2)')],
  [
    'age',
    dated,
    (args, _type, session) =>
      filled(
        `age(date_trunc('day', ${today(session)}), $1)`,
        args.map((arg) => onWall(arg, session)),
      ),
  ],
  [
    'extract',
    ['text, date', 'text, timestamp', 'text, timestamptz', 'text, time', 'text, interval'],
    ofField('"extract"'),
  ],
  [
    'date_part',
    ['text, date', 'text, timestamp', 'text, timestamptz', 'text, time', 'text, interval'],
    ofField('date_part'),
  ],
  ['date_trunc', ['text, timestamp', 'text, interval', 'text, timestamptz', 'text, timestamptz, text'], truncated],
  ['+', 'timestamptz, interval', moved('+')],
  ['+', 'interval, timestamptz', moved('+', true)],
  ['-', 'timestamptz, interval', moved('-')],
  ['to_char', ['timestamp, text', 'timestamptz, text'], formatted('to_char', /tm|tz|of/i)],
  [
    'to_char',
    ['int4, text', 'int8, text', 'float4, text', 'float8, text', 'numeric, text'],
    formatted('to_char', /[dgl]/i),
  ],
  ['to_date', 'text, text', formatted('to_date', /tm|tz|of/i)],
  ['to_timestamp', 'text, text', formatted('to_timestamp', /tm|tz|of/i)],
  ['to_number', 'text, text', formatted('to_number', /[dgl]/i)],
  ['||', ['anynonarray, text', 'text, anynonarray'], joined],
  ['concat', '...any', shown('concat')],
  ['concat_ws', 'text, ...any', shown('concat_ws')],
  ['lower lcase', 'text', ([text]) => lowered(text?.text ?? '')],
  ['upper ucase', 'text', ([text]) => capital(text?.text ?? '')],
  ['~~*', texts.map((type) => `${type}, text`), caseless('LIKE')],
  ['!~~*', texts.map((type) => `${type}, text`), caseless('NOT LIKE')],
  ['initcap', 'text', cannot('initcap depends on the collation of the data source')],
  ['if', 'bool, anycompatible, anycompatible', 'CASE WHEN $1 THEN $2 ELSE $3 END'],
  ['ifnull isnull nvl', 'anycompatible, anycompatible', 'coalesce($1, $2)'],
  ['isnull', 'any', '$1 IS NULL'],
  [
    'datediff date_diff',
    ['text, date, date', 'text, timestamp, timestamp', 'text, timestamptz, timestamptz'],
    boundaries,
  ],
  [
    'datediff',
    ['date, date', 'timestamp, timestamp', 'timestamptz, timestamptz'],
    walled('CAST($1 AS date) - CAST($2 AS date)'),
  ],
  ['dateadd', ['text, int4, date', 'text, int4, timestamp', 'text, int4, timestamptz'], added],
  ['date_add', ['date, interval', 'timestamp, interval', 'timestamptz, interval'], walled('$1 + $2')],
  ['date_sub', ['date, interval', 'timestamp, interval', 'timestamptz, interval'], walled('$1 - $2')],
  ['charindex locate', 'text, text', 'strpos($2, $1)'],
  ['instr', 'text, text', 'strpos($1, $2)'],
  ['ends_with', 'text, text', 'right($1, length($2)) = $2'],
  ['year', dated, part('year')],
  ['quarter', dated, part('quarter')],
  ['month', dated, part('month')],
  ['day dayofmonth', dated, part('day')],
  ['dayofyear', dated, part('doy')],
  ['dayofweek', dated, part('dow', ' + 1')],
  ['hour', clocked, part('hour')],
  ['minute', clocked, part('minute')],
  ['second', clocked, walled("CAST(trunc(date_part('second', $1)) AS int4)")],
]);
