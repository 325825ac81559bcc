import type { BucketRule } from '../time/bucket-rule.ts';
import type { Zone } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import type { TimeUnit } from '../time/time-unit.ts';
import type { FilterOperator } from './filter-operators.ts';
import type { Mask, Policy } from './policy.ts';

/**
 * The resolved model: plain data, one piece per cube or view.
 *
 * Settled when it exists: every name is resolved, every reference points at a member that exists, views are
 * expanded to aliases of cube members, measures are classified. Open: what a query asks of it.
 */

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
    }
  /** The source SELECT of another cube: `{other.sql()}`. */
  | { readonly kind: 'source'; readonly cube: CubeName }
  | ContextPart;

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

export type CustomBuckets =
  | BucketRule
  /** Every so many years from the current one, which only a question knows, and `offset`. */
  | { readonly kind: 'years'; readonly years: number; readonly offset: Interval }
  /** The author's expression is the start of the bucket, on the clock. */
  | { readonly kind: 'sql'; readonly sql: Fragment };

export type Relationship = 'one-to-one' | 'one-to-many' | 'many-to-one';

/** Directed: a LEFT JOIN from `from` to `to`. */
export interface Join {
  readonly from: CubeName;
  readonly to: CubeName;
  readonly relationship: Relationship;
  readonly sql: Fragment;
}

export type Format =
  | string
  | { readonly type: 'link'; readonly label: string }
  | { readonly type: 'custom-numeric'; readonly value: string; readonly alias?: string }
  | { readonly type: 'custom-time'; readonly value: string };

/** What every member shows to people. */
interface MemberFace {
  readonly id: MemberId;
  /** Without the cube: `count`. */
  readonly name: string;
  /** Cube title and member title: `Orders Count`. */
  readonly title: string;
  readonly shortTitle: string;
  readonly description?: string;
  readonly meta?: unknown;
  /** Whether a query may name it. */
  readonly isPublic: boolean;
}

/** A view's member: another cube's, reached by exactly this path; the first cube is the root, the last one the owner. */
export interface Alias {
  readonly kind: 'alias';
  readonly member: MemberId;
  readonly path: readonly CubeName[];
}

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
  readonly aliases?: readonly string[];
  /** Shown instead of it where a policy masks it; absent: NULL, or what the settings say for its type. */
  readonly mask?: Mask;
  /** Made by Orrery: the address of a link. */
  readonly isSynthetic?: true;
  /** Of a time, besides the built-in ones. */
  readonly granularities?: readonly CustomGranularity[];
  /** Of a calendar: `sql` is the day whose rows a measure shifted by this shows on a day. */
  readonly timeShifts?: readonly { readonly by: TimeShift['by']; readonly sql: Fragment }[];
  readonly expression: DimensionExpression;
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

/** Gray et al. 1997, "Data Cube": can parts be re-aggregated as they are, by their components, or not at all. */
export type MeasureClass = 'distributive' | 'algebraic' | 'holistic';

export interface Measure extends MemberFace {
  readonly kind: 'measure';
  /** Type of its value. */
  readonly type: ValueType;
  /** As metadata shows it: `count`, `countDistinct`, `number`, ... */
  readonly aggregateType: string;
  readonly measureClass: MeasureClass;
  readonly format?: Format;
  readonly currency?: string;
  readonly drillMembers: readonly MemberId[];
  /** As a dimension's. */
  readonly mask?: Mask;
  readonly expression: MeasureExpression;
}

export type AggregateFunction = 'count' | 'count-distinct' | 'count-distinct-approx' | 'sum' | 'avg' | 'min' | 'max';

/** Which rows around a bucket of the question's time dimension a measure aggregates; the window moves with the bucket. */
export type RollingWindow =
  /** From `trailing` before one end of the bucket to `leading` after it. */
  | {
      readonly kind: 'fixed';
      readonly trailing: Interval | 'unbounded';
      readonly leading: Interval | 'unbounded';
      readonly offset: 'start' | 'end';
    }
  /** From the start of a unit of the calendar to the end of the bucket. */
  | { readonly kind: 'to-date'; readonly granularity: TimeUnit }
  /** From the start of the date range to the end of the bucket. */
  | { readonly kind: 'running-total' };

export type MeasureExpression =
  /** `sql` is absent only for `count`, which then counts rows of the cube. `filters` are AND-ed per row. */
  | {
      readonly kind: 'aggregate';
      readonly function: AggregateFunction;
      readonly sql?: Fragment;
      readonly filters: readonly Fragment[];
      readonly window?: RollingWindow;
    }
  /** An expression over finished measures only; each of them is aggregated at its own grain first. */
  | { readonly kind: 'calculated'; readonly sql: Fragment; readonly filters: readonly Fragment[] }
  /** The author's own aggregate over columns or dimensions, `percentile_cont(0.5) WITHIN GROUP (...)`. */
  | {
      readonly kind: 'raw-aggregate';
      readonly sql: Fragment;
      readonly filters: readonly Fragment[];
      readonly window?: RollingWindow;
    }
  | StageExpression
  | Alias;

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

export type CaseValue =
  | { readonly type: 'string' | 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly isTrue: boolean };

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

export interface Segment extends MemberFace {
  readonly kind: 'segment';
  readonly expression: { readonly kind: 'sql'; readonly sql: Fragment } | Alias;
}

export type Member = Dimension | Measure | Segment;

interface PieceFace {
  readonly name: CubeName;
  readonly title: string;
  readonly description?: string;
  readonly meta?: unknown;
  readonly isPublic: boolean;
  /** Path of its file, relative to the model folder, with `/`. */
  readonly file: string;
  /**
   * Hash of its own definition and of every definition it was resolved against (bases, referenced members, joins).
   * Two builds that give a piece the same hash answer every query of it alike, and let answers grow old alike: the
   * refresh key counts, so that a new one holds for answers remembered under the old one too.
   */
  readonly hash: string;
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  readonly segments: readonly Segment[];
  readonly hierarchies: readonly Hierarchy[];
  /** Absent: open to everybody. */
  readonly policies?: readonly Policy[];
  /** What it, or anything it may be joined with or is made of, reads of the security context. Absent: nothing. */
  readonly contextPaths?: readonly ContextPath[];
}

/** Dimensions from the widest to the narrowest, for clients that go down them. */
export interface Hierarchy {
  /** Full name, `orders.places`. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly isPublic: boolean;
  readonly levels: readonly MemberId[];
  /** In a view: the hierarchy behind it. */
  readonly aliasOf?: string;
}

export interface Cube extends PieceFace {
  readonly kind: 'cube';
  readonly source:
    | { readonly kind: 'table'; readonly table: Fragment }
    | { readonly kind: 'select'; readonly sql: Fragment };
  /** The author's `sql_alias`, else the name: prefix of SQL aliases. */
  readonly alias: string;
  readonly dataSource: string;
  /** Absent: the author does not say when answers become old. */
  readonly refreshKey?: RefreshKey;
  /** A table of dates that facts are joined to. */
  readonly isCalendar?: boolean;
  readonly joins: readonly Join[];
  readonly primaryKey: readonly MemberId[];
  /** Names of `pre_aggregations` that are defined and validated, not built. */
  readonly preAggregations: readonly string[];
  /** Equal numbers: a join path exists. Absent for a cube without joins. */
  readonly component?: number;
  readonly extends?: CubeName;
}

/** What tells that answers over a cube's rows have become old: its value is another one than when they were read. */
export type RefreshKey =
  | { readonly kind: 'immutable' }
  | ({ readonly kind: 'schedule' } & RefreshSchedule)
  /** A statement of its own; the first value of its first row is the key. It is not asked again before `everyMs` are over. */
  | { readonly kind: 'sql'; readonly sql: Fragment; readonly every?: string; readonly everyMs: number };

/**
 * Moments at which the clock of a zone shows `phaseMs` more than a multiple of `everyMs`, counted from
 * 1970-01-01T00:00 on that clock.
 */
export interface RefreshSchedule {
  /** As the author wrote it: an interval, or a cron schedule. */
  readonly every: string;
  readonly everyMs: number;
  /** Less than `everyMs`. */
  readonly phaseMs: number;
  readonly zone: Zone;
}

/** Has no rows of its own: every member is an alias. */
export interface View extends PieceFace {
  readonly kind: 'view';
  readonly folders: readonly Folder[];
  /** Joined with AND to the filters of every query that uses a member of the view. */
  readonly defaultFilters: readonly DefaultFilter[];
  readonly groups: readonly ViewGroup[];
}

/** Members in their order, and folders inside. */
export interface Folder {
  readonly name: string;
  readonly title?: string;
  /** Members and hierarchies by their full names. */
  readonly items: readonly (string | Folder)[];
}

export interface DefaultFilter {
  readonly member: MemberId;
  readonly operator: FilterOperator;
  /** As a query has them. */
  readonly values?: readonly (string | null)[];
  /** A filter of the query on one of these takes its place. */
  readonly unless: readonly MemberId[];
}

/** Views that belong together, for clients that show them so. */
export interface ViewGroup {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
}

export type Piece = Cube | View;
