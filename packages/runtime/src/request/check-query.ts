import { type WireProblem, type WireQuery, wireQuerySchema, memberName } from '@orrery/contract';
import { filterOperators, isRecord } from '@orrery/kernel';
import { InvalidQuery, maxProblems } from './invalid-query.ts';
import { requestProblem } from './request-problem.ts';
import { shapeProblems } from './shape-problem.ts';
import { hintForOperator } from '@orrery/semantic';

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

const operators: ReadonlySet<string> = new Set(filterOperators);

/** Returns advice on a malformed filter; `undefined` when its shape is right. */
function filterFault(filter: unknown): string | undefined {
  if (!isRecord(filter))
    return 'A filter is an object: {"member", "operator", "values"}, {"or": [...]} or {"and": [...]}';
  const keys = Object.keys(filter);
  if (keys.includes('or') || keys.includes('and')) return groupFault(filter, keys);
  const unknown = keys.find((key) => !['member', 'dimension', 'per', 'operator', 'values'].includes(key));
  if (unknown !== undefined) return `A filter has no "${unknown}"`;
  if (keys.includes('member') && keys.includes('dimension')) return 'Give "member" or "dimension", not both';
  const member = filter['member'] ?? filter['dimension'];
  if (!memberName.safeParse(member).success) return 'A filter needs a "member" such as "orders.status"';
  if (keys.includes('per')) {
    if (keys.includes('dimension')) return '"per" stands beside "member", which names a measure';
    if (!memberName.safeParse(filter['per']).success) return '"per" names a dimension such as "customers.id"';
  }
  return operatorFault(filter['operator']) ?? valuesFault(filter['values']);
}

function groupFault(group: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  if (keys.length > 1) return 'A group has one key, "or" or "and"';
  const parts = group['or'] ?? group['and'];
  if (!Array.isArray(parts)) return 'A group holds an array of filters';
  for (const part of parts) {
    const fault = filterFault(part);
    if (fault) return fault;
  }
  return undefined;
}

function operatorFault(operator: unknown): string | undefined {
  if (typeof operator !== 'string') return 'A filter needs an "operator" such as "equals"';
  if (operators.has(operator)) return undefined;
  return hintForOperator(operator, (near) => `"${near}"`);
}

function valuesFault(values: unknown): string | undefined {
  if (values === undefined) return undefined;
  if (!Array.isArray(values)) return '"values" is an array';
  return values.some((value) => typeof value === 'object' && value !== null)
    ? '"values" holds texts, numbers, booleans and nulls'
    : undefined;
}
