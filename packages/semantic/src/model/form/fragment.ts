import type { Interval } from '../../time/index.ts';
import type { ExpressionFunction } from './expression-function.ts';

/** Full name of a member, `orders.count`. */
export type MemberId = string & { readonly brand: 'member' };

export type CubeName = string;

export type ValueType = 'string' | 'number' | 'boolean' | 'time';

/** SQL text of a model author, with its references resolved. */
export interface Fragment {
  readonly parts: readonly FragmentPart[];
}

export type FragmentPart =
  | { readonly kind: 'text'; readonly text: string }
  /** The SQL alias of a cube: `{CUBE}`, `{other}`. */
  | { readonly kind: 'cube'; readonly cube: CubeName }
  /**
   * A member's own SQL. `path` holds the cubes walked to reach it, the member's cube last; it is empty for a member of
   * the same cube, and has one entry when the join graph chooses the path.
   */
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly path: readonly CubeName[];
      /** Name of a granularity of a time. */
      readonly granularity?: string;
      /** Interval added to a time for one query, never by an author. */
      readonly moved?: Interval;
      /** The value that a query shows, a time in its zone, instead of the stored one. Never by an author. */
      readonly isShown?: true;
    }
  /** The source SELECT of another cube: `{other.sql()}`. */
  | { readonly kind: 'source'; readonly cube: CubeName }
  | ContextPart
  | MaskPart
  | CallPart;

/** Parts of a masked member's SQL, made for one query and never by an author. */
export type MaskPart =
  /** Whether a row, or a group, shows the real value. `reads` lists the members this depends on. */
  | { readonly kind: 'mask-test'; readonly of: MemberId; readonly reads: readonly MemberId[] }
  /** The member itself where its `mask-test` holds; the mask elsewhere. */
  | {
      readonly kind: 'mask-choice';
      readonly test: Fragment;
      readonly real: Fragment;
      readonly instead: Fragment;
      readonly isOfNumbers: boolean;
    }
  /** A constant of a type, also when it is NULL. */
  | { readonly kind: 'constant'; readonly type: ValueType; readonly value: string | number | boolean | null };

/** A typed function, in a measure that is made for one query and never by an author. */
interface CallPart {
  readonly kind: 'call';
  readonly function: ExpressionFunction;
  readonly type: ValueType;
  readonly arguments: readonly { readonly sql: Fragment; readonly type: ValueType | undefined }[];
}

/** Parts that depend on the request. `source` is the author's text. */
export type ContextPart =
  /** The filters of a query on some members, applied to targets of the author's choice; true when there are none. */
  | {
      readonly kind: 'filter-params';
      readonly filters: readonly { readonly member: MemberId; readonly target: ConditionTarget }[];
      /** Whether filters joined with OR are included when all are on these members. */
      readonly isGroup: boolean;
      readonly source: string;
    }
  /** Whether the target is one of the values in the security context. */
  | {
      readonly kind: 'security-filter';
      readonly path: ContextPath;
      readonly isRequired: boolean;
      readonly target: ConditionTarget;
      readonly source: string;
    }
  /** A stored instant on the wall clock of the query's zone. */
  | { readonly kind: 'convert-zone'; readonly sql: Fragment; readonly source: string }
  /** An argument of a target with `takes`; counts from 0. */
  | { readonly kind: 'argument'; readonly position: number };

/** The tested expression, or with `takes` a test over that many arguments. */
export interface ConditionTarget {
  readonly sql: Fragment;
  readonly takes?: number;
}

/** Keys that lead to a value in the security context. */
export type ContextPath = readonly string[];
