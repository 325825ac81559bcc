import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from '../entry.ts';
import { sourceConditions } from '../source/conditions.ts';
import { ruleOf, type SourceRendering, type SourceRow, sourceRules } from '../source/rules.ts';
import { sourceTarget, withKnownDecimals } from '../source/target.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { mysqlMoments } from './moments.ts';
import { mysqlNumbers } from './numbers.ts';
import { mysqlTexts } from './texts.ts';
import { mysqlTimes } from './times.ts';
import { mysqlCast, mysqlConstant, storedInMysql } from './values.ts';

/**
 * MariaDB and MySQL, in sessions as our engine sets them up: texts are compared by code point, `||` joins them, a
 * warning is an error. Functions that are not listed here may differ from PostgreSQL's.
 */
export function mysqlTarget(session: StatementSession): TargetEngine {
  const target = sourceTarget(
    {
      name: 'mysql',
      session,
      stored: storedInMysql,
      constant: (type, text) => mysqlConstant(type, text, session),
      cast: (operand, to, isWritten) => mysqlCast(operand, to, session, isWritten),
      forms,
    },
    renderingOf,
  );
  return withKnownDecimals(target, 'MySQL');
}

/** Each value is written as often as there are values. */
const mostCompared = 8;

/** Values in the order of the arguments, the first that is no NULL: NULL is skipped, as MySQL does not. */
function rotations(texts: readonly string[]): readonly string[] {
  return texts.map((_, at) => `COALESCE(${[...texts.slice(at), ...texts.slice(0, at)].join(', ')})`);
}

const forms: TargetForms = {
  compared: (text) => text,
  isTruth: (operand, truth, isNegated) =>
    `${operand} IS ${isNegated ? 'NOT ' : ''}${truth === null ? 'UNKNOWN' : String(truth).toUpperCase()}`,
  isDistinct: (one, other, isNegated) => (isNegated ? `${one} <=> ${other}` : `NOT (${one} <=> ${other})`),
  extreme: (name, texts) => {
    if (texts.length > mostCompared) return cannot(`${name} takes ${mostCompared} values at most in MySQL`);
    return texts.length === 1 ? `${texts[0]}` : `${name.toUpperCase()}(${rotations(texts).join(', ')})`;
  },
  array: () => cannot('MySQL has no arrays'),
};

const compared = [
  ...['bool', 'int2', 'int4', 'int8', 'float8', 'numeric', 'text', 'name', 'date', 'timestamp'].map(
    (type) => `${type}, ${type}`,
  ),
  ...['int2, int4', 'int2, int8', 'int4, int2', 'int4, int8', 'int8, int2', 'int8, int4'],
  ...['name, text', 'text, name', 'date, timestamp', 'timestamp, date'],
];
const zoned = [
  'date, timestamptz',
  'timestamp, timestamptz',
  'timestamptz, date',
  'timestamptz, timestamp',
  'timestamptz, timestamptz',
];

const comparisons = ['=', '<>', '<', '<=', '>', '>='].flatMap((operator): readonly SourceRow[] => [
  [operator, compared, `$1 ${operator} $2`],
  [
    operator,
    zoned,
    (args, _type, session) => {
      const read = mysqlMoments.onClock(args, session);
      return isCannot(read) ? read : `(${read.map(({ text }) => text).join(` ${operator} `)})`;
    },
  ],
]);

const count =
  (test: string): SourceRendering =>
  (args: readonly Rendered[]) =>
    `(${args.map(({ text }) => `(${text} ${test})`).join(' + ')})`;

const rules = sourceRules([
  ...comparisons,
  ...mysqlNumbers,
  ...mysqlTexts,
  ...mysqlTimes,
  ...sourceConditions,
  ['num_nulls', '...any', count('IS NULL')],
  ['num_nonnulls', '...any', count('IS NOT NULL')],
]);

function renderingOf(entry: FunctionEntry): SourceRendering {
  return ruleOf(rules, entry) ?? cannot(`${entry.name} is not certain to give PostgreSQL's answer in MySQL`);
}

/** Whether there is a rendering, though it may refuse some types and constants. */
export function rendersOnMysql(entry: FunctionEntry): boolean {
  return !isCannot(renderingOf(entry));
}
