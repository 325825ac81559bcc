import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from '../entry.ts';
import { sourceConditions } from '../source/conditions.ts';
import { limited, ruleOf, type SourceRendering, type SourceRow, sourceRules } from '../source/rules.ts';
import { sourceTarget, withKnownDecimals } from '../source/target.ts';
import type { TargetEngine, TargetForms } from '../target.ts';
import { trinoNumbers } from './numbers.ts';
import { trinoTexts } from './texts.ts';
import { trinoTimes } from './times.ts';
import { storedInTrino, trinoCast, trinoConstant } from './values.ts';

/**
 * Trino 483 compiles a condition of 300 tests, and 20,000 characters; it fails for one of 600, or of 300 with lambdas. Several
 * conditions of a statement are compiled together.
 */
const mostCharacters = 15_000;

/** Trino from version 476 on, in sessions in UTC. Functions that are not listed here may differ from PostgreSQL's. */
export function trinoTarget(session: StatementSession): TargetEngine {
  const target = withKnownDecimals(
    sourceTarget(
      {
        name: 'trino',
        session,
        stored: storedInTrino,
        constant: (type, text) => trinoConstant(type, text, session),
        cast: (operand, to, isWritten) => trinoCast(operand, to, session, isWritten),
        forms,
      },
      renderingOf,
    ),
    'Trino',
  );
  return {
    ...target,
    mostCharacters,
    branches: (construct, values) => {
      const made = target.branches(construct, values);
      if (isCannot(made)) return made;
      const isListed = values.slice(1).every(({ constant }) => constant !== undefined);
      if (construct === 'IN' && made.type.name === 'float8' && !isListed)
        return cannot('doubles that may be NaN are not found among others in Trino');
      // COALESCE takes two values at least.
      const isAlone = construct === 'COALESCE' && values.length === 1;
      return isAlone ? { ...made, texts: [...made.texts, 'NULL'] } : made;
    },
  };
}

const forms: TargetForms = {
  compared: (text) => text,
  isTruth: (operand, truth, isNegated) =>
    truth === null
      ? `${operand} IS ${isNegated ? 'NOT ' : ''}NULL`
      : `${operand} IS ${isNegated ? '' : 'NOT '}DISTINCT FROM ${String(truth).toUpperCase()}`,
  isDistinct: (one, other, isNegated) => `${one} IS ${isNegated ? 'NOT ' : ''}DISTINCT FROM ${other}`,
  // The functions of these names pass over NaN, and are NULL as soon as a value is.
  extreme: (name, texts) => {
    const sorted = `array_sort(filter(ARRAY[${texts.join(', ')}], v -> v IS NOT NULL))`;
    return limited(`element_at(${sorted}, ${name === 'least' ? 1 : -1})`);
  },
  array: () => cannot('arrays are not computed in Trino'),
};

const compared = [
  ...['bool', 'int2', 'int4', 'int8', 'numeric', 'text', 'name', 'date', 'timestamp'].map((type) => `${type}, ${type}`),
  ...['int2, int4', 'int2, int8', 'int4, int2', 'int4, int8', 'int8, int2', 'int8, int4'],
  ...['name, text', 'text, name', 'date, timestamp', 'timestamp, date'],
];

const count =
  (test: string): SourceRendering =>
  (args: readonly Rendered[]) =>
    limited(`(${args.map(({ text }) => `IF(${text} ${test}, 1, 0)`).join(' + ')})`);

const rules = sourceRules([
  ...['=', '<>', '<', '<=', '>', '>='].map((operator): SourceRow => [operator, compared, `$1 ${operator} $2`]),
  ...trinoNumbers,
  ...trinoTexts,
  ...trinoTimes,
  ...sourceConditions,
  ['num_nulls', '...any', count('IS NULL')],
  ['num_nonnulls', '...any', count('IS NOT NULL')],
]);

function renderingOf(entry: FunctionEntry): SourceRendering {
  return ruleOf(rules, entry) ?? cannot(`${entry.name} is not certain to give PostgreSQL's answer in Trino`);
}

/** Whether there is a rendering, though it may refuse some types and constants. */
export function rendersOnTrino(entry: FunctionEntry): boolean {
  return !isCannot(renderingOf(entry));
}
