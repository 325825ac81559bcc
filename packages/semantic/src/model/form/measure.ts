import type { Interval } from '../../time/index.ts';
import type { AggregateFunction } from './aggregate-functions.ts';
import type { Fragment, MemberId, ValueType } from './fragment.ts';
import type { Alias, Format, MemberFace } from './member.ts';
import type { Mask } from './policy.ts';
import type { StageExpression } from './stage.ts';

/** Gray et al. 1997, "Data Cube": whether parts can be aggregated again directly, through components, or not at all. */
export type MeasureClass = 'distributive' | 'algebraic' | 'holistic';

/** The part of a measure's declaration that names nothing else. */
export interface MeasureFacts {
  readonly kind: 'measure';
  readonly format?: Format;
  readonly currency?: string;
  /** The author declares that values of several buckets must not be added up. */
  readonly isCumulative?: true;
}

export interface Measure extends MemberFace, MeasureFacts {
  /** Type of its value. */
  readonly type: ValueType;
  /** Type shown by metadata: `count`, `countDistinct`, `number`, ... */
  readonly aggregateType: string;
  /**
   * Set when its type is `number` but its value is the minimum or maximum of something that is, or may be, a time:
   * filters then accept dates.
   */
  readonly times?: 'certain' | 'possible';
  readonly measureClass: MeasureClass;
  readonly drillMembers: readonly MemberId[];
  /** The same as for a dimension. */
  readonly mask?: Mask;
  readonly expression: MeasureExpression;
}

/** Rows around a bucket of the query's time dimension that a measure aggregates; the window moves with the bucket. */
export type RollingWindow =
  /** From `trailing` before one end of the bucket to `leading` after it. */
  | {
      readonly kind: 'fixed';
      readonly trailing: Interval | 'unbounded';
      readonly leading: Interval | 'unbounded';
      readonly offset: 'start' | 'end';
    }
  /** From the start of the enclosing bucket of a named granularity to the end of the bucket. */
  | { readonly kind: 'to-date'; readonly granularity: string }
  /** From the start of the date range to the end of the bucket. */
  | { readonly kind: 'running-total' };

export type MeasureExpression =
  /** `sql` is absent only for `count`, which then counts rows of the cube. `filters` are AND-ed per row. */
  | {
      readonly kind: 'aggregate';
      readonly function: AggregateFunction;
      readonly sql?: Fragment;
      /** Type of `sql`, where a query says it. */
      readonly type?: ValueType;
      readonly filters: readonly Fragment[];
      readonly window?: RollingWindow;
    }
  /** An expression over finished measures only; each of them is aggregated at its own grain first. */
  | { readonly kind: 'calculated'; readonly sql: Fragment; readonly filters: readonly Fragment[] }
  /** A calculation over the rows of each window: its parts are aggregated there first. */
  | {
      readonly kind: 'windowed';
      readonly sql: Fragment;
      readonly filters: readonly Fragment[];
      readonly window: RollingWindow;
    }
  /** The author's own aggregate over columns or dimensions, `percentile_cont(0.5) WITHIN GROUP (...)`. */
  | {
      readonly kind: 'raw-aggregate';
      readonly sql: Fragment;
      readonly filters: readonly Fragment[];
      readonly window?: RollingWindow;
    }
  | StageExpression
  | Alias;
