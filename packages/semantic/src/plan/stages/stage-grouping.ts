import {
  type GrainItem,
  granularityNamed,
  type MemberId,
  nameOfGranularity,
  originalOf,
  type StageExpression,
  stageNames,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { dimension, type Grouping, type PlanContext } from '../groups/grouping.ts';
import { alongFixedPaths, requirementsOfRequested } from '../groups/measure-leaves.ts';
import { rowExpression } from '../rows/row-expressions.ts';
import {
  membersOfCondition,
  membersOfExpression,
  type Requirement,
  requirementsOfCondition,
  requirementsOfExpression,
  requirementsOfMember,
  resolveAlias,
} from '../joins/requirement.ts';
import { isRule } from '../guard/rules.ts';
import { shiftCondition, shiftExpression } from '../rows/shift-time.ts';
import { bucketsBySql, shiftsOf } from './stage-shifts.ts';
import { stageFilters } from './stage-filters.ts';
import { alongViews } from '../joins/view-paths.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import type { Expression } from '../../query/index.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

type By = Grouping['by'][number];

/** The query whose rows a stage reads. */
export interface InnerGrouping {
  readonly grouping: Grouping;
  /** See `PlanContext`. */
  readonly entities: PlanContext['entities'];
  readonly shiftedCalendars: PlanContext['shiftedCalendars'];
  readonly shiftedDays: PlanContext['shiftedDays'];
  readonly moves: PlanContext['moves'];
  /** Indexes of the outer columns that come first in the inner grouping; the others were included. */
  readonly kept: readonly number[];
}

export function innerGrouping(
  context: PlanContext,
  around: Grouping,
  stage: StageExpression,
  measuresUnder: (rowFilters: readonly PlanCondition[]) => readonly MemberId[],
): Outcome<InnerGrouping> {
  const filters = stageFilters(context, around, stage.filter);
  if (!filters.ok) return filters;
  const measures = measuresUnder(filters.value);
  const kept = around.by.flatMap((item, index) => (isKept(context, stage, item) ? [index] : []));
  const keptItems = around.by.filter((_, index) => kept.includes(index));
  const times = [
    ...around.by.flatMap(({ expression }) => membersOfExpression(expression)),
    ...filters.value.flatMap((filter) => (isRule(filter) ? [] : membersOfCondition(filter))),
  ];
  const { grain, value } = stage;
  const included = includedItems(
    context,
    [...grain.include, ...(value?.kind === 'choice' ? [value.on] : [])],
    keptItems,
  );
  const buckets = bucketsBySql([...around.by, ...included].map(({ expression }) => expression));
  const tree = stage.timeShifts.length > 0 ? findJoinTree(context.model, around.required) : undefined;
  const found = shiftsOf(context, stage.timeShifts, {
    read: [...times, ...included.flatMap(({ expression }) => membersOfExpression(expression))],
    bySql: buckets,
    tree: tree?.ok ? tree.value : undefined,
  });
  if (!found.ok) return found;
  const { shifts, calendars, days } = found.value;
  const isMoved = ({ cube }: { readonly cube: string }) =>
    context.shiftedCalendars.has(cube) || context.shiftedDays.has(cube);
  const again = [...calendars, ...days].find(isMoved);
  if (again) return fail(problem('plan.calendar-shifted-twice', { calendar: again.cube }));
  const shifted = (expression: PlanExpression) => shiftExpression(context, expression, shifts);
  // A rule limits the unshifted rows, wherever a measure shows them.
  const limit = (filter: PlanCondition) => (isRule(filter) ? filter : shiftCondition(context, filter, shifts));
  const entities = around.entities ?? context.entities;
  const by = [...keptItems, ...included].map(({ name, expression }) => ({
    name,
    expression: shifted(expression),
  }));
  const rowFilters = [
    ...filters.value.map(limit),
    // A fact without a matching day of the calendar is in no bucket, not in one without a day.
    ...[...calendars, ...days].map(
      ({ day }): PlanCondition => ({ kind: 'null', operand: dimension(context.model, day), isNegated: true }),
    ),
  ];
  return succeed({
    kept,
    shiftedCalendars: new Map([...context.shiftedCalendars, ...calendars.map(({ cube, sql }) => [cube, sql] as const)]),
    shiftedDays: new Map([...context.shiftedDays, ...days.map(({ cube, ...day }) => [cube, day] as const)]),
    moves: shifts.length > 0 ? [...context.moves, shifts] : context.moves,
    entities: {
      by: entities.by,
      shownBy: entities.shownBy.map(({ name, expression }) => ({ name, expression: shifted(expression) })),
      rowFilters: entities.rowFilters ?? around.rowFilters,
      shifts: [...entities.shifts, shifts],
    },
    grouping: {
      by,
      measures,
      rowFilters,
      requestedFilters: around.requestedFilters.map(limit),
      required: requirementsOfInner(context, around, { by, measures, rowFilters }, stageNames(stage)),
    },
  });
}

/** A rank is counted among the rows of the query, so all of them stay. */
function isKept(context: PlanContext, { makes, grain }: StageExpression, { expression }: By): boolean {
  return makes === 'rank' || staysInGrain(context, grain.kept, expression);
}

/** Whether a grain keeps a column of the query. */
export function staysInGrain(
  context: PlanContext,
  kept: StageExpression['grain']['kept'],
  expression: PlanExpression,
): boolean {
  if (kept.kind === 'all') return true;
  const isListed = kept.items.some((item) => names(context, item, expression));
  return isListed === (kept.kind === 'only');
}

function names(context: PlanContext, item: GrainItem, expression: PlanExpression): boolean {
  const member = storedMember(context, item.member);
  if (item.granularity === undefined) return membersOfExpression(expression).map(originalOf).includes(member);
  const shown = grainOf(expression);
  return shown?.member === member && shown.granularity === item.granularity;
}

/** Columns for items a grain includes in addition to its own. */
export function includedItems(
  context: PlanContext,
  wanted: readonly GrainItem[],
  present: readonly By[],
): readonly By[] {
  const added: By[] = [];
  for (const { member, granularity } of wanted) {
    const item = { member: storedMember(context, member), ...(granularity === undefined ? {} : { granularity }) };
    if ([...present, ...added].some(({ expression }) => isGrain(item, expression))) continue;
    const expression = rowExpression(context.model, context.zone, itemExpression(context, item));
    added.push({ name: nameOf(member, granularity), expression });
  }
  return added;
}

function itemExpression({ model }: PlanContext, { member, granularity }: GrainItem): Expression {
  if (granularity === undefined) return { kind: 'dimension', member };
  const found = granularityNamed(resolveAlias(model, member, 'dimension').member, granularity);
  if (!found) throw new Error(`'${member}' has no granularity '${granularity}'`);
  return { kind: 'bucket', member, granularity: found };
}

function nameOf(member: MemberId, granularity: string | undefined): string {
  return [...member.split('.'), ...(granularity === undefined ? [] : [granularity])].join('__');
}

/** The dimension, or its granularity, that an expression over rows shows unchanged. */
export function grainOf(expression: PlanExpression): GrainItem | undefined {
  switch (expression.kind) {
    case 'dimension':
      return { member: originalOf(expression.member) };
    case 'local-time':
    case 'shifted':
      return grainOf(expression.operand);
    case 'bucket': {
      const inner = grainOf(expression.operand);
      return inner && { member: inner.member, granularity: nameOfGranularity(expression.granularity) };
    }
    default:
      return undefined;
  }
}

export function isGrain(item: GrainItem, expression: PlanExpression): boolean {
  const shown = grainOf(expression);
  return shown?.member === item.member && shown.granularity === item.granularity;
}

/** The cube's own member behind a name. */
export function storedMember(context: PlanContext, id: MemberId): MemberId {
  return originalOf(resolveAlias(context.model, id, 'dimension').member.id);
}

/**
 * Requirements as if planned alone, along the paths that the outer query fixes.
 *
 * @param named members the stage names; those of a view are reached by the view's path
 */
export function requirementsOfInner(
  { model, views }: PlanContext,
  around: Grouping,
  { by, measures, rowFilters }: Pick<Grouping, 'by' | 'measures' | 'rowFilters'>,
  named: readonly MemberId[],
): readonly Requirement[] {
  const needed = [
    ...measures.flatMap((measure) => requirementsOfRequested(model, measure)),
    ...by.flatMap(({ expression }) => requirementsOfExpression(model, expression)),
    ...rowFilters.flatMap((filter) => requirementsOfCondition(model, filter)),
  ];
  return alongFixedPaths(needed, [
    ...named.flatMap((member) => requirementsOfMember(model, member)),
    ...around.required,
  ]).map((one) => alongViews(model, views, one));
}
