import { type WireProblem, type WireQuery, wireQuerySchema } from '@orrery/contract';
import { InvalidQuery, maxProblems } from './invalid-query.ts';
import { filterFault } from './filter-fault.ts';
import { requestProblem } from './request-problem.ts';
import { shapeProblems } from './shape-problem.ts';

/** The order problems are reported in; unknown keys come last. */
const keyOrder = new Map(Object.keys(wireQuerySchema.shape).map((key, position) => [key, position]));

/**
 * Validates the JSON query of a caller.
 *
 * @throws InvalidQuery with every problem of its shape, in the contract's order, and with the valid part of the query,
 * which the model can still check
 */
export function checkQuery(given: unknown): WireQuery {
  const raw = withoutMoreUnknownKeys(given);
  const faults = filterProblems(raw);
  const outcome = wireQuerySchema.safeParse(faults.length > 0 ? without(raw, ['filters']) : raw, { reportInput: true });
  const shape = outcome.success ? [] : outcome.error.issues.flatMap((issue) => shapeProblems(issue));
  if (outcome.success && shape.length === 0 && faults.length === 0) return outcome.data;
  const problems = [...shape, ...faults].sort((one, other) => position(one) - position(other));
  const sound = wireQuerySchema.safeParse(without(raw, problems.map(topLevelKey)));
  throw new InvalidQuery(problems, sound.success ? { soundPart: sound.data } : {});
}

function filterProblems(raw: unknown): readonly WireProblem[] {
  const filters = typeof raw === 'object' && raw !== null && 'filters' in raw ? raw.filters : undefined;
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter, index): WireProblem[] => {
    const hint = filterFault(filter);
    if (hint === undefined) return [];
    const path = `filters[${index}]`;
    const message = `Invalid query format: "${path}" does not match any of the allowed types`;
    return [requestProblem('request.invalid-filter', message, { path, hint })];
  });
}

function without(raw: unknown, keys: readonly string[]): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !dropped.has(key)));
}

/** Keeps only as many unknown keys as are reported; the schema builds a message of all of them. */
function withoutMoreUnknownKeys(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const unknown = Object.keys(raw).filter((key) => !keyOrder.has(key));
  return unknown.length > maxProblems ? without(raw, unknown.slice(maxProblems)) : raw;
}

function topLevelKey({ path }: WireProblem): string {
  return path?.split(/[.[]/, 1)[0] ?? '';
}

function position(problem: WireProblem): number {
  return keyOrder.get(topLevelKey(problem)) ?? keyOrder.size;
}
