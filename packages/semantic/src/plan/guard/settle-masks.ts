import {
  type CubeName,
  LayeredMap,
  type Measure,
  type Member,
  type MemberId,
  requireMember,
  touchedAnywhere,
} from '../../model/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import { isImplied } from './is-implied.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import type { ConditionalMeasure } from './mask-measure.ts';
import { column, alongFixedPaths, leavesByKind, requirementsOfRequested } from '../groups/measure-leaves.ts';
import type { ColumnId } from '../plan.ts';
import { membersOfCondition } from '../joins/requirement.ts';
import { alongViews } from '../joins/view-paths.ts';
import type { PlanCondition, StandIn } from '../plan-expression.ts';

type GroupsAndRows = Pick<Grouping, 'by' | 'rowFilters' | 'required'>;

export interface SettledGrouping {
  /** The model, with the measures as the grouping shows them. */
  readonly context: PlanContext;
  /** The grouping, which also requires the cubes that real values are read from. */
  readonly grouping: Grouping;
}

/**
 * Decides how measures that are masked in some groups appear in one grouping: real, where its filters let only rows
 * through that show them; by group, where the groups decide; masked otherwise.
 *
 * @param start the cube at which the grouping starts, if it is not where a view starts
 */
export function settleMasks(context: PlanContext, grouping: Grouping, start?: CubeName): SettledGrouping {
  const { masked } = context;
  if (!masked || masked.measures.length === 0) return { context, grouping };
  const settled = new Map<MemberId, Member>();
  for (const one of masked.measures) {
    const measure = settledMeasure(context, grouping, one);
    if (measure) settled.set(one.member, measure);
  }
  const { index } = masked;
  const model = { ...index, members: new LayeredMap(index.members, settled) };
  return { context: { ...context, model }, grouping: withCubesOfMeasures({ ...context, model }, grouping, start) };
}

/** Masks read no cube, so the cubes of real values are missing from what the masked measures require. */
function withCubesOfMeasures({ model, views }: PlanContext, grouping: Grouping, start?: CubeName): Grouping {
  const { measures, required } = grouping;
  const known = new Set(required.map(({ cube }) => cube));
  const missing = measures
    .flatMap((measure) => requirementsOfRequested(model, measure))
    .filter(({ cube }) => !known.has(cube));
  if (missing.length === 0) return grouping;
  const added = alongFixedPaths(missing, required).map((one) => alongViews(model, views, one, start));
  return { ...grouping, required: [...required, ...added] };
}

function settledMeasure(context: PlanContext, grouping: GroupsAndRows, one: ConditionalMeasure): Measure | undefined {
  const test = context.masked?.tests.get(one.masked);
  if (!test || !keepsItsRows(context, one)) return undefined;
  if (isImplied(test, filtersOf(context, grouping, one))) return one.real;
  return membersOfCondition(test).every((member) => shownAt(grouping, member) >= 0) ? one.conditional : undefined;
}

/**
 * Whether a measure keeps the rows of its groups: one that starts from other rows would reveal more than its groups do.
 */
function keepsItsRows({ masked }: PlanContext, { own }: ConditionalMeasure): boolean {
  if (!masked) return false;
  return [...touchedAnywhere(masked.index, [own]).members].every((id) => {
    const { kind, expression } = requireMember(masked.index, id);
    if (kind !== 'measure' || expression.kind !== 'stage' || 'include' in expression) return true;
    const { filter, grain, timeShifts } = expression;
    return !filter.isFixed && filter.kept.kind === 'all' && grain.kept.kind === 'all' && timeShifts.length === 0;
  });
}

/** The filters that limit all rows of a measure, without those of another fact, and ranges that its windows exceed. */
function filtersOf(
  { masked }: PlanContext,
  grouping: GroupsAndRows,
  { own }: ConditionalMeasure,
): readonly PlanCondition[] {
  if (!masked || !findJoinTree(masked.index, grouping.required).ok) return [];
  const hasWindow = leavesByKind(masked.index, [own]).rolling.length > 0;
  return grouping.rowFilters.filter((filter) => !hasWindow || filter.kind !== 'range' || filter.isPeriod !== true);
}

function shownAt({ by }: GroupsAndRows, member: MemberId): number {
  return by.findIndex(
    ({ expression }) => expression.kind === 'dimension' && expression.member === member && expression.type !== 'time',
  );
}

/** Columns of the groups for dimensions that masks of measures depend on. */
export function groupColumns(
  { masked }: PlanContext,
  grouping: GroupsAndRows,
  by: readonly ColumnId[],
): readonly StandIn[] {
  if (!masked) return [];
  const tested = new Set(masked.measures.flatMap((one) => testedBy(masked.tests.get(one.masked))));
  return [...tested].flatMap((member) => {
    const index = shownAt(grouping, member);
    return index < 0 ? [] : [{ member, expression: column(itemAt(by, index)) }];
  });
}

function testedBy(test: PlanCondition | undefined): readonly MemberId[] {
  return test ? membersOfCondition(test) : [];
}
