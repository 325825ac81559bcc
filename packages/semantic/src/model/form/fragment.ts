import type { Interval } from '../../time/index.ts';

/** Full name of a member, `orders.count`. */
export type MemberId = string & { readonly brand: 'member' };

export type CubeName = string;

export type ValueType = 'string' | 'number' | 'boolean' | 'time';

/** Text written by a model author, with its references resolved. */
export interface Fragment {
  readonly parts: readonly FragmentPart[];
}

export type FragmentPart =
  | { readonly kind: 'text'; readonly text: string }
  /** The SQL alias of a cube: `{CUBE}`, `{other}`. */
  | { readonly kind: 'cube'; readonly cube: CubeName }
  /**
   * A member's own SQL. `path` holds the cubes walked to reach it, the member's cube last; it is empty for a member
   * of the same cube and has one entry when the way there is left to the join graph.
   */
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly path: readonly CubeName[];
      /** Of a time: the name of a granularity it has. */
      readonly granularity?: string;
      /** Of a time: what is added to it, for one question, never by an author. */
      readonly moved?: Interval;
    }
  /** The source SELECT of another cube: `{other.sql()}`. */
  | { readonly kind: 'source'; readonly cube: CubeName }
  | ContextPart
  | MaskPart;

/** What stands in the SQL of a masked member; made for one question, never by an author. */
export type MaskPart =
  /** Whether a row, or a group, shows the member as it is. `reads` is what that is told by. */
  | { readonly kind: 'mask-test'; readonly of: MemberId; readonly reads: readonly MemberId[] }
  /** The member itself where its test, a `mask-test`, holds; the mask elsewhere. */
  | {
      readonly kind: 'mask-choice';
      readonly test: Fragment;
      readonly real: Fragment;
      readonly instead: Fragment;
      readonly isOfNumbers: boolean;
    }
  /** Of a type, also where it is nothing. */
  | { readonly kind: 'constant'; readonly type: ValueType; readonly value: string | number | boolean | null };

/** What a request decides. `source` is how the author wrote it. */
export type ContextPart =
  /** The tests a query puts on some members, on targets of the author's choice; true where there are none. */
  | {
      readonly kind: 'filter-params';
      readonly filters: readonly { readonly member: MemberId; readonly target: ConditionTarget }[];
      /** Also takes tests joined with or, when they are of these members only. */
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
  /** A value that a target with `takes` is given; counts from 0. */
  | { readonly kind: 'argument'; readonly position: number };

/** What is tested, or with `takes` the test itself, made of that many values. */
export interface ConditionTarget {
  readonly sql: Fragment;
  readonly takes?: number;
}

/** Keys that lead to a value in the security context. */
export type ContextPath = readonly string[];
