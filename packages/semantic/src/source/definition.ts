import type { FilterOperator } from './filter-operators.ts';
import type {
  CalendarShift,
  CaseLabelOver,
  ChoiceOver,
  CustomGranularity,
  DimensionFacts,
  LinkFacts,
  MeasureFacts,
  MemberFace,
  PreAggregationType,
  RefreshSchedule,
  Relationship,
  RollingWindow,
  RowValueOver,
  TimeShift,
  ValueType,
} from '../model/index.ts';
import type { KeyPath } from './finding.ts';
import type { RawFragment } from './author-sql/fragment.ts';
import type { PolicyDefinition } from './policy/policy-definition.ts';
import type { MaskDefinition } from './member/read-mask.ts';
import type { DefaultFilterDefinition, FolderDefinition, GroupMembership } from './view/view-definition.ts';

/**
 * The content of a model file, validated without other files: shapes and types are settled, spellings canonical. Open:
 * every name. Plain data.
 */
export type Definition = CubeDefinition | ViewDefinition;

/** Author SQL with its place. */
export interface AuthorSql {
  readonly fragment: RawFragment;
  readonly place: KeyPath;
}

interface PieceDefinition {
  readonly name: string;
  readonly place: KeyPath;
  readonly title?: string;
  readonly description?: string;
  readonly meta?: unknown;
  readonly isPublic?: boolean;
  readonly extends?: string;
  readonly policies: readonly PolicyDefinition[];
  /** Whether some part of it could not be read. */
  readonly isDamaged: boolean;
}

/** Members of a file that could not be read: a reference to one of them is not another mistake. */
export interface Losses {
  readonly names: readonly string[];
  /** Targets of joins that could not be read. */
  readonly joins: readonly string[];
  /** Whether a whole list could not be read, so that any name may have been in it. */
  readonly isOpen: boolean;
}

export interface CubeDefinition extends PieceDefinition {
  readonly kind: 'cube';
  readonly source?: { readonly kind: 'table' | 'select'; readonly sql: AuthorSql };
  readonly alias?: string;
  readonly dataSource?: string;
  readonly refreshKey?: RefreshKeyDefinition;
  readonly isCalendar?: boolean;
  readonly members: readonly MemberDefinition[];
  readonly hierarchies: readonly HierarchyDefinition[];
  readonly joins: readonly JoinDefinition[];
  readonly preAggregations: readonly PreAggregationDefinition[];
  readonly losses: Losses;
}

/** A `RefreshKey` with unresolved SQL. */
export type RefreshKeyDefinition =
  | { readonly kind: 'immutable' }
  | ({ readonly kind: 'schedule' } & RefreshSchedule)
  | { readonly kind: 'sql'; readonly sql: AuthorSql; readonly every?: string; readonly everyMs: number };

export interface ViewDefinition extends PieceDefinition {
  readonly kind: 'view';
  readonly inclusions: readonly Inclusion[];
  /** Members it defines from those it includes. */
  readonly members: readonly MemberDefinition[];
  readonly folders: readonly FolderDefinition[];
  readonly defaultFilters: readonly DefaultFilterDefinition[];
  readonly groups: readonly GroupMembership[];
}

interface MemberFaceDefinition extends Pick<MemberFace, 'name' | 'description' | 'meta' | 'aliases'> {
  readonly place: KeyPath;
  readonly title?: string;
  readonly isPublic?: boolean;
}

export interface DimensionDefinition extends MemberFaceDefinition, DimensionFacts {
  readonly granularities: readonly GranularityDefinition[];
  readonly timeShifts: readonly {
    readonly place: KeyPath;
    readonly by: TimeShift['by'];
    readonly moves:
      | Extract<CalendarShift['moves'], { kind: 'interval' }>
      | { readonly kind: 'sql'; readonly sql: AuthorSql };
  }[];
  readonly links: readonly LinkDefinition[];
  /** The dimension that identifies what this one names. */
  readonly key?: BareReference;
  readonly mask?: MaskDefinition;
  readonly expression: DimensionSource;
}

export interface LinkDefinition extends LinkFacts {
  readonly place: KeyPath;
  readonly address: LinkText | { readonly kind: 'dashboard'; readonly dashboard: string };
  readonly parameters: readonly LinkParameter[];
}

/** `text`: an address with references in it. `sql`: an expression whose value is one. */
export interface LinkText {
  readonly kind: 'text' | 'sql';
  readonly sql: AuthorSql;
}

/** `value` is SQL. */
export interface LinkParameter {
  readonly key: string;
  readonly value: AuthorSql;
}

/** A `CustomGranularity` with unresolved SQL. */
export type GranularityDefinition = Omit<CustomGranularity, 'buckets'> & {
  readonly buckets:
    | Exclude<CustomGranularity['buckets'], { kind: 'sql' }>
    | { readonly kind: 'sql'; readonly sql: AuthorSql };
};

export type DimensionSource =
  | RowSource
  | { readonly kind: 'stage'; readonly value: RowSource; readonly include: readonly BareReference[] }
  | { readonly kind: 'switch'; readonly values: readonly string[] }
  | { readonly kind: 'geo'; readonly latitude: AuthorSql; readonly longitude: AuthorSql }
  | { readonly kind: 'sub-query'; readonly sql: AuthorSql; readonly propagatesFilters: boolean };

export type RowSource = RowValueOver<AuthorSql>;

export type LabelDefinition = CaseLabelOver<AuthorSql>;

export type MeasureType =
  | 'count'
  | 'count_distinct'
  | 'count_distinct_approx'
  | 'sum'
  | 'avg'
  | 'min'
  | 'max'
  | 'number_agg'
  | 'rank'
  | 'running_total'
  | ValueType;

export interface MeasureDefinition extends MemberFaceDefinition, MeasureFacts {
  readonly type: MeasureType;
  readonly sql?: AuthorSql;
  readonly filters: readonly AuthorSql[];
  readonly window?: RollingWindow;
  readonly drillMembers: readonly BareReference[];
  readonly mask?: MaskDefinition;
  readonly stage?: StageDefinition;
}

/** Options of `multi_stage` measures; older spellings of the grain are converted. */
export interface StageDefinition {
  readonly grain: {
    readonly kept?: { readonly kind: 'except' | 'only'; readonly items: readonly BareReference[] };
    readonly include: readonly BareReference[];
  };
  readonly filter: {
    readonly kept?: { readonly kind: 'except' | 'only'; readonly items: readonly BareReference[] };
    readonly include: readonly FilterDefinition[];
    readonly isFixed: boolean;
  };
  readonly timeShifts: readonly TimeShiftDefinition[];
  readonly orderBy: readonly { readonly sql: AuthorSql; readonly isDescending: boolean }[];
  readonly choice?: ChoiceDefinition;
}

export type ChoiceDefinition = ChoiceOver<AuthorSql>;

export interface TimeShiftDefinition {
  readonly place: KeyPath;
  readonly dimension?: BareReference;
  readonly by: TimeShift['by'];
}

export type FilterDefinition =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly FilterDefinition[] }
  | {
      readonly kind: 'member';
      readonly member: BareReference;
      readonly operator: FilterOperator;
      readonly values?: readonly (string | null)[];
    };

export interface SegmentDefinition extends MemberFaceDefinition {
  readonly kind: 'segment';
  readonly sql: AuthorSql;
}

export type MemberDefinition = DimensionDefinition | MeasureDefinition | SegmentDefinition;

/** Dimensions from the widest to the narrowest, for clients that go down them. */
export interface HierarchyDefinition extends MemberFaceDefinition {
  readonly kind: 'hierarchy';
  readonly levels: readonly BareReference[];
}

/** A reference that is not SQL, written without braces: `status`, `CUBE.status`, `orders.status`. */
export interface BareReference {
  readonly steps: readonly string[];
  readonly place: KeyPath;
}

export interface JoinDefinition {
  readonly to: string;
  readonly place: KeyPath;
  readonly relationship: Relationship;
  readonly sql: AuthorSql;
}

export interface PreAggregationDefinition {
  readonly name: string;
  readonly type: PreAggregationType;
  readonly place: KeyPath;
  readonly measures: readonly BareReference[];
  readonly dimensions: readonly BareReference[];
  readonly segments: readonly BareReference[];
  readonly timeDimensions: readonly { readonly dimension: BareReference; readonly granularity: string }[];
  readonly rollups: readonly BareReference[];
}

export interface Inclusion {
  readonly place: KeyPath;
  readonly joinPath: readonly string[];
  readonly includes: '*' | readonly IncludedMember[];
  readonly excludes: readonly string[];
  /** Prefix of the names, without the `_`. */
  readonly prefix?: string;
  /** Suffix of the separate view that receives its members. */
  readonly split?: string;
  /** An `alias` without effect, because neither `prefix` nor `split` is on. */
  readonly idleAlias?: KeyPath;
}

export interface IncludedMember {
  readonly name: string;
  readonly place: KeyPath;
  readonly alias?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: unknown;
  readonly meta?: unknown;
}
