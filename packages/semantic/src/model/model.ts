import type { Zone } from '../time/index.ts';
import type { Dimension } from './form/dimension.ts';
import type { FilterOperator } from './form/filter-operators.ts';
import type { ContextPath, CubeName, Fragment, MemberId } from './form/fragment.ts';
import type { Measure } from './form/measure.ts';
import type { Alias, MemberFace } from './form/member.ts';
import type { Policy } from './form/policy.ts';

export type { AggregateFunction } from './form/aggregate-functions.ts';
export type * from './form/dimension.ts';
export type * from './form/fragment.ts';
export type * from './form/measure.ts';
export type { Alias, CaseValue, Format } from './form/member.ts';
export type * from './form/stage.ts';

/**
 * The resolved model: plain data, one piece per cube or view.
 *
 * Settled when it exists: every name is resolved, every reference points at a member that exists, views are
 * expanded to aliases of cube members, measures are classified. Open: what a query asks of it.
 */

export type Relationship = 'one-to-one' | 'one-to-many' | 'many-to-one';

/** Directed: a LEFT JOIN from `from` to `to`. */
export interface Join {
  readonly from: CubeName;
  readonly to: CubeName;
  readonly relationship: Relationship;
  readonly sql: Fragment;
  /** Why it cannot be taken, though the model says where it leads. Its SQL is empty: it may read what is not there. */
  readonly fault?: string;
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
  /** Public members that it has and that cannot be computed, with the reasons. */
  readonly unavailable?: readonly { readonly member: MemberId; readonly reason: string }[];
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
  /** Cubes from a root on, each inclusion's. Under one root they reach a cube by one path. */
  readonly joinPaths: readonly (readonly CubeName[])[];
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
