import { functionsNamed } from '../../functions/index.ts';
import type { AggregateCall, Column, Relation, Scalar, SortKey } from '../../relation/index.ts';
import { arrayOf, isArrayName, resolveFunction } from '../../types/index.ts';
import { refuseUnsupported } from '../../refusal.ts';
import { newColumn, type StatementBinder } from '../binder.ts';

/** `ARRAY(SELECT ...)`: the values of a sub-select in its order, an empty array without rows. @throws StatementRefused */
export function arrayOfRows(binder: StatementBinder, query: Relation, { id, type }: Column, position: number): Scalar {
  const name = arrayOf(type.name);
  const resolution = resolveFunction(functionsNamed('array_agg'), [type.name]);
  if (isArrayName(type.name) || 'failure' in resolution) {
    return refuseUnsupported('sql.array-query', 'ARRAY(SELECT ...) takes values that are no arrays', position);
  }
  const { input, order } = withoutSort(query);
  const call: AggregateCall = {
    function: resolution.signature,
    arguments: [{ kind: 'column', column: id, type, position }],
    isDistinct: false,
    order,
    type: { name },
    position,
  };
  const column = newColumn(binder, 'array', { name });
  const rows: Relation = { kind: 'aggregate', input, groups: [], calls: [{ column, expression: call }] };
  const all: Scalar = { kind: 'scalar-query', query: rows, type: { name }, position };
  const none: Scalar = { kind: 'array', items: [], type: { name } };
  return { kind: 'coalesce', items: [all, none], type: { name } };
}

/** The order of rows, as an order of what is made of them. */
function withoutSort(query: Relation): { readonly input: Relation; readonly order: readonly SortKey[] } {
  if (query.kind === 'sort') return { input: query.input, order: query.by };
  const isNarrow =
    query.kind === 'project' &&
    query.items.every(({ column, expression }) => expression.kind === 'column' && expression.column === column.id);
  if (isNarrow && query.input.kind === 'sort') return { input: query.input.input, order: query.input.by };
  return { input: query, order: [] };
}
