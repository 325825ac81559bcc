import type { Query, QueryFilter } from '@orrery/semantic';
import {
  type Column,
  type ColumnId,
  type Computed,
  columnsRead,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';
import { type BaseColumn, columnScalar, fresh, type Numbers, type Open, substitute } from './part.ts';
import type { RowFilters } from './row-filters.ts';

/**
 * The rows of a selection without aggregation: a row for each row of its source. What the model cannot test or compute
 * is done above it.
 *
 * @param needed columns that somebody reads
 */
export function closeUngrouped(
  open: Open,
  needed: ReadonlySet<ColumnId>,
  filters: RowFilters,
  numbers: Numbers,
): Relation {
  const shown = [...open.columns.values()].filter(({ column }) => needed.has(column.id));
  const wanted = [...shown.map(({ expression }) => expression), ...filters.above].flatMap(columnsRead);
  const members = membersOf(open, wanted);
  const block = blockOf(open, members.length > 0 ? members : [fillerOf(open)], filters, numbers);
  const over = (scalar: Scalar) => substitute(scalar, (id) => block.scalars.get(id));
  const conditions = filters.above.map(over);
  const rows = conditions.reduce<Relation>(
    (input, condition) => ({ kind: 'filter', input, condition }),
    block.relation,
  );
  const items = shown.map(({ column, expression }): Computed<Scalar> => ({ column, expression: over(expression) }));
  return { kind: 'project', input: rows, items };
}

/** Base columns that stand for members. */
function membersOf(open: Open, wanted: readonly ColumnId[]): readonly BaseColumn[] {
  return [...new Set(wanted)].flatMap((id) => {
    const column = open.base.get(id);
    return column && isOfMember(column) ? [column] : [];
  });
}

function isOfMember({ role }: BaseColumn): boolean {
  return role.kind === 'dimension' || role.kind === 'measure';
}

/** A column that makes rows where none is asked for. */
function fillerOf(open: Open): BaseColumn {
  const all = [...open.base.values()];
  const found = all.find(({ role }) => role.kind === 'dimension') ?? all.find(({ role }) => role.kind === 'measure');
  return found ?? refusePlan('sql.no-columns', `'${open.pieces[0]?.piece}' has no column that makes rows`);
}

function blockOf(open: Open, members: readonly BaseColumn[], filters: RowFilters, numbers: Numbers) {
  const named = members.map((column) => ({ column, name: nameOf(column), own: fresh(numbers, column) }));
  const query: Query = {
    ...queryOver(open, filters),
    measures: named.flatMap(({ column, name }) => (column.role.kind === 'measure' ? [name] : [])),
    dimensions: named.flatMap(({ column, name }) => (column.role.kind === 'dimension' ? [name] : [])),
    ungrouped: true,
  };
  const columns: readonly Column[] = named.map(({ own }) => own);
  const relation: Relation = {
    kind: 'block',
    block: {
      query,
      outputs: named.map(({ name }) => ({ name })),
      pieces: open.pieces.map(({ piece }) => piece),
      position: open.pieces[0]?.position ?? 0,
    },
    columns,
  };
  const scalars = new Map(named.map(({ column, own }) => [column.id, columnScalar(own)]));
  // What stands for no member has no value in a row.
  for (const column of open.base.values()) {
    if (!isOfMember(column)) scalars.set(column.id, { kind: 'constant', value: null, type: column.type });
  }
  return { relation, scalars };
}

/** The parts of a query that its rows come from. */
export function queryOver({ joinHints }: Open, { inside, segments, timeDimensions }: RowFilters) {
  const filters: readonly QueryFilter[] = inside;
  return { segments, timeDimensions, filters, order: [], joinHints };
}

/** The member behind a column, as queries name it. */
export function nameOf({ role }: BaseColumn): string {
  if ('member' in role) return role.member;
  throw new Error(`a ${role.kind} column stands for no member`);
}
