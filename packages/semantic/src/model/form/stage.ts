import type { Interval } from '../../time/index.ts';
import type { AggregateFunction } from './aggregate-functions.ts';
import type { Fragment, MemberId } from './fragment.ts';
import type { RollingWindow } from './measure.ts';
import type { CaseValue } from './member.ts';

/** Computed from the rows of other measures (the inner rows), which are evaluated at their own grain. */
export interface StageExpression {
  readonly kind: 'stage';
  /** The aggregate over the inner rows of a group; `value`: none, each stays a row. */
  readonly makes: AggregateFunction | 'raw' | 'rank' | 'value';
  /** Absent for `rank`, and for a `count` of inner rows. */
  readonly value?: StageValue;
  /** Tests of inner rows, AND-ed. */
  readonly filters: readonly Fragment[];
  readonly grain: StageGrain;
  readonly filter: StageFilter;
  readonly timeShifts: readonly TimeShift[];
  /** Whether its SQL reads other rows itself, with OVER. */
  readonly hasWindow: boolean;
  /** Only for an aggregate: window in which the bucket of an inner row lies. */
  readonly window?: RollingWindow;
  /** Only for `rank`. */
  readonly orderBy: readonly { readonly sql: Fragment; readonly isDescending: boolean }[];
}

export type StageValue =
  | { readonly kind: 'sql'; readonly sql: Fragment }
  /** One branch per value of a dimension that belongs to the inner grain. */
  | ({ readonly kind: 'choice' } & ChoiceOver<Fragment, GrainItem>);

/** The branch for the value of `on`. */
export interface ChoiceOver<S, On = S> {
  readonly on: On;
  readonly when: readonly { readonly value: CaseValue; readonly sql: S }[];
  readonly otherwise?: S;
}

/** A dimension, or one granularity of it. */
export interface GrainItem {
  readonly member: MemberId;
  /** Name of the granularity. */
  readonly granularity?: string;
}

/** How the inner grain differs from the outer one. */
export interface StageGrain {
  readonly kept: { readonly kind: 'all' } | { readonly kind: 'except' | 'only'; readonly items: readonly GrainItem[] };
  readonly include: readonly GrainItem[];
}

/** How the filters of the inner rows differ from the outer ones. */
export interface StageFilter {
  readonly kept: { readonly kind: 'all' } | { readonly kind: 'except' | 'only'; readonly members: readonly MemberId[] };
  readonly include: readonly ModelFilter[];
  /** Starts from the filters of the query, ignoring changes by outer measures. */
  readonly isFixed: boolean;
}

/** A filter like those of queries, with resolved names. */
export type ModelFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ModelFilter[] }
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly operator: string;
      readonly values?: readonly (string | null)[];
    };

export interface TimeShift {
  /** The time dimension that is shifted; when absent, all time dimensions of the query are. */
  readonly dimension?: MemberId;
  /** The interval added to the stored time, or the name of a shift that a calendar defines. */
  readonly by:
    | { readonly kind: 'interval'; readonly interval: Interval }
    | { readonly kind: 'named'; readonly name: string };
}
