import type { AggregateCall, Computed, Relation } from '../../relation/index.ts';

/** Aggregates whose value depends on the order of their rows. */
const ordered: ReadonlySet<string> = new Set(['string_agg', 'array_agg', 'json_agg', 'jsonb_agg', 'xmlagg']);

/** Removes an order below a grouping that no limit needs and that has no effect on an aggregate. */
export function withoutOrder(relation: Relation, calls: readonly Computed<AggregateCall>[]): Relation {
  const sees = calls.some(({ expression }) => ordered.has(expression.function.name) && expression.order.length === 0);
  return sees ? relation : unordered(relation);
}

/** Rows without an order that no limit needs. */
export function unordered(relation: Relation): Relation {
  switch (relation.kind) {
    case 'sort':
      return unordered(relation.input);
    case 'filter':
    case 'project':
      return { ...relation, input: unordered(relation.input) };
    case 'join':
      return { ...relation, left: unordered(relation.left), right: unordered(relation.right) };
    default:
      return relation;
  }
}
