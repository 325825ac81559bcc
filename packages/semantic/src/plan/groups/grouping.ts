import type { CubeName, Fragment, MemberId, ModelIndex } from '../../model/index.ts';
import type { Outcome } from '../../problem/index.ts';
import type { Zone } from '../../time/index.ts';
import type { RequestedCondition } from '../rows/requested-condition.ts';
import type { Entered, DimensionEntries } from '../rows/enter-dimension.ts';
import type { ColumnId, Plan, PlanColumnNumbers } from '../plan.ts';
import type { MaskedModel } from '../guard/masked-model.ts';
import type { PinnedMembers } from '../switches/pinned-members.ts';
import type { Rule } from '../guard/rules.ts';
import type { SwitchRows } from '../switches/switch-rows.ts';
import type { MovedDay } from '../rows/moved-joins.ts';
import type { MovedMembers } from '../rows/moved-members.ts';
import type { Shift } from '../rows/shift-time.ts';
import { type Requirement, resolveAlias } from '../joins/requirement.ts';
import type { JoinTree } from '../joins/join-tree.ts';
import type { RequestedView } from '../joins/view-paths.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** Rows grouped by some expressions, with measures of each group. */
export interface Grouping {
  readonly by: readonly { readonly name: string; readonly expression: PlanExpression }[];
  /** Measures of any kind; calculated ones are split into leaves. */
  readonly measures: readonly MemberId[];
  readonly rowFilters: readonly PlanCondition[];
  /**
   * Filters that sub-query dimensions propagate, where the rows have other filters: windows reach beyond the query's
   * date range, but a dimension has one value for all measures.
   */
  readonly propagated?: readonly PlanCondition[];
  /** Filters of the query, before multi-stage measures changed them. */
  readonly requestedFilters: readonly PlanCondition[];
  /** Every cube the query needs, in the order that decides between join trees. */
  readonly required: readonly Requirement[];
  /**
   * Set when each row counts once for every window of a series that contains it; `by` then reads columns of the series.
   */
  readonly windows?: WindowedRows;
  /** Set when rows exist only if this relation has one, which is joined to each of them. */
  readonly gate?: SwitchRows;
  /** Set when the rows have other filters than the query, or are counted in other buckets than their own. */
  readonly entities?: EntityGrain;
}

interface WindowedRows {
  /** Time of a row, on the clock. */
  readonly time: PlanExpression;
  readonly series: Plan;
  /** `[from, to)`, columns of the series; a missing end is open. */
  readonly from?: ColumnId;
  readonly to?: ColumnId;
}

/**
 * The grain of the query, at which multi-stage dimensions are evaluated. An entity has one value in a row of the answer
 * for all measures, whatever a measure does with times, filters and windows.
 */
export interface EntityGrain {
  /** Groupings of the query that the rows have. */
  readonly by: Grouping['by'];
  /** The same groupings as the answer shows them: shifted in time, or at the bucket of their window. */
  readonly shownBy: Grouping['by'];
  /** Filters of the query, where the planned rows have others. */
  readonly rowFilters?: readonly PlanCondition[];
  /** Time shifts of the rows, the outermost first. */
  readonly shifts: readonly (readonly Shift[])[];
}

export interface GroupedPlan {
  readonly plan: Plan;
  readonly by: readonly ColumnId[];
  /** Column of each leaf measure. */
  readonly leaves: ReadonlyMap<MemberId, ColumnId>;
  /** The cube whose rows all survive; `undefined` when unconnected facts were matched. */
  readonly root: CubeName | undefined;
  /** Whether a group may have several rows, because some measure has one for each of its inner rows. */
  readonly repeats?: boolean;
}

/** Groups whose measures can be shown and tested. */
export interface FinishedGroups extends Pick<GroupedPlan, 'plan' | 'by'> {
  measure(id: MemberId): PlanExpression;
}

/** Names everything that decides the value of a dimension which is a measure per entity. */
export interface PerEntity {
  /** The dimension that tells the entities apart, as the query names it. */
  readonly per: MemberId;
  /** Filters of the rows that the measure is of. */
  readonly where: readonly PlanCondition[];
}

/** Context for planning one query. */
export interface PlanContext {
  readonly model: ModelIndex;
  /** Inputs of `model` when something in it is masked. */
  readonly masked: MaskedModel | undefined;
  readonly columns: PlanColumnNumbers;
  /** Members of `model` that replace others where switches have one value. */
  readonly pins: PinnedMembers;
  /** Zone of the query, which decides where days begin. */
  readonly zone: Zone;
  /** Year of the query, from which years of a granularity without origin are counted. */
  readonly year: number;
  /** Tests of the query on groups. */
  readonly requestedOfGroups: readonly RequestedCondition[];
  /** Rules on everything the query reads, also inside its sub queries. */
  readonly rules: readonly Rule[];
  /** The day that replaces the key of each calendar in joins of facts. */
  readonly shiftedCalendars: ReadonlyMap<CubeName, Fragment>;
  /** The day to whose row facts are moved, by table of days. */
  readonly shiftedDays: ReadonlyMap<CubeName, MovedDay>;
  /** Time shifts of the rows by intervals, the outermost first. */
  readonly moves: readonly (readonly Shift[])[];
  /** Members that read shifted times. */
  readonly moved: MovedMembers;
  readonly entities: EntityGrain;
  /** Views in the query; joins inside follow their paths too. */
  readonly views: readonly RequestedView[];
  /** Dimensions made of measures that are being planned, outermost first. */
  readonly within: readonly Entered[];
  /** Entries of the whole plan. */
  readonly entries: DimensionEntries;
  /** Dimensions that the query makes of measures per entity. */
  readonly perEntity: ReadonlyMap<MemberId, PerEntity>;
  /** Cubes that joins bring into the rows of a dimension made of measures, by the dimension. */
  readonly joinedInside: ReadonlyMap<MemberId, ReadonlySet<CubeName>>;
  /** Learns of the joins of each part, before joins that some measures do without are left out. */
  readonly noticeJoins?: NoticeJoins | undefined;
  /** Plans a nested query. Passed in, because a sub-query dimension is planned like the query around it. */
  planGrouping(context: PlanContext, grouping: Grouping): Outcome<GroupedPlan>;
}

/** @param within dimensions made of measures in whose rows the joins stand, the outermost first */
export type NoticeJoins = (tree: JoinTree, within: readonly Entered[]) => void;

export function dimension(model: ModelIndex, member: MemberId): PlanExpression {
  return { kind: 'dimension', member, type: resolveAlias(model, member, 'dimension').member.type };
}
