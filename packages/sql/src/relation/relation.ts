import type { CubeName, MemberId, Query } from '@orrery/semantic';
import type { CallerCatalog, CatalogRelation } from '../catalog/index.ts';
import type { Scale } from '../functions/index.ts';
import type { SqlType } from '../types/index.ts';
import type { AggregateCall, Scalar, WindowCall } from './scalar.ts';

/** Number of a column, unique in a statement. */
export type ColumnId = number;

export interface Column {
  readonly id: ColumnId;
  /** The name in results. */
  readonly name: string;
  readonly type: SqlType;
}

/** The role of a column of a cube or view. `user` and `join` are `__user` and `__cubeJoinField`. */
export type PieceRole =
  | { readonly kind: 'measure' | 'dimension' | 'segment'; readonly member: MemberId }
  | { readonly kind: 'user' | 'join' };

export interface PieceColumn extends Column {
  readonly role: PieceRole;
}

/** A column of a relation of the catalogs. */
export interface SourcedColumn extends Column {
  /** Name of its values. */
  readonly source: string;
}

/** A column that a relation computes. */
export interface Computed<Expression> {
  readonly column: Column;
  readonly expression: Expression;
}

export interface SortKey {
  readonly expression: Scalar;
  readonly isDescending: boolean;
  readonly nullsFirst: boolean;
}

type JoinKind = 'inner' | 'left' | 'right' | 'full' | 'cross';

type SetOperation = 'union' | 'intersect' | 'except';

/**
 * A part of a bound statement that yields rows. Names are resolved, types are PostgreSQL's, and each clause is a node of
 * its own, in the order in which SQL evaluates them. A column of a node that stands further out, read inside of a
 * sub-query or of the right side of a lateral join, is a reference by its number like any other.
 */
export type Relation =
  /** A cube or view of the model. */
  | {
      readonly kind: 'piece';
      readonly piece: CubeName;
      readonly columns: readonly PieceColumn[];
      readonly position: number;
    }
  /** A relation of the catalogs. */
  | {
      readonly kind: 'catalog';
      readonly table: CatalogRelation;
      readonly columns: readonly SourcedColumn[];
      readonly position: number;
    }
  /** Rows of constants; a SELECT without FROM reads one row without columns. */
  | { readonly kind: 'values'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Scalar[])[] }
  /** The rows of a set-returning function. `ordinality` numbers them from 1. */
  | {
      readonly kind: 'function';
      readonly call: Scalar & { readonly kind: 'call' };
      /** The column of `call`, and those of `others`, whose rows stand next to its own. */
      readonly columns: readonly Column[];
      readonly others?: readonly (Scalar & { readonly kind: 'call' })[];
      readonly ordinality?: Column;
    }
  /** The rows of a common table expression: `columns[i]` has the values of its column `i`. */
  | { readonly kind: 'shared'; readonly shared: number; readonly columns: readonly Column[] }
  | { readonly kind: 'filter'; readonly input: Relation; readonly condition: Scalar }
  /** Exactly the columns of `items`. */
  | { readonly kind: 'project'; readonly input: Relation; readonly items: readonly Computed<Scalar>[] }
  /** One row for each group, or one in all when there are no groups. `sets` index `groups`; absent: one set of all. */
  | {
      readonly kind: 'aggregate';
      readonly input: Relation;
      readonly groups: readonly Computed<Scalar>[];
      readonly sets?: readonly (readonly number[])[];
      readonly calls: readonly Computed<AggregateCall>[];
    }
  /** The columns of its input, and those of `calls`. */
  | { readonly kind: 'window'; readonly input: Relation; readonly calls: readonly Computed<WindowCall>[] }
  | { readonly kind: 'sort'; readonly input: Relation; readonly by: readonly SortKey[] }
  | { readonly kind: 'limit'; readonly input: Relation; readonly count?: Scalar; readonly offset?: Scalar }
  /** `on`: the first row of each of its values, in the order of a sort below. */
  | { readonly kind: 'distinct'; readonly input: Relation; readonly on?: readonly Scalar[] }
  | {
      readonly kind: 'join';
      readonly join: JoinKind;
      readonly left: Relation;
      readonly right: Relation;
      /** Absent for `cross` only. */
      readonly on?: Scalar;
      /** Whether the right side reads columns of the left one. */
      readonly isLateral: boolean;
      /** Whether FROM lists both sides by comma. */
      readonly isListed?: boolean;
      readonly position: number;
    }
  /** `columns[i]` holds column `i` of both sides, which have equal types. */
  | {
      readonly kind: 'set';
      readonly operation: SetOperation;
      readonly isAll: boolean;
      readonly left: Relation;
      readonly right: Relation;
      readonly columns: readonly Column[];
    }
  /** Rows of `left`, and those that `right` makes of the rows before, as a recursion of `left`, until there are none. */
  | {
      readonly kind: 'recursive';
      readonly number: number;
      readonly isAll: boolean;
      readonly left: Relation;
      readonly right: Relation;
      readonly columns: readonly Column[];
    }
  /** The rows before, inside of a `recursive` relation of that number. */
  | { readonly kind: 'recursion'; readonly number: number; readonly columns: readonly Column[] }
  /** The rows of a question to the model; stands in place of pieces once the blocks of a statement are found. */
  | { readonly kind: 'block'; readonly block: Block; readonly columns: readonly Column[] };

/** A part of a statement that is one question to the model. */
export interface Block {
  readonly query: Query;
  /** Outputs of the query, in the order of the block's columns; `scale` for those of type numeric. */
  readonly outputs: readonly { readonly name: string; readonly scale?: Scale }[];
  readonly pieces: readonly CubeName[];
  readonly position: number;
}

/** A common table expression that is read by reference. */
export interface SharedRelation {
  readonly name: string;
  readonly relation: Relation;
}

/** A bound SELECT, VALUES, or set operation. */
export interface BoundStatement {
  readonly relation: Relation;
  /** Common table expressions; each reads only those before it. */
  readonly shared: readonly SharedRelation[];
  /** Columns of the answer, in order. Names may be equal. */
  readonly output: readonly Column[];
  /** Numbers from here on name no column yet. */
  readonly next: ColumnId;
  /** Absent for a statement that names nothing of the catalogs. */
  readonly catalog?: CallerCatalog;
  /** Whether its rows may tell the types of the columns of tables; absent: no. */
  readonly readsColumnTypes?: boolean;
}

/** The columns of a relation, in order. */
export function columnsOf(relation: Relation): readonly Column[] {
  switch (relation.kind) {
    case 'piece':
    case 'catalog':
    case 'values':
    case 'shared':
    case 'set':
    case 'recursive':
    case 'recursion':
    case 'block':
      return relation.columns;
    case 'function':
      return relation.ordinality ? [...relation.columns, relation.ordinality] : relation.columns;
    case 'project':
      return relation.items.map(({ column }) => column);
    case 'aggregate':
      return [...relation.groups, ...relation.calls].map(({ column }) => column);
    case 'window':
      return [...columnsOf(relation.input), ...relation.calls.map(({ column }) => column)];
    case 'filter':
    case 'sort':
    case 'limit':
    case 'distinct':
      return columnsOf(relation.input);
    case 'join':
      return [...columnsOf(relation.left), ...columnsOf(relation.right)];
  }
}

/** Two inputs with their condition, as one relation. */
export type JoinRelation = Extract<Relation, { kind: 'join' }>;

/** Groups of the rows of an input. */
export type AggregateRelation = Extract<Relation, { kind: 'aggregate' }>;
