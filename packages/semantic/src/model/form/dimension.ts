import type { BucketRule, Instant, Interval, TimeUnit } from '../../time/index.ts';
import type { Fragment, MemberId, ValueType } from './fragment.ts';
import type { Alias, CaseValue, Format, MemberFace } from './member.ts';
import type { Mask } from './policy.ts';
import type { GrainItem, TimeShift } from './stage.ts';

export interface Dimension extends MemberFace {
  readonly kind: 'dimension';
  readonly type: ValueType;
  readonly isPrimaryKey: boolean;
  readonly format?: Format;
  readonly currency?: string;
  readonly suggestsFilterValues: boolean;
  readonly order?: 'asc' | 'desc';
  /** Metadata show it as this instead of its type. */
  readonly shownType?: 'geo';
  readonly links?: readonly Link[];
  /** The dimension that identifies what this one names. */
  readonly key?: MemberId;
  /** Shown instead of it where a policy masks it; absent: NULL, or what the settings say for its type. */
  readonly mask?: Mask;
  /** Made by Orrery: the address of a link. */
  readonly isSynthetic?: true;
  /** Of a time, besides the built-in ones. */
  readonly granularities?: readonly CustomGranularity[];
  /** Of a calendar. */
  readonly timeShifts?: readonly CalendarShift[];
  /** The `add_group_by` of a multi-stage dimension that is made of dimensions alone: their entities have to be told apart by it. */
  readonly toldBy?: readonly GrainItem[];
  readonly expression: DimensionExpression;
}

/** A shift in time that a calendar knows. */
export interface CalendarShift {
  readonly by: TimeShift['by'];
  readonly moves: /** The day whose rows a measure shifted by this shows on a day. */
    | { readonly kind: 'sql'; readonly sql: Fragment }
    /** What the name stands for. */
    | { readonly kind: 'interval'; readonly interval: Interval };
}

export type DimensionExpression =
  | RowValue
  /** Made of measures, evaluated by the dimensions of the question and `include`; a row has the value of its entity. */
  | { readonly kind: 'stage'; readonly value: RowValue; readonly include: readonly GrainItem[] }
  /** No value of rows: an answer has every row once per value. */
  | { readonly kind: 'switch'; readonly values: readonly string[] }
  /** Texts joined; NULL when a part is. Guarded: NULL as well unless it begins like an address. */
  | { readonly kind: 'composed'; readonly parts: readonly TextPart[]; readonly isGuarded: boolean }
  /** One value per row of the dimension's cube: the measures in `sql`, aggregated over the joined rows of that row's key. */
  | { readonly kind: 'sub-query'; readonly sql: Fragment; readonly propagatesFilters: boolean }
  | Alias;

export type RowValue =
  | { readonly kind: 'sql'; readonly sql: Fragment }
  | {
      readonly kind: 'case';
      readonly when: readonly { readonly condition: Fragment; readonly label: CaseLabel }[];
      readonly otherwise?: CaseLabel;
    }
  /** The branch whose value `on` has. */
  | {
      readonly kind: 'choice';
      readonly on: Fragment;
      readonly when: readonly { readonly value: CaseValue; readonly sql: Fragment }[];
      readonly otherwise?: Fragment;
    };

export interface Link {
  readonly name: string;
  readonly label: string;
  readonly dashboard?: string;
  readonly icon?: string;
  readonly target: 'blank' | 'self';
  readonly isPrimary: boolean;
  /** Keys of its parameters. */
  readonly parameters: readonly string[];
}

/** Text of the author, or a value written as text. */
export type TextPart =
  | string
  | {
      readonly kind: 'sql';
      readonly sql: Fragment;
      /** `number`: in digits that every engine gives alike. `escaped`: so that no character means anything in an address. */
      readonly form: 'plain' | 'number' | 'escaped' | 'escaped-number';
    };

export type CaseLabel =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sql'; readonly sql: Fragment };

export type Granularity = TimeUnit | CustomGranularity;

/** A granularity that a time dimension defines; everything a bucket needs. */
export interface CustomGranularity {
  readonly name: string;
  readonly title: string;
  /** As the author wrote them. */
  readonly interval?: string;
  readonly offset?: string;
  readonly origin?: string;
  readonly buckets: CustomBuckets;
}

type CustomBuckets =
  | BucketRule
  /** Every so many years from the current one, which only a question knows, and `offset`. */
  | { readonly kind: 'years'; readonly years: number; readonly offset: Interval }
  /** From the reading of the clocks at that instant, which depends on the zone that is asked for. */
  | { readonly kind: 'from-instant'; readonly origin: Instant; readonly interval: Interval }
  /** The author's expression is the start of the bucket, on the clock. */
  | { readonly kind: 'sql'; readonly sql: Fragment };
