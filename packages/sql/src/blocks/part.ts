import type { CubeName } from '@orrery/semantic';
import type { Column, ColumnId, Computed, PieceColumn, Relation, Scalar } from '../relation/index.ts';
import { columnsRead, mapScalars, mapScalarsOf, hasQuery } from '../relation/index.ts';

/** A column of a cube or view, and which one. */
export interface BaseColumn extends PieceColumn {
  readonly piece: CubeName;
}

/** A selection over cubes and views without aggregation: its columns are expressions over their members. */
export interface OpenPart {
  readonly kind: 'open';
  /** The pieces in the order of FROM. */
  readonly pieces: readonly { readonly piece: CubeName; readonly position: number }[];
  readonly joinHints: readonly (readonly CubeName[])[];
  /** Like `joinHints`, of pieces that FROM lists by comma, and of cubes without a join from one to the other. */
  readonly listed: readonly (readonly CubeName[])[];
  /** The filters over base columns, joined with AND. */
  readonly filters: readonly Scalar[];
  readonly base: ReadonlyMap<ColumnId, BaseColumn>;
  /** Columns that it shows, over base columns. */
  readonly columns: ReadonlyMap<ColumnId, ShownColumn>;
}

export interface ShownColumn {
  readonly column: Column;
  readonly expression: Scalar;
}

/** Anything else: rows that SQL is evaluated over as usual. */
export interface Closed {
  readonly kind: 'closed';
  readonly relation: Relation;
}

export type BlockPart = OpenPart | Closed;

export function closed(relation: Relation): Closed {
  return { kind: 'closed', relation };
}

/** Makes columns with numbers that no other column has. */
export interface NewColumns {
  next: ColumnId;
}

export function fresh(numbers: NewColumns, { name, type }: Omit<Column, 'id'>): Column {
  const id = numbers.next;
  numbers.next += 1;
  return { id, name, type };
}

export function columnScalar({ id, type }: Pick<Column, 'id' | 'type'>, position = 0): Scalar {
  return { kind: 'column', column: id, type, position };
}

/** Replaces columns, in sub-queries too. */
export function substitute(scalar: Scalar, replace: (column: ColumnId) => Scalar | undefined): Scalar {
  if (scalar.kind === 'column') return replace(scalar.column) ?? scalar;
  const inner = (one: Scalar) => substitute(one, replace);
  return mapScalars(scalar, inner, (query) => mapScalarsOf(query, inner));
}

/** An expression over the columns that a part shows, as one over its base columns. */
export function overBase(open: OpenPart, scalar: Scalar): Scalar {
  return substitute(scalar, (id) => open.columns.get(id)?.expression);
}

/** Whether an expression has a value for each row of its sources: it reads dimensions and segments only, and asks nothing. */
export function isOfRows(scalar: Scalar, base: ReadonlyMap<ColumnId, BaseColumn>): boolean {
  if (hasQuery(scalar)) return false;
  return columnsRead(scalar).every((id) => {
    const kind = base.get(id)?.role.kind;
    return kind === 'dimension' || kind === 'segment';
  });
}

export type BaseColumns = ReadonlyMap<ColumnId, BaseColumn>;

/** Columns of the base, as far as conditions on times read them. */
export type TypedColumns = ReadonlyMap<ColumnId, Pick<BaseColumn, 'role' | 'type'>>;

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
