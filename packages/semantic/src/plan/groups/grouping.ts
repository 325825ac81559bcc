import type { CubeName, Fragment, MemberId, ModelIndex } from '../../model/index.ts';
import type { Outcome } from '../../problem/index.ts';
import type { Zone } from '../../time/index.ts';
import type { AskedCondition } from '../rows/asked-condition.ts';
import type { Columns } from '../tree/column-numbers.ts';
import type { Entered, Entries } from '../rows/enter-dimension.ts';
import type { ColumnId, Plan } from '../plan.ts';
import type { MaskedModel } from '../guard/masked-model.ts';
import type { PinnedMembers } from '../switches/pinned-members.ts';
import type { Rule } from '../guard/rules.ts';
import type { SwitchRows } from '../switches/switch-rows.ts';
import type { Shift } from '../rows/shift-time.ts';
import { type Requirement, resolveAlias } from '../joins/requirement.ts';
import type { AskedView } from '../joins/view-paths.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** Rows grouped by some expressions, with measures taken of each group. */
export interface Grouping {
  readonly by: readonly { readonly name: string; readonly expression: PlanExpression }[];
  /** Measures of any kind; calculated ones are taken apart. */
  readonly measures: readonly MemberId[];
  readonly rowFilters: readonly PlanCondition[];
  /**
   * Filters that sub-query dimensions propagate, where rows pass others: windows reach beyond the date range of the question,
   * and a dimension has one value for every measure beside it.
   */
  readonly propagated?: readonly PlanCondition[];
  /** Those of the question, before measures of several stages changed them. */
  readonly askedFilters: readonly PlanCondition[];
  /** Every cube the question touches, in the order that decides between join trees. */
  readonly required: readonly Requirement[];
  /** Set when each row counts once for every window of a series that it lies in; `by` then reads columns of the series. */
  readonly windows?: WindowedRows;
  /** Set when rows are there only if this relation has one, which stands beside each of them. */
  readonly gate?: SwitchRows;
  /** Set when rows pass other filters than the question's, or stand at other buckets than their own. */
  readonly entities?: EntityGrain;
}

interface WindowedRows {
  /** Of a row, on the clock. */
  readonly time: PlanExpression;
  readonly series: Plan;
  /** `[from, to)`, columns of the series; an absent end is open. */
  readonly from?: ColumnId;
  readonly to?: ColumnId;
}

/**
 * What multi-stage dimensions are evaluated by: the question. An entity has one value in a row of the answer, for every
 * measure beside it, whatever that measure does with times, filters and windows.
 */
export interface EntityGrain {
  /** What the question groups by, as far as rows have it. */
  readonly by: Grouping['by'];
  /** The same of the rows being planned, as the answer shows them: moved in time, or at the bucket of their window. */
  readonly shownBy: Grouping['by'];
  /** Those of the question, where the rows being planned pass others. */
  readonly rowFilters?: readonly PlanCondition[];
  /** How times of the rows are moved, the outermost first. */
  readonly shifts: readonly (readonly Shift[])[];
}

export interface Grouped {
  readonly plan: Plan;
  readonly by: readonly ColumnId[];
  /** Column of each leaf measure. */
  readonly leaves: ReadonlyMap<MemberId, ColumnId>;
  /** The cube whose rows all survive; none when facts that no join connects were matched. */
  readonly root: CubeName | undefined;
  /** A group may have several rows: some measure has one for each of its inner rows. */
  readonly repeats?: boolean;
}

/** What planning one question needs to know besides the question. */
export interface PlanContext {
  readonly model: ModelIndex;
  /** What `model` is made of, where something in it is masked. */
  readonly masked: MaskedModel | undefined;
  readonly columns: Columns;
  /** Those of `model` that stand for others where switches have one value. */
  readonly pins: PinnedMembers;
  /** Of the question: where its days begin. */
  readonly zone: Zone;
  /** Of the question as well: where years of a granularity without origin begin. */
  readonly year: number;
  /** Tests the question puts on its groups. */
  readonly askedOfGroups: readonly AskedCondition[];
  /** Of everything the question reads, also inside of its sub queries. */
  readonly rules: readonly Rule[];
  /** By calendar, the day that stands for its key where facts are joined to it. */
  readonly shiftedCalendars: ReadonlyMap<CubeName, Fragment>;
  readonly entities: EntityGrain;
  /** Those the question asks: what is inside of it goes by their paths too. */
  readonly views: readonly AskedView[];
  /** Dimensions made of measures that are being planned, outermost first. */
  readonly within: readonly Entered[];
  /** Of the whole plan. */
  readonly entries: Entries;
  /** Plans a question inside the question; handed in, because a sub-query dimension is planned like what it stands in. */
  planGrouping(context: PlanContext, grouping: Grouping): Outcome<Grouped>;
}

export function dimension(model: ModelIndex, member: MemberId): PlanExpression {
  return { kind: 'dimension', member, type: resolveAlias(model, member, 'dimension').member.type };
}
