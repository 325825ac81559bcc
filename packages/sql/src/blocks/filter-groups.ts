import type { MemberId, QueryFilter } from '@orrery/semantic';
import { type Column, type ColumnId, columnsRead, type Relation, type Scalar, conjuncts } from '../relation/index.ts';
import { memberFilter } from './filters/member-filter.ts';
import type { BaseColumn } from './part.ts';

type GroupedProject = Extract<Relation, { kind: 'project' }> & { readonly input: Extract<Relation, { kind: 'block' }> };

/**
 * Applies a condition above a relation. Tests of the measures of a grouped block restrict the groups of its query; a
 * measure that nothing else reads is left out.
 *
 * @param needed columns that somebody reads above
 */
export function filterGroups(input: Relation, condition: Scalar, needed: ReadonlySet<ColumnId>): Relation {
  const own = conjuncts(condition);
  const base = isGrouped(input) ? measuresOf(input) : new Map<ColumnId, BaseColumn>();
  const made = own.map((one) => memberFilter(one, { base, tests: 'measure' }));
  const inside = made.filter((one) => one !== undefined);
  if (!isGrouped(input) || inside.length === 0) return { kind: 'filter', input, condition };
  const above = own.filter((_, index) => made[index] === undefined);
  const read = new Set([...needed, ...above.flatMap(columnsRead)]);
  const filtered = restricted(input, inside, read);
  return above.reduce<Relation>((relation, one) => ({ kind: 'filter', input: relation, condition: one }), filtered);
}

function isGrouped(relation: Relation): relation is GroupedProject {
  return (
    relation.kind === 'project' && relation.input.kind === 'block' && relation.input.block.query.ungrouped !== true
  );
}

/** Columns that are measures of the query as they are. */
function measuresOf({ items, input }: GroupedProject): ReadonlyMap<ColumnId, BaseColumn> {
  const { block, columns } = input;
  const [piece] = block.pieces;
  return new Map(
    items.flatMap(({ column, expression }): [ColumnId, BaseColumn][] => {
      const at = expression.kind === 'column' ? columns.findIndex(({ id }) => id === expression.column) : -1;
      const name = block.outputs[at]?.name;
      const member = block.query.measures.find((item) => typeof item === 'string' && item === name);
      if (member === undefined || piece === undefined) return [];
      return [[column.id, { ...column, piece, role: { kind: 'measure', member: member as MemberId } }]];
    }),
  );
}

function restricted(
  { items, input, kind }: GroupedProject,
  filters: readonly QueryFilter[],
  read: ReadonlySet<ColumnId>,
) {
  const { block, columns } = input;
  const shown = items.filter(({ column }) => read.has(column.id));
  const kept = shown.length > 0 ? shown : items.slice(0, 1);
  const used = new Set(kept.flatMap(({ expression }) => columnsRead(expression)));
  const isLeftOut = (column: Column, index: number) =>
    !used.has(column.id) && block.query.measures.some((item) => item === block.outputs[index]?.name);
  const outputs = block.outputs.filter((_, index) => !isLeftOut(columns[index] as Column, index));
  const names = new Set(outputs.map(({ name }) => name));
  const query = {
    ...block.query,
    measures: block.query.measures.filter((item) => typeof item !== 'string' || names.has(item)),
    filters: [...block.query.filters, ...filters],
  };
  return {
    kind,
    items: kept,
    input: {
      ...input,
      block: { ...block, query, outputs },
      columns: columns.filter((column, index) => !isLeftOut(column, index)),
    },
  };
}
