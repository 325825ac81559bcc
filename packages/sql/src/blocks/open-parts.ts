import {
  type Column,
  type ColumnId,
  columnsRead,
  type Computed,
  mapScalars,
  mapScalarsOf,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import {
  type BaseColumn,
  columnScalar,
  fresh,
  type NewColumns,
  type OpenPart,
  type ShownColumn,
  substitute,
} from './part.ts';

/** Whether a condition reads a column of the select around a sub-query. */
export function isCorrelated({ filters, base }: OpenPart): boolean {
  return filters.flatMap(columnsRead).some((id) => !base.has(id));
}

/** Chosen columns of chosen columns are one choice. */
export function projected(input: Relation, items: readonly Computed<Scalar>[]): Relation {
  if (input.kind !== 'project' || !input.items.every(({ expression }) => expression.kind === 'column')) {
    return { kind: 'project', input, items };
  }
  const inner = new Map(input.items.map(({ column, expression }) => [column.id, expression]));
  const moved = items.map((item) => ({ ...item, expression: substitute(item.expression, (id) => inner.get(id)) }));
  return { kind: 'project', input: input.input, items: moved };
}

/** Whether a selection shows a measure. */
export function hasMeasure({ columns, base }: OpenPart): boolean {
  return [...columns.values()]
    .flatMap(({ expression }) => columnsRead(expression))
    .some((id) => base.get(id)?.role.kind === 'measure');
}

/** All of a cube or view. */
export function openPiece({ piece, columns, position }: Extract<Relation, { kind: 'piece' }>): OpenPart {
  return {
    kind: 'open',
    pieces: [{ piece, position }],
    joinHints: [],
    listed: [],
    filters: [],
    base: new Map(columns.map((column): [ColumnId, BaseColumn] => [column.id, { ...column, piece }])),
    columns: new Map(columns.map((column) => [column.id, { column, expression: columnScalar(column) }])),
  };
}

/** A selection under other numbers, since it may be read several times. */
export function renamed(
  open: OpenPart,
  own: readonly Column[],
  columns: readonly Column[],
  numbers: NewColumns,
): OpenPart {
  const base = new Map<ColumnId, { readonly old: BaseColumn; readonly made: BaseColumn }>();
  for (const old of open.base.values()) base.set(old.id, { old, made: { ...old, ...fresh(numbers, old) } });
  const moved = (scalar: Scalar): Scalar => {
    if (scalar.kind === 'column') return { ...scalar, column: base.get(scalar.column)?.made.id ?? scalar.column };
    return mapScalars(scalar, moved, (query) => mapScalarsOf(query, moved));
  };
  const shown = own.flatMap((column, index): [ColumnId, ShownColumn][] => {
    const [found, target] = [open.columns.get(column.id), columns[index]];
    return found && target ? [[target.id, { column: target, expression: moved(found.expression) }]] : [];
  });
  return {
    ...open,
    filters: open.filters.map(moved),
    base: new Map([...base.values()].map(({ made }) => [made.id, made])),
    columns: new Map(shown),
  };
}
