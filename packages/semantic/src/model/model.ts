import type { Interval, Zone } from '../time/index.ts';
import type { Dimension } from './form/dimension.ts';
import type { FilterOperator } from './form/filter-operators.ts';
import type { ContextPath, CubeName, Fragment, MemberId } from './form/fragment.ts';
import type { Measure } from './form/measure.ts';
import type { Alias, MemberFace } from './form/member.ts';
import type { Policy } from './form/policy.ts';
import type { PreAggregation } from './form/pre-aggregation.ts';

export type { AggregateFunction } from './form/aggregate-functions.ts';
export type { ExpressionFunction } from './form/expression-function.ts';
export type * from './form/dimension.ts';
export type * from './form/fragment.ts';
export type * from './form/measure.ts';
export type * from './form/pre-aggregation.ts';
export type { Alias, CaseValue, Format, MemberFace } from './form/member.ts';
export type * from './form/stage.ts';

/**
 * The resolved model: plain data, one piece per cube or view.
 *
 * Settled: every name is resolved, every reference points at an existing member, views are expanded to aliases of cube
 * members, measures are classified. Open: everything that depends on a query.
 */

export type Relationship = 'one-to-one' | 'one-to-many' | 'many-to-one';

/** Directed: a LEFT JOIN from `from` to `to`. */
export interface Join {
  readonly from: CubeName;
  readonly to: CubeName;
  readonly relationship: Relationship;
  readonly sql: Fragment;
  /** Why a declared join cannot be taken. Its SQL is empty, because it may read missing members. */
  readonly fault?: string;
  /** Set for one query: the row of another day is read after this join, see the planner's shifts. Never by an author. */
  readonly next?: { readonly day: MemberId; readonly by: Interval };
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
   * Builds with the same hash answer every query of the piece alike and expire answers alike: the hash includes the
   * refresh key, so that a new key also applies to cached answers.
   */
  readonly hash: string;
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  readonly segments: readonly Segment[];
  readonly hierarchies: readonly Hierarchy[];
  /** Public members that cannot be computed, with the reasons. */
  readonly unavailable?: readonly { readonly member: MemberId; readonly reason: string }[];
  /** When absent, open to everyone. */
  readonly policies?: readonly Policy[];
  /** Values of the security context read by it, or by anything it may be joined with or is made of. Absent: none. */
  readonly contextPaths?: readonly ContextPath[];
}

/** Dimensions from the widest to the narrowest, for drilling down in clients. */
export interface Hierarchy {
  /** Full name, `orders.places`. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly isPublic: boolean;
  readonly levels: readonly MemberId[];
  /** The hierarchy behind the one of a view; absent in a cube. */
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
  /** Absent when the author does not say when answers expire. */
  readonly refreshKey?: RefreshKey;
  /** A table of dates to which facts are joined. */
  readonly isCalendar?: boolean;
  readonly joins: readonly Join[];
  readonly primaryKey: readonly MemberId[];
  /** Rollups and the like in the order of definition. They are not built. */
  readonly preAggregations: readonly PreAggregation[];
  /** Cubes with equal numbers are connected by joins. Absent for a cube without joins. */
  readonly component?: number;
  readonly extends?: CubeName;
}

/** A value by which answers over a cube's rows expire: it differs from the value when they were read. */
export type RefreshKey =
  | { readonly kind: 'immutable' }
  | ({ readonly kind: 'schedule' } & RefreshSchedule)
  /** A statement of its own; the first value of its first row is the key. It runs at most once per `everyMs`. */
  | { readonly kind: 'sql'; readonly sql: Fragment; readonly every?: string; readonly everyMs: number };

/**
 * Moments at which the clock of a zone shows `phaseMs` more than a multiple of `everyMs`, counted from 1970-01-01T00:00
 * on that clock.
 */
export interface RefreshSchedule {
  /** The author's text: an interval, or a cron schedule. */
  readonly every: string;
  readonly everyMs: number;
  /** Less than `everyMs`. */
  readonly phaseMs: number;
  readonly zone: Zone;
}

/** A view, which has no rows of its own: every member is an alias. */
export interface View extends PieceFace {
  readonly kind: 'view';
  /** The path of each inclusion, from a root on. Under one root, a cube is always reached by the same path. */
  readonly joinPaths: readonly (readonly CubeName[])[];
  readonly folders: readonly ViewFolder[];
  /** Filters joined with AND to those of every query that uses a member of the view. */
  readonly defaultFilters: readonly DefaultFilter[];
  readonly groups: readonly ViewGroup[];
}

/** Members in their order, and nested folders. */
export interface ViewFolder {
  readonly name: string;
  readonly title?: string;
  /** Full names of members and hierarchies. */
  readonly items: readonly (string | ViewFolder)[];
}

/** The members of the folders of each name, by view: `sql.folders_as_schemas`. */
export type FolderSchemas = ReadonlyMap<string, ReadonlyMap<CubeName, ReadonlySet<MemberId>>>;

export interface DefaultFilter {
  readonly member: MemberId;
  readonly operator: FilterOperator;
  /** Values in the form of queries. */
  readonly values?: readonly (string | null)[];
  /** Members for which a filter of the query replaces this one. */
  readonly unless: readonly MemberId[];
}

/** Views that clients show together. */
export interface ViewGroup {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
}

export type Piece = Cube | View;
