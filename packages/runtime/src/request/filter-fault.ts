import { memberName, wireFilterOperators } from '@orrery/contract';
import { hintForOperator } from '@orrery/semantic';

const operators: ReadonlySet<string> = new Set(wireFilterOperators);

/** Returns advice on a malformed filter; `undefined` when its shape is right. */
export function filterFault(filter: unknown): string | undefined {
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
