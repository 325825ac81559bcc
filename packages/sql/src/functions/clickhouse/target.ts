import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from '../entry.ts';
import { ruleOf, type SourceRendering, type SourceRow, sourceRules } from '../source/rules.ts';
import { sourceTarget, withKnownDecimals } from '../source/target.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { clickhouseConstant, isConstant, isNull } from './constants.ts';
import { asTime, clickhouseMoments } from './moments.ts';
import { clickhouseNumbers, comparedDoubles } from './numbers.ts';
import { clickhouseTexts } from './texts.ts';
import { clickhouseTimes } from './times.ts';
import { clickhouseCast, storedInClickhouse } from './values.ts';

/**
 * ClickHouse 25.8 or newer, in requests as our engine sends them. Functions that are not listed here may differ from
 * PostgreSQL's.
 */
export function clickhouseTarget(session: StatementSession): TargetEngine {
  const target = withKnownDecimals(
    sourceTarget(
      {
        name: 'clickhouse',
        session,
        stored: storedInClickhouse,
        constant: (type, text) => clickhouseConstant(type, text, session),
        cast: (operand, to, isWritten) => clickhouseCast(operand, to, session, isWritten),
        forms,
      },
      renderingOf,
    ),
    'ClickHouse',
  );
  return {
    ...target,
    branches: (construct, values) => {
      const made = target.branches(construct, values);
      if (isCannot(made)) return made;
      const { scale } = made;
      const alike = scale ? made.texts.map((text) => `toDecimal256(${text}, ${scale.held})`) : made.texts;
      return { ...made, texts: construct === 'COALESCE' ? [firstOf(alike)] : alike };
    },
  };
}

/** The first value that is no NULL. The server computes all arguments of `coalesce`, and those of conditions as needed. */
function firstOf(texts: readonly string[]): string {
  const [last = '', ...others] = texts.toReversed();
  if (texts.slice(1).every((text) => isConstant(text) || isNull(text))) return `coalesce(${texts.join(', ')})`;
  const tests = others.toReversed().map((text) => `${text} IS NOT NULL, ${text}`);
  return `multiIf(${tests.join(', ')}, ${last})`;
}

function equal(one: string, other: string, type: Rendered['type']): string {
  if (type.name !== 'float8') return `${one} = ${other}`;
  const made = comparedDoubles(
    '=',
    [one, other].map((text) => ({ text, type })),
  );
  return isCannot(made) ? 'NULL' : made;
}

const forms: TargetForms = {
  compared: (text) => text,
  isTruth: (operand, truth, isNegated) => {
    const text = truth === null ? `${operand} IS NULL` : `ifNull(${truth ? '' : 'NOT '}${operand}, false)`;
    return isNegated ? `NOT (${text})` : text;
  },
  isDistinct: (one, other, isNegated, type) => {
    const text = `ifNull(${equal(one, other, type)}, ${one} IS NULL AND ${other} IS NULL)`;
    return isNegated ? text : `NOT ${text}`;
  },
  // NaN is sorted behind all numbers.
  extreme: (name, texts) => {
    const values = `arrayFilter(_v -> isNotNull(_v), [${texts.map((text) => `toNullable(${text})`).join(', ')}])`;
    return `arraySort(${values})[${name === 'least' ? 1 : -1}]`;
  },
  array: () => cannot('arrays are not written for ClickHouse'),
  // NULL in a list is nothing to the server, and a decimal is cut to the decimals of the other ones.
  isIn: (operand, items, type) => {
    const listed = type.name === 'numeric' ? [] : items.filter(isConstant);
    const others = items.filter((item) => !listed.includes(item) && !isNull(item));
    const tests = [
      ...(listed.length > 0 ? [`${operand} IN (${listed.join(', ')})`] : []),
      ...others.map((item) => equal(operand, item, type)),
      ...(items.some(isNull) ? ['CAST(NULL AS Nullable(Bool))'] : []),
    ];
    return `(${tests.join(' OR ')})`;
  },
};

const compared = [
  ...['bool', 'int2', 'int4', 'int8', 'numeric', 'text', 'date', 'timestamp'].map((type) => `${type}, ${type}`),
  ...['int2, int4', 'int2, int8', 'int4, int2', 'int4, int8', 'int8, int2', 'int8, int4'],
];
const timed = [
  'date, timestamp',
  'timestamp, date',
  'date, timestamptz',
  'timestamp, timestamptz',
  'timestamptz, date',
  'timestamptz, timestamp',
  'timestamptz, timestamptz',
];

const comparisons = ['=', '<>', '<', '<=', '>', '>='].flatMap((operator): readonly SourceRow[] => [
  [operator, compared, `$1 ${operator} $2`],
  [operator, 'float8, float8', (args) => comparedDoubles(operator, args)],
  [
    operator,
    timed,
    (args, _type, session) => {
      const read = clickhouseMoments.onClock(args, session);
      if (isCannot(read)) return read;
      const texts = read.map(({ text, type }) => (type.name === 'date' ? asTime(text) : text));
      return `(${texts.join(` ${operator} `)})`;
    },
  ],
]);

const count =
  (test: string): SourceRendering =>
  (args: readonly Rendered[]) =>
    `toInt32(${args.map(({ text }) => `(${text} ${test})`).join(' + ')})`;

const orElse: SourceRendering = (args) => firstOf(args.map(({ text }) => text));

const rules = sourceRules([
  ...comparisons,
  ...clickhouseNumbers,
  ...clickhouseTexts,
  ...clickhouseTimes,
  ['if', 'bool, anycompatible, anycompatible', 'CASE WHEN $1 THEN $2 ELSE $3 END'],
  ['ifnull isnull nvl', 'anycompatible, anycompatible', orElse],
  ['isnull', 'any', '$1 IS NULL'],
  ['num_nulls', '...any', count('IS NULL')],
  ['num_nonnulls', '...any', count('IS NOT NULL')],
]);

function renderingOf(entry: FunctionEntry): SourceRendering {
  return ruleOf(rules, entry) ?? cannot(`${entry.name} is not certain to give PostgreSQL's answer in ClickHouse`);
}

/** Whether there is a rendering, though it may refuse some types and constants. */
export function rendersOnClickhouse(entry: FunctionEntry): boolean {
  return !isCannot(renderingOf(entry));
}
