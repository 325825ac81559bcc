import type { Interval } from '../../time/index.ts';
import type { AggregateFunction } from './aggregate-functions.ts';
import type { Fragment, MemberId } from './fragment.ts';
import type { RollingWindow } from './measure.ts';
import type { CaseValue } from './member.ts';

/** Computed from the rows of other measures (the inner rows), which are evaluated at a grain of its own. */
export interface StageExpression {
  readonly kind: 'stage';
  /** What is made of the inner rows of a group; `value`: nothing, each of them stays a row. */
  readonly makes: AggregateFunction | 'raw' | 'rank' | 'value';
  /** Absent for `rank`, and for a `count` of inner rows. */
  readonly value?: StageValue;
  /** Tests of inner rows, AND-ed. */
  readonly filters: readonly Fragment[];
  readonly grain: StageGrain;
  readonly filter: StageFilter;
  readonly timeShifts: readonly TimeShift[];
  /** Its SQL looks at other rows by itself, with OVER. */
  readonly hasWindow: boolean;
  /** Only for an aggregate: of the inner rows whose bucket lies in a window. */
  readonly window?: RollingWindow;
  /** Only for `rank`. */
  readonly orderBy: readonly { readonly sql: Fragment; readonly isDescending: boolean }[];
}

export type StageValue =
  | { readonly kind: 'sql'; readonly sql: Fragment }
  /** One branch per value of a dimension, which is part of the inner grain. */
  | {
      readonly kind: 'choice';
      readonly on: GrainItem;
      readonly when: readonly { readonly value: CaseValue; readonly sql: Fragment }[];
      readonly otherwise?: Fragment;
    };

/** A dimension, or one granularity of it. */
export interface GrainItem {
  readonly member: MemberId;
  /** By name. */
  readonly granularity?: string;
}

/** How the inner grain differs from the one around it. */
export interface StageGrain {
  readonly kept: { readonly kind: 'all' } | { readonly kind: 'except' | 'only'; readonly items: readonly GrainItem[] };
  readonly include: readonly GrainItem[];
}

/** How the inner rows are filtered, compared with those around. */
export interface StageFilter {
  readonly kept: { readonly kind: 'all' } | { readonly kind: 'except' | 'only'; readonly members: readonly MemberId[] };
  readonly include: readonly ModelFilter[];
  /** Starts again from the filters of the question, whatever measures around have made of them. */
  readonly isFixed: boolean;
}

/** A filter as questions have it, over resolved names. */
export type ModelFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ModelFilter[] }
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly operator: string;
      readonly values?: readonly (string | null)[];
    };

export interface TimeShift {
  /** Absent: every time dimension of the question. */
  readonly dimension?: MemberId;
  /** What is added to the stored time, or the name of a shift that a calendar defines. */
  readonly by:
    | { readonly kind: 'interval'; readonly interval: Interval }
    | { readonly kind: 'named'; readonly name: string };
}
