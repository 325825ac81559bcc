import { type WireFilter, type WireProblem, type WireQuery, wireQuerySchema } from '@orrery/contract';
import { InvalidQuery } from './invalid-query.ts';
import { filterFault } from './filter-fault.ts';
import { shapeProblems } from './shape-problem.ts';

/** The order problems are reported in; unknown keys come last. */
const keyOrder = new Map(Object.keys(wireQuerySchema.shape).map((key, position) => [key, position]));

const operatorsWithoutValues: ReadonlySet<string> = new Set(['set', 'notSet', 'measureFilter']);

/**
 * Reads the JSON query of a caller.
 *
 * @throws InvalidQuery with everything that is wrong with its shape, in the contract's order
 */
export function checkQuery(raw: unknown): WireQuery {
  const faults = filterProblems(raw);
  const outcome = wireQuerySchema.safeParse(faults.length > 0 ? withoutFilters(raw) : raw, { reportInput: true });
  const shape = outcome.success ? [] : outcome.error.issues.flatMap((issue) => shapeProblems(issue));
  if (outcome.success && faults.length === 0) {
    const meaning = meaningProblems(outcome.data);
    if (meaning.length > 0) throw new InvalidQuery(meaning);
    return outcome.data;
  }
  const problems = [...shape, ...faults].sort((one, other) => position(one) - position(other));
  throw new InvalidQuery(problems);
}

function filterProblems(raw: unknown): readonly WireProblem[] {
  const filters = typeof raw === 'object' && raw !== null && 'filters' in raw ? raw.filters : undefined;
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter, index): WireProblem[] => {
    const hint = filterFault(filter);
    if (hint === undefined) return [];
    const path = `filters[${index}]`;
    const message = `Invalid query format: "${path}" does not match any of the allowed types`;
    return [{ code: 'request.invalid-filter', message, path, hint }];
  });
}

function withoutFilters(raw: unknown): unknown {
  return { ...(raw as object), filters: [] };
}

function position(problem: WireProblem): number {
  const key = problem.path?.split(/[.[]/, 1)[0] ?? '';
  return keyOrder.get(key) ?? keyOrder.size;
}

/** What a well-formed query can still lack. */
function meaningProblems(query: WireQuery): readonly WireProblem[] {
  return [...emptyProblems(query), ...missingValues(query.filters ?? [], 'filters'), ...notServed(query)];
}

function emptyProblems(query: WireQuery): readonly WireProblem[] {
  const selects =
    query.measures?.length ||
    query.dimensions?.length ||
    query.timeDimensions?.some((dimension) => dimension.granularity !== undefined);
  if (selects) return [];
  const message =
    'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid';
  return [{ code: 'request.empty-query', message }];
}

function missingValues(filters: readonly WireFilter[], path: string): readonly WireProblem[] {
  return filters.flatMap((filter, index): readonly WireProblem[] => {
    const place = `${path}[${index}]`;
    if ('or' in filter) return missingValues(filter.or, `${place}.or`);
    if ('and' in filter) return missingValues(filter.and, `${place}.and`);
    if (filter.values?.length || operatorsWithoutValues.has(filter.operator)) return [];
    const message = `Values required for filter: ${JSON.stringify(filter)}`;
    return [{ code: 'request.values-required', message, path: `${place}.values` }];
  });
}

function notServed(query: WireQuery): readonly WireProblem[] {
  if (query.joinHints === undefined || query.joinHints.length === 0) return [];
  const message = 'Invalid query format: "joinHints" is not served yet';
  return [{ code: 'request.not-served', message, path: 'joinHints' }];
}
