import type { FunctionEntry } from '../functions/index.ts';
import type { SqlType } from '../types/index.ts';
import type { ColumnId, Relation, SortKey } from './relation.ts';

/** A constant in PostgreSQL's text form; `null` is NULL. Booleans are `true` and `false`. */
export interface Constant {
  readonly kind: 'constant';
  readonly value: string | null;
  readonly type: SqlType;
}

type SubqueryTest = 'exists' | 'in' | 'any' | 'all';

/**
 * An expression over the columns of a relation. Every node has its type; arguments have the types that functions take,
 * by casts that are nodes of their own.
 */
export type Scalar =
  | { readonly kind: 'column'; readonly column: ColumnId; readonly type: SqlType; readonly position: number }
  | Constant
  /** A parameter of the statement, numbered from 1; one of unknown type gets the type that its first use wants, in `types`. */
  | {
      readonly kind: 'parameter';
      readonly number: number;
      readonly type: SqlType;
      readonly types: Map<number, SqlType>;
    }
  /** A function or operator of the catalogue. */
  | {
      readonly kind: 'call';
      readonly function: FunctionEntry;
      readonly arguments: readonly Scalar[];
      readonly type: SqlType;
      readonly position: number;
    }
  | { readonly kind: 'cast'; readonly operand: Scalar; readonly type: SqlType; readonly position: number }
  | {
      readonly kind: 'case';
      readonly when: readonly { readonly condition: Scalar; readonly value: Scalar }[];
      readonly otherwise?: Scalar;
      readonly type: SqlType;
    }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Scalar[]; readonly type: SqlType }
  | { readonly kind: 'not'; readonly operand: Scalar; readonly type: SqlType }
  | { readonly kind: 'is-null'; readonly operand: Scalar; readonly isNegated: boolean; readonly type: SqlType }
  /** `IS [NOT] TRUE`, `FALSE`, `UNKNOWN` (null). */
  | {
      readonly kind: 'is-truth';
      readonly operand: Scalar;
      readonly truth: boolean | null;
      readonly isNegated: boolean;
      readonly type: SqlType;
    }
  | {
      readonly kind: 'distinct-from';
      readonly left: Scalar;
      readonly right: Scalar;
      readonly isNegated: boolean;
      readonly type: SqlType;
    }
  /** Equal to an item, or to none when negated; all have one type. */
  | {
      readonly kind: 'in-list';
      readonly operand: Scalar;
      readonly items: readonly Scalar[];
      readonly isNegated: boolean;
      readonly type: SqlType;
    }
  | { readonly kind: 'coalesce' | 'greatest' | 'least'; readonly items: readonly Scalar[]; readonly type: SqlType }
  | { readonly kind: 'array'; readonly items: readonly Scalar[]; readonly type: SqlType }
  | { readonly kind: 'subscript'; readonly operand: Scalar; readonly index: Scalar; readonly type: SqlType }
  /** The value of the only column of at most one row; NULL without a row. */
  | { readonly kind: 'scalar-query'; readonly query: Relation; readonly type: SqlType; readonly position: number }
  | {
      readonly kind: 'query-test';
      readonly test: SubqueryTest;
      /** Compared with the columns of `query`; none for `exists`. */
      readonly operands: readonly Scalar[];
      /** The operator of `any` and `all`. */
      readonly operator?: FunctionEntry;
      readonly query: Relation;
      readonly isNegated: boolean;
      readonly type: SqlType;
      readonly position: number;
    };

/** A call of an aggregate function, or of MEASURE. */
export interface AggregateCall {
  readonly function: FunctionEntry;
  readonly arguments: readonly Scalar[];
  readonly isDistinct: boolean;
  readonly filter?: Scalar;
  /** ORDER BY in the call, or WITHIN GROUP. */
  readonly order: readonly SortKey[];
  readonly type: SqlType;
  readonly position: number;
}

export type FrameBound =
  | { readonly kind: 'unbounded-preceding' | 'current-row' | 'unbounded-following' }
  | { readonly kind: 'preceding' | 'following'; readonly by: Scalar };

export interface Frame {
  readonly unit: 'rows' | 'range' | 'groups';
  readonly from: FrameBound;
  readonly to: FrameBound;
  readonly exclude?: 'current-row' | 'group' | 'ties';
}

export interface WindowCall extends AggregateCall {
  readonly partition: readonly Scalar[];
  /** Order of the rows in a partition. */
  readonly over: readonly SortKey[];
  readonly frame?: Frame;
}

export type CallScalar = Extract<Scalar, { kind: 'call' }>;
