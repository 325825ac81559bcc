import {
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
import { leavesByKind } from '../groups/leaf-kinds.ts';
import type { ConditionalMeasure } from './mask-measure.ts';
import { column } from '../groups/measure-leaves.ts';
import type { ColumnId } from '../plan.ts';
import { membersOfCondition } from '../joins/requirement.ts';
import type { PlanCondition, StandIn } from '../plan-expression.ts';

type Asked = Pick<Grouping, 'by' | 'rowFilters' | 'required'>;

/**
 * Decides how measures that are masked in some groups appear in one grouping: real, where its filters let only rows
 * through that show them; by group, where the groups decide; masked otherwise.
 */
export function settleMasks(context: PlanContext, grouping: Asked): PlanContext {
  const { masked } = context;
  if (!masked || masked.measures.length === 0) return context;
  const settled = new Map<MemberId, Member>();
  for (const one of masked.measures) {
    const measure = settledMeasure(context, grouping, one);
    if (measure) settled.set(one.member, measure);
  }
  const { index } = masked;
  return { ...context, model: { ...index, members: new LayeredMap(index.members, settled) } };
}

function settledMeasure(context: PlanContext, grouping: Asked, one: ConditionalMeasure): Measure | undefined {
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
function filtersOf({ masked }: PlanContext, grouping: Asked, { own }: ConditionalMeasure): readonly PlanCondition[] {
  if (!masked || !findJoinTree(masked.index, grouping.required).ok) return [];
  const hasWindow = leavesByKind(masked.index, [own]).rolling.length > 0;
  return grouping.rowFilters.filter((filter) => !hasWindow || filter.kind !== 'range' || filter.isPeriod !== true);
}

function shownAt({ by }: Asked, member: MemberId): number {
  return by.findIndex(
    ({ expression }) => expression.kind === 'dimension' && expression.member === member && expression.type !== 'time',
  );
}

/** Columns of the groups for dimensions that masks of measures depend on. */
export function groupColumns({ masked }: PlanContext, grouping: Asked, by: readonly ColumnId[]): readonly StandIn[] {
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
