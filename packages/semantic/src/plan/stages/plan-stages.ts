import {
  type Fragment,
  fragmentsOf,
  type MemberId,
  membersIn,
  originalOf,
  referencesIn,
  type StageExpression,
  type StageValue,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { combineGroups } from '../groups/combine-groups.ts';
import type { GroupedPlan, Grouping, PlanContext } from '../groups/grouping.ts';
import { cubesOf, findJoinTree } from '../joins/join-tree.ts';
import { column, leavesByKind } from '../groups/measure-leaves.ts';
import { reachableBranches } from '../switches/reachable-branches.ts';
import { type ColumnId, type PlanAggregate, type PlanColumn, nameOfMember } from '../plan.ts';
import { standTogether, withFiltersOf } from '../groups/plan-facts.ts';
import { membersOfExpression, resolveAlias } from '../joins/requirement.ts';
import { settleMasks } from '../guard/settle-masks.ts';
import { type InnerGrouping, innerGrouping, isGrain, requirementsOfInner, storedMember } from './stage-grouping.ts';
import { stageValue } from './stage-value.ts';
import { isSwitch, switchesRead, switchValues } from '../switches/switches.ts';
import { mixedMembers } from '../switches/split-by-switches.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** Multi-stage measures, by the groups that they have a value for. */
export interface Stage extends GroupedPlan {
  /** Indexes of the outer grouping's columns that `by` contains. */
  readonly kept: readonly number[];
}

interface StageInput {
  readonly inner: InnerGrouping;
  readonly leaves: readonly MemberId[];
}

/** Evaluates multi-stage measures over the groupings they are made of; measures of the same grouping share it. */
export function planStages(
  context: PlanContext,
  grouping: Grouping,
  leaves: readonly MemberId[],
): Outcome<readonly Stage[]> {
  const inputs = new Map<string, StageInput>();
  for (const leaf of leaves) {
    const around = withFiltersOf(context.model, grouping, [leaf]);
    const inner = innerGrouping(context, around, stageOf(context, leaf), (filters) =>
      measuresOf(context, leaf, filters),
    );
    if (!inner.ok) return inner;
    const { by, rowFilters, requestedFilters } = inner.value.grouping;
    const key = JSON.stringify([
      inner.value.kept,
      by,
      rowFilters,
      requestedFilters,
      inner.value.entities,
      [...inner.value.shiftedCalendars],
      [...inner.value.shiftedDays],
      inner.value.moves,
      rowsOf(context, inner.value),
    ]);
    const known = inputs.get(key);
    inputs.set(key, known ? together(known, inner.value, leaf) : { inner: inner.value, leaves: [leaf] });
  }
  const stages: Stage[] = [];
  for (const input of inputs.values()) {
    const planned = planInput(context, input);
    if (!planned.ok) return planned;
    stages.push(...planned.value);
  }
  return succeed(stages);
}

/**
 * Identifies the rows of a grouping when planned alone: other rows have other groups and values. Windows and stages
 * inside add rows of their own to those of the joins.
 */
function rowsOf({ model }: PlanContext, { grouping }: InnerGrouping): unknown {
  const { rows, rolling, stages } = leavesByKind(model, grouping.measures);
  const ofRows = grouping.required.filter(({ aside }) => !aside);
  const joined = [grouping.required, ofRows].map((required) => {
    const tree = findJoinTree(model, required);
    return tree.ok ? [tree.value.root, ...[...cubesOf(tree.value)].toSorted()] : grouping.measures;
  });
  const others = [...rolling, ...stages].toSorted();
  return [joined, rows.length > 0 || others.length === 0, others];
}

function together({ inner, leaves }: StageInput, { grouping }: InnerGrouping, leaf: MemberId): StageInput {
  const measures = [...new Set([...inner.grouping.measures, ...grouping.measures])];
  const required = [...inner.grouping.required, ...grouping.required];
  return { inner: { ...inner, grouping: { ...inner.grouping, measures, required } }, leaves: [...leaves, leaf] };
}

export function stageOf(context: PlanContext, leaf: MemberId): StageExpression {
  const { expression } = resolveAlias(context.model, leaf, 'measure').member;
  if (expression.kind !== 'stage') throw new Error(`the measure '${leaf}' has no stages`);
  return expression;
}

/** The measures whose rows a stage reads; for a choice, those of the reachable branches. */
export function measuresOf(
  context: PlanContext,
  leaf: MemberId,
  rowFilters: readonly PlanCondition[],
): readonly MemberId[] {
  const { model } = context;
  const stage = stageOf(context, leaf);
  const value = stage.value?.kind === 'choice' ? reachableBranches(context, stage.value, rowFilters) : stage.value;
  const sql = value?.kind === 'choice' ? choiceFragments(value) : value ? [value.sql] : [];
  const named = membersIn([...sql, ...stage.filters, ...stage.orderBy.map((item) => item.sql)]);
  return named.filter((id) => model.members.get(id)?.kind === 'measure');
}

function choiceFragments({ when, otherwise }: Extract<StageValue, { kind: 'choice' }>): readonly Fragment[] {
  return [...when.map((branch) => branch.sql), ...(otherwise ? [otherwise] : [])];
}

function planInput(around: PlanContext, { inner: requested, leaves }: StageInput): Outcome<readonly Stage[]> {
  const { context, grouping } = settleMasks(around, requested.grouping);
  const inner = { ...requested, grouping };
  // Group filters test the finished rows of the query and do not apply inside its stages.
  const inside: PlanContext = {
    ...context,
    entities: inner.entities,
    shiftedCalendars: inner.shiftedCalendars,
    shiftedDays: inner.shiftedDays,
    moves: inner.moves,
    requestedOfGroups: [],
  };
  const planned = planByBranches(inside, inner.grouping, leaves) ?? context.planGrouping(inside, inner.grouping);
  if (!planned.ok) return planned;
  const rows: InnerRows = { ...inner, grouped: planned.value };
  const refused = [
    ...leaves.flatMap((leaf) => missingDimensions(context, rows, leaf)),
    ...leaves.flatMap((leaf) => refuseSeveralRows(context, rows, leaf)),
  ];
  if (refused.length > 0) return fail(...refused);
  const isAggregated = (leaf: MemberId) => aggregates(context, rows, leaf);
  const [made, kept] = [leaves.filter(isAggregated), leaves.filter((leaf) => !isAggregated(leaf))];
  return succeed([
    ...(made.length > 0 ? [aggregateRows(context, rows, made)] : []),
    ...(kept.length > 0 ? [keepRows(context, rows, kept)] : []),
  ]);
}

/**
 * Plans inner rows for each value of the switch that measures choose by, with only the measures of that branch: where
 * rows differ per value, or no joins connect the branches. `undefined` when one set of rows has them all.
 */
function planByBranches(
  context: PlanContext,
  grouping: Grouping,
  leaves: readonly MemberId[],
): Outcome<GroupedPlan> | undefined {
  const { model } = context;
  const [on] = leaves.flatMap((leaf) => {
    const { value } = stageOf(context, leaf);
    return value?.kind === 'choice' && isSwitch(model, value.on.member) ? [storedMember(context, value.on.member)] : [];
  });
  if (on === undefined) return undefined;
  const isMixed = mixedMembers(context, grouping).some((member) => switchesRead(model, member).includes(on));
  if (!isMixed && standTogether(model, grouping)) return undefined;
  const live = switchValues(model, on, grouping.rowFilters) ?? [];
  // When no value passes, any of them supplies an empty relation.
  const values = live.length > 0 ? live : (switchValues(model, on, []) ?? []).slice(0, 1);
  const parts: GroupedPlan[] = [];
  for (const text of values) {
    const test: PlanCondition = {
      kind: 'one-of',
      operand: { kind: 'dimension', member: on, type: 'string' },
      values: [{ type: 'string', text }],
      isNegated: false,
      keepsNull: false,
    };
    const rowFilters = [...grouping.rowFilters, test];
    const measures = [...new Set(leaves.flatMap((leaf) => measuresOf(context, leaf, rowFilters)))];
    const required = requirementsOfInner(context, grouping, { by: grouping.by, measures, rowFilters }, []);
    const planned = context.planGrouping(context, { ...grouping, measures, rowFilters, required });
    if (!planned.ok) return planned;
    if (planned.value.repeats) return fail(problem('plan.several-rows', { member: itemAt(leaves, 0) }));
    parts.push(planned.value);
  }
  return succeed(combineGroups(context, grouping, parts, undefined));
}

/**
 * Refuses a calculation that chooses by a switch together with output of that switch: it has a row for each value,
 * several of which would be at one value, as would values repeated on them.
 */
function refuseSeveralRows(context: PlanContext, { grouping, kept }: InnerRows, leaf: MemberId) {
  const { model } = context;
  const { makes, value } = stageOf(context, leaf);
  if (makes !== 'value' || value?.kind !== 'choice' || !isSwitch(model, value.on.member)) return [];
  const on = storedMember(context, value.on.member);
  const shown = grouping.by.slice(0, kept.length).flatMap(({ expression }) => membersOfExpression(expression));
  const isAlone = (switchValues(model, on, grouping.rowFilters) ?? []).length < 2;
  if (isAlone || shown.some((member) => isNameOf(context, member, on))) return [];
  const dimension = shown.find((member) => switchesRead(model, member).includes(on));
  return dimension === undefined
    ? []
    : [problem('plan.several-rows-of-switch', { member: leaf, dimension: originalOf(dimension), on })];
}

/** Whether a dimension shows another one unchanged. */
function isNameOf(context: PlanContext, member: MemberId, other: MemberId): boolean {
  const stored = storedMember(context, member);
  if (stored === other) return true;
  const { expression } = resolveAlias(context.model, stored, 'dimension').member;
  const [only, ...more] = expression.kind === 'sql' ? expression.sql.parts : [];
  return only?.kind === 'member' && more.length === 0 && isNameOf(context, only.member, other);
}

export interface InnerRows extends InnerGrouping {
  readonly grouped: GroupedPlan;
}

/** Whether an aggregate is needed: sums, means and extremes of one row are that row's value. */
function aggregates(context: PlanContext, { grouping, kept, grouped }: InnerRows, leaf: MemberId): boolean {
  const { makes } = stageOf(context, leaf);
  switch (makes) {
    case 'value':
    case 'rank':
      return false;
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return grouping.by.length > kept.length || grouped.repeats === true;
    case 'raw':
    case 'count':
    case 'count-distinct':
    case 'count-distinct-approx':
      return true;
  }
}

function aggregateRows(context: PlanContext, rows: InnerRows, leaves: readonly MemberId[]): Stage {
  const { grouped, kept, grouping } = rows;
  const by = kept.map(
    (_, index): PlanColumn => ({
      column: context.columns.add(itemAt(grouping.by, index).name),
      expression: column(itemAt(grouped.by, index)),
    }),
  );
  const take = leaves.map((leaf): PlanAggregate => {
    const { makes } = stageOf(context, leaf);
    if (makes === 'rank' || makes === 'value') throw new Error(`the measure '${leaf}' does not aggregate`);
    return {
      column: context.columns.add(nameOfMember(leaf)),
      measure: leaf,
      over: 'rows',
      function: makes,
      operand: stageValue(context, rows, leaf),
      mayBeUnmatched: false,
    };
  });
  const plan = { kind: 'aggregate', input: grouped.plan, by, take } as const;
  return stage(plan, by, new Map(take.map((item) => [item.measure, item.column])), rows);
}

function keepRows(context: PlanContext, rows: InnerRows, leaves: readonly MemberId[]): Stage {
  const { grouped, grouping, kept } = rows;
  const by = grouped.by.map(
    (id, index): PlanColumn => ({
      column: context.columns.add(itemAt(grouping.by, index).name),
      expression: column(id),
    }),
  );
  const values = leaves.map((leaf) => ({
    leaf,
    column: context.columns.add(nameOfMember(leaf)),
    expression: stageValue(context, rows, leaf),
  }));
  const take = [
    ...by,
    ...values.map(({ leaf: measure, column: id, expression }) => ({ column: id, expression, measure })),
  ];
  const plan = { kind: 'project', input: grouped.plan, take } as const;
  const repeats = grouping.by.length > kept.length || grouped.repeats === true;
  const planned = stage(plan, by.slice(0, kept.length), new Map(values.map((item) => [item.leaf, item.column])), rows);
  return repeats ? { ...planned, repeats } : planned;
}

function stage(
  plan: GroupedPlan['plan'],
  by: readonly PlanColumn[],
  leaves: ReadonlyMap<MemberId, ColumnId>,
  { grouped, kept }: InnerRows,
): Stage {
  return { plan, by: by.map((item) => item.column), leaves, root: grouped.root, kept };
}

/** Finds dimensions in a stage's SQL that are missing from the inner rows' columns. */
export function missingDimensions(context: PlanContext, { grouping }: InnerRows, leaf: MemberId) {
  const { model } = context;
  const read = referencesIn(fragmentsOf(resolveAlias(model, leaf, 'measure').member)).filter(
    ({ member }) => model.members.get(member)?.kind === 'dimension',
  );
  const isColumn = ({ member, granularity }: (typeof read)[number]) =>
    grouping.by.some(({ expression }) =>
      isGrain({ member: storedMember(context, member), ...(granularity ? { granularity } : {}) }, expression),
    );
  return [...new Set(read.filter((part) => !isColumn(part)).map(({ member }) => member))].map((dimension) =>
    problem(
      'plan.dimension-outside-grain',
      { member: leaf, dimension },
      { hint: `Select ${dimension}, or list it in grain.include of the measure` },
    ),
  );
}
