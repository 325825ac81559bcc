import {
  type AggregateCall,
  type Column,
  type ColumnId,
  columnsRead,
  type Computed,
  mapCall,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import type { SqlType } from '../types/index.ts';
import { closeUngrouped } from './close-ungrouped.ts';
import { columnScalar, fresh, type OpenPart, type ShownColumn, substitute } from './part.ts';
import type { RowFilters } from './filters/row-filters.ts';
import { scalarsOfCall } from './row-values.ts';
import type { BlockContext } from './source.ts';

interface GroupedMeasures {
  readonly open: OpenPart;
  /** Keys of the groups, over base columns. */
  readonly keys: readonly Computed<Scalar>[];
  /** The aggregate calls, over base columns. */
  readonly calls: readonly Computed<AggregateCall>[];
  readonly filters: RowFilters;
  readonly source: BlockContext;
}

/**
 * Joins measures with what the model cannot compute: aggregates over the rows of the selection, in the same groups.
 *
 * @param measured has a row for each group @param columns its columns, among them those of `keys`
 * @returns a relation with the columns of both
 */
export function besideMeasures(measured: Relation, columns: readonly Column[], beside: GroupedMeasures): Relation {
  const { keys, calls, source } = beside;
  const { numbers } = source;
  const own = new Map(columns.map((column) => [column.id, fresh(numbers, column)]));
  const ownOf = ({ id }: Column): Column => own.get(id) ?? fail();
  const left: Relation = {
    kind: 'project',
    input: measured,
    items: columns.map((column) => ({ column: ownOf(column), expression: columnScalar(column) })),
  };
  const { rows, groups: shown, over } = rowsOf(beside);
  const groups = shown.map(({ column }) => ({ column: fresh(numbers, column), expression: columnScalar(column) }));
  const values = calls.map(({ column, expression }) => ({
    column: fresh(numbers, column),
    expression: mapCall(expression, (scalar) => substitute(scalar, over)),
  }));
  const right: Relation = { kind: 'aggregate', input: rows, groups, calls: values };
  const on = groups.map(({ column }, index): Scalar => {
    const key = keys[index]?.column ?? fail();
    const sides = { left: columnScalar(ownOf(key)), right: columnScalar(column) };
    return { kind: 'distinct-from', ...sides, isNegated: true, type: bool };
  });
  const [only, ...more] = on;
  const condition = only && (more.length === 0 ? only : ({ kind: 'and', conditions: on, type: bool } as const));
  return {
    kind: 'project',
    input: {
      kind: 'join',
      join: condition ? 'left' : 'cross',
      left,
      right,
      ...(condition ? { on: condition } : {}),
      isLateral: false,
      position: beside.open.pieces[0]?.position ?? 0,
    },
    items: [
      ...columns.map((column) => ({ column, expression: columnScalar(ownOf(column)) })),
      ...calls.map(({ column }, index) => ({ column, expression: columnScalar(values[index]?.column ?? fail()) })),
    ],
  };
}

const bool: SqlType = { name: 'bool' };

/** The rows of the selection: keys, and the columns that calls read, under numbers of their own. */
function rowsOf({ open, keys, calls, filters, source }: GroupedMeasures) {
  const { numbers } = source;
  const groups = keys.map(({ column, expression }): ShownColumn => ({ column: fresh(numbers, column), expression }));
  const read = new Map<ColumnId, ShownColumn>();
  for (const id of calls.flatMap(({ expression }) => scalarsOfCall(expression)).flatMap(columnsRead)) {
    const column = open.base.get(id);
    if (column && !read.has(id)) read.set(id, { column: fresh(numbers, column), expression: columnScalar(column) });
  }
  const columns = new Map([...groups, ...read.values()].map((shown) => [shown.column.id, shown]));
  const rows = closeUngrouped({ ...open, columns }, new Set(columns.keys()), filters, source);
  const over = (id: ColumnId): Scalar | undefined => {
    const shown = read.get(id);
    return shown && columnScalar(shown.column);
  };
  return { rows, groups, over };
}

function fail(): never {
  throw new Error('a column of a group has a number of its own');
}
