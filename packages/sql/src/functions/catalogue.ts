import { aggregates } from './aggregate/aggregates.ts';
import { groupingFunctions, modelAggregates } from './aggregate/of-model.ts';
import { windowFunctions } from './aggregate/windows.ts';
import type { FunctionEntry } from './entry.ts';
import { arithmeticOperators } from './operators/arithmetic.ts';
import { comparisonOperators } from './operators/comparison.ts';
import { textOperators } from './operators/texts.ts';
import { timeOperators } from './operators/times.ts';
import { absentReason } from './absent.ts';
import { arrayFunctions } from './scalar/arrays.ts';
import { catalogFunctions } from './scalar/catalog.ts';
import { conditionFunctions } from './scalar/conditions.ts';
import { extractFunctions } from './scalar/extract.ts';
import { formatFunctions } from './scalar/formats.ts';
import { foreignFunctions } from './scalar/foreign.ts';
import { foreignTimeFunctions } from './scalar/foreign-times.ts';
import { jsonFunctions } from './scalar/json.ts';
import { mathFunctions } from './scalar/math.ts';
import { patternFunctions } from './scalar/patterns.ts';
import { quotingFunctions } from './scalar/quoting.ts';
import { setFunctions } from './scalar/sets.ts';
import { systemFunctions } from './scalar/system.ts';
import { textFunctions } from './scalar/texts.ts';
import { timeFunctions } from './scalar/times.ts';
import { truncFunctions } from './scalar/trunc.ts';

const functions = byName([
  ...textFunctions,
  ...patternFunctions,
  ...mathFunctions,
  ...timeFunctions,
  ...extractFunctions,
  ...truncFunctions,
  ...conditionFunctions,
  ...arrayFunctions,
  ...systemFunctions,
  ...catalogFunctions,
  ...setFunctions,
  ...formatFunctions,
  ...quotingFunctions,
  ...jsonFunctions,
  ...foreignFunctions,
  ...foreignTimeFunctions,
  ...aggregates,
  ...modelAggregates,
  ...groupingFunctions,
  ...windowFunctions,
]);

const operators = byName([...comparisonOperators, ...arithmeticOperators, ...timeOperators, ...textOperators]);

function byName(entries: readonly FunctionEntry[]): ReadonlyMap<string, readonly FunctionEntry[]> {
  return Map.groupBy(entries, ({ name }) => name);
}

/** All signatures of a function. @param name in lower case, without schema */
export function functionsNamed(name: string): readonly FunctionEntry[] {
  return functions.get(name) ?? [];
}

/** All signatures of an operator as PostgreSQL's parser names it: LIKE is `~~`, `!=` is `<>`. */
export function operatorsNamed(name: string): readonly FunctionEntry[] {
  return operators.get(name) ?? [];
}

/** Every entry, for the list of capabilities. */
export function allEntries(): {
  readonly functions: readonly FunctionEntry[];
  readonly operators: readonly FunctionEntry[];
} {
  return { functions: [...functions.values()].flat(), operators: [...operators.values()].flat() };
}

/** Why a function of PostgreSQL is refused by name, when it is. */
export function refusalOf(name: string): string | undefined {
  return functions.has(name) ? undefined : absentReason(name);
}
