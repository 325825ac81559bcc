import type { CubeName } from '@orrery/semantic';
import type { Column, ColumnId, PieceColumn, Relation, Scalar } from '../relation/index.ts';
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
