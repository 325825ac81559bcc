import { askedFor, type CubeName, cubeOf, type MemberId, type ModelIndex, requireCube } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { combineGroups } from './combine-groups.ts';
import {
  cubesOf,
  findJoinTree,
  type JoinTree,
  joinTreeBelow,
  pruneJoinTree,
  isMultiplied,
  leadsToMany,
} from '../joins/join-tree.ts';
import { column, leavesByKind, leavesInside } from './measure-leaves.ts';
import { type MeasurePart, splitIntoParts } from './measure-parts.ts';
import { isApart, planFacts, requiredFor, withFiltersOf } from './plan-facts.ts';
import { planWindows, type RowPlanner } from '../windows/plan-windows.ts';
import { broadcastAlone, broadcastOn } from './broadcast-groups.ts';
import { crossSwitches } from '../switches/cross-switches.ts';
import { moveJoins } from '../rows/moved-joins.ts';
import { movedValue } from '../rows/moved-value.ts';
import { shiftCalendars } from '../rows/shift-calendar.ts';
import { planStages, type Stage } from '../stages/plan-stages.ts';
import { switchRows } from '../switches/switch-rows.ts';
import { hasSwitches, takeSwitches, type WithoutSwitches } from '../switches/switches.ts';
import { type Plan, type PlanAggregate, type PlanColumn, type PlanColumnNumbers, nameOfMember } from '../plan.ts';
import {
  membersOfCondition,
  membersOfExpression,
  type Requirement,
  requirementsOfCondition,
  requirementsOfExpression,
  requirementsOfMember,
  resolveAlias,
} from '../joins/requirement.ts';
import { isRule, type Rule } from '../guard/rules.ts';
import { dimension, type GroupedPlan, type Grouping, type PlanContext } from './grouping.ts';
import { joinRows } from '../rows/join-rows.ts';
import { alongViews } from '../joins/view-paths.ts';
import { type PinnedGrouping, splitBySwitches } from '../switches/split-by-switches.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/**
 * Evaluates measures of every kind at one grain and joins the results. Each kind of leaf has its own planner; their
 * results share the columns of `grouping.by` and are matched on them.
 */
export function planGrouping(context: PlanContext, grouping: Grouping): Outcome<GroupedPlan> {
  const { rows, rolling, stages } = leavesByKind(context.model, grouping.measures);
  const staged = stages.length > 0 ? planStages(context, grouping, stages) : noStages;
  if (!staged.ok) return staged;
  const isWhole = (stage: Stage) => stage.kept.length === grouping.by.length && stage.repeats !== true;
  const [beside, above] = [staged.value.filter(isWhole), staged.value.filter((stage) => !isWhole(stage))];

  // Repeated values need rows to be repeated on: the query's own, where nothing else supplies them.
  const isRepeatedOn = above.length > 0 && grouping.by.length > 0;
  const needsRows = rows.length > 0 || rolling.length > 0 || stages.length === 0 || isRepeatedOn;
  const planned = needsRows ? planWithSwitches(context, grouping, { rows, rolling, isRepeatedOn }) : succeed([]);
  if (!planned.ok) return planned;
  const parts = [...planned.value, ...beside];
  const [first] = parts;
  if (!first) return broadcastAlone(grouping, above);
  const groups = parts.length > 1 ? combineGroups(context, grouping, parts, first.root) : first;
  return above.length > 0 ? broadcastOn(grouping, groups, above) : succeed(groups);
}

const noStages: Outcome<readonly Stage[]> = succeed([]);

interface OverRows {
  readonly rows: readonly MemberId[];
  readonly rolling: readonly MemberId[];
  /**
   * Whether values with fewer columns are repeated on each group, so that all groups are needed, not only those of
   * windows.
   */
  readonly isRepeatedOn: boolean;
}

/** Rows have no value of a switch: their results are repeated on each of its values. */
function planWithSwitches(
  context: PlanContext,
  grouping: Grouping,
  requested: OverRows,
): Outcome<readonly GroupedPlan[]> {
  const rowExpression = [...requested.rows, ...requested.rolling];
  const overRows = () => planRows(context, rowGrouping(context, grouping, rowExpression), requested);
  if (!hasSwitches(context.model, grouping)) return overRows();
  const split = splitBySwitches(context, grouping, rowExpression);
  if (!split.ok) return split;
  if (split.value) return planWorlds(context, grouping, requested, split.value);
  const taken = takeSwitches(context.model, grouping);
  if (!taken.ok) return taken;
  if (!taken.value) return overRows();
  const { columns, relation } = taken.value;
  const base = columns.length > 0 ? taken.value.grouping : gated(context, taken.value);
  if (rowExpression.length === 0 && base.by.length === 0) {
    return succeed([crossSwitches(context, grouping, undefined, columns, relation)]);
  }
  const alone = rowExpression.length > 0 ? ofRowsAlone(context, base, rowExpression) : withoutSwitches(context, base);
  const planned = planRows(context, alone, requested);
  if (!planned.ok) return planned;
  const [first] = planned.value;
  const beside = combineGroups(context, base, planned.value, first?.root);
  return succeed([columns.length > 0 ? crossSwitches(context, grouping, beside, columns, relation) : beside]);
}

/** Plans each combination of switch values with its own rows; a group that shows no switch may be in several. */
function planWorlds(
  context: PlanContext,
  grouping: Grouping,
  requested: OverRows,
  worlds: readonly PinnedGrouping[],
): Outcome<readonly GroupedPlan[]> {
  const planned: GroupedPlan[] = [];
  for (const { grouping: inside, columns, relation } of worlds) {
    // Without groups and measures nothing would show whether there are rows.
    const isBare = inside.by.length === 0 && requested.rows.length + requested.rolling.length === 0;
    const by = isBare ? [{ name: 'passes', expression: one }] : inside.by;
    const parts = planWithSwitches(context, { ...inside, by }, requested);
    if (!parts.ok) return parts;
    const beside = combineGroups(context, { ...inside, by }, parts.value, parts.value[0]?.root);
    const base = isBare ? { ...beside, by: [] } : beside;
    planned.push(columns.length > 0 ? crossSwitches(context, grouping, base, columns, relation) : base);
  }
  return succeed([combineGroups(context, grouping, planned, undefined)]);
}

const one: PlanExpression = { kind: 'value', value: { type: 'number', text: '1' } };

/** Where no output is made of switches, rows exist only if the switches pass their tests. */
function gated(context: PlanContext, { grouping, relation }: WithoutSwitches): Grouping {
  return relation.computed ? { ...grouping, gate: switchRows(context, relation, []) } : grouping;
}

/** The grouping that the measures over rows need by themselves. */
function rowGrouping(context: PlanContext, grouping: Grouping, rows: readonly MemberId[]): Grouping {
  const hasStages = leavesByKind(context.model, grouping.measures).stages.length > 0;
  return rows.length > 0 && hasStages ? ofRowsAlone(context, grouping, rows) : grouping;
}

/**
 * Drops stages and switches, because adding them must not change another measure. A calculation decides where rows
 * start, also one made only of measures of other cubes; one with stages leaves that to its measures over rows.
 */
function ofRowsAlone({ model }: PlanContext, grouping: Grouping, rows: readonly MemberId[]): Grouping {
  const plain = grouping.measures.filter((measure) => leavesByKind(model, [measure]).stages.length === 0);
  const limited = withFiltersOf(model, grouping, rows);
  const required = requiredFor(model, [...plain, ...rows], limited.rowFilters, grouping);
  return { ...limited, measures: rows, required: required.filter(({ aside }) => !aside) };
}

/** Without measures over rows, the values repeated on them decide which rows exist. */
function withoutSwitches({ model }: PlanContext, grouping: Grouping): Grouping {
  const required = requiredFor(model, grouping.measures, grouping.rowFilters, grouping);
  return { ...grouping, required: required.filter(({ aside }) => aside !== 'switch') };
}

function planRows(
  context: PlanContext,
  grouping: Grouping,
  { rows, rolling, isRepeatedOn }: OverRows,
): Outcome<readonly GroupedPlan[]> {
  const found = findJoinTree(context.model, grouping.required);
  if (!found.ok) {
    const facts = isApart(found) ? (planFacts(context, grouping) ?? found) : found;
    return facts.ok ? succeed([facts.value]) : facts;
  }
  const isShifted = context.moves.length + context.shiftedDays.size + context.shiftedCalendars.size > 0;
  const shifted = isShifted ? shiftedJoins(context, grouping, found.value, [...rows, ...rolling]) : found;
  if (!shifted.ok) return shifted;
  const tree = shifted.value;
  context.noticeJoins?.(tree, context.within);
  const rolled = rolling.length > 0 ? planWindows(context, grouping, rolling, rowPlanner(context, tree)) : none;
  if (!rolled.ok || (rows.length === 0 && rolling.length > 0 && !isRepeatedOn)) return rolled;
  const planned = planRowLeaves(context, grouping, tree, rows);
  return planned.ok ? succeed([...rolled.value, ...planned.value]) : planned;
}

const none: Outcome<readonly GroupedPlan[]> = succeed([]);

function shiftedJoins(
  context: PlanContext,
  grouping: Grouping,
  tree: JoinTree,
  leaves: readonly MemberId[],
): Outcome<JoinTree> {
  const ofRows = (leaf: MemberId) => resolveAlias(context.model, leaf, 'measure').member.expression.kind !== 'stage';
  const moved = moveJoins(context, tree, grouping, leaves.filter(ofRows));
  return moved.ok ? shiftCalendars(context, moved.value) : moved;
}

function rowPlanner(context: PlanContext, tree: JoinTree): RowPlanner {
  return {
    measures: (grouping, leaves) => planRowLeaves(context, grouping, tree, leaves),
    groups: (grouping, leaves) => {
      const read = leaves.flatMap((leaf) => requirementsOfMember(context.model, leaf).map(({ cube }) => cube));
      const needed = new Set([...sharedCubes(context.model, grouping), ...read]);
      return planOverRows(context, { tree: pruneJoinTree(context.model, tree, needed), leaves: [] }, grouping);
    },
  };
}

/** Cubes that every part of a grouping needs. */
function sharedCubes(model: ModelIndex, { by, rowFilters, windows }: Grouping): ReadonlySet<CubeName> {
  const required = [
    ...by.flatMap((item) => requirementsOfExpression(model, item.expression)),
    ...rowFilters.flatMap((filter) => requirementsOfCondition(model, filter)),
    ...(windows ? requirementsOfExpression(model, windows.time) : []),
  ];
  return new Set(required.map(({ cube }) => cube));
}

/** Plans measures that aggregate rows of cubes, in as many parts as needed; without measures, the groups alone. */
function planRowLeaves(
  context: PlanContext,
  grouping: Grouping,
  tree: JoinTree,
  leaves: readonly MemberId[],
): Outcome<readonly GroupedPlan[]> {
  const { model } = context;
  const refused = leaves.flatMap((leaf) => [
    ...refuseMultipliedReference(model, tree, leaf),
    ...refuseRollingReference(model, leaf),
    ...(context.moves.length > 0 ? movedValue(context, leaf) : []),
  ]);
  if (refused.length > 0) return fail(...refused);

  if (leaves.length === 0) {
    const groups = planOverRows(context, { tree, leaves }, grouping);
    return groups.ok ? succeed([groups.value]) : groups;
  }

  const shared = sharedCubes(model, grouping);
  const parts = splitIntoParts(model, tree, shared, leaves);
  const losesGroups = grouping.by.length > 0 && parts.every(({ presentCube }) => presentCube !== undefined);
  const groups: MeasurePart = { tree: pruneJoinTree(model, tree, shared), leaves: [] };
  const taken: GroupedPlan[] = [];
  for (const part of losesGroups ? [groups, ...parts] : parts) {
    const planned = planPart(context, part, grouping);
    if (!planned.ok) return planned;
    taken.push(planned.value);
  }
  return succeed(taken);
}

function nameColumns(columns: PlanColumnNumbers, grouping: Grouping): readonly PlanColumn[] {
  return grouping.by.map(({ name, expression }) => ({ column: columns.add(name), expression }));
}

/** @param reads members read in addition to those of the grouping itself */
function partRows(
  context: PlanContext,
  part: MeasurePart,
  grouping: Grouping,
  reads: readonly MemberId[],
): Outcome<Plan> {
  const { entities, gate, windows } = grouping;
  const rows = joinRows(context, part.tree, grouping.rowFilters, [...readBy(grouping), ...reads], {
    ...(entities ? { entities } : {}),
    ...(gate ? { gate } : {}),
    ...(windows ? { inWindows: (plan) => inWindows(plan, windows) } : {}),
    propagated: grouping.propagated,
  });
  if (!rows.ok || part.presentCube === undefined) return rows;
  const [key] = requireCube(context.model, part.presentCube).primaryKey;
  if (!key) return fail(problem('plan.primary-key-required', { cube: part.presentCube }));
  const where: PlanCondition = { kind: 'null', operand: dimension(context.model, key), isNegated: true };
  return succeed({ kind: 'filter', input: rows.value, where });
}

function inWindows(rows: Plan, { series, ...on }: NonNullable<Grouping['windows']>): Plan {
  return { kind: 'join', left: rows, right: series, on: { kind: 'window', ...on }, grain: 'multiplied' };
}

function readBy(grouping: Grouping): readonly MemberId[] {
  return [
    ...grouping.by.flatMap((item) => membersOfExpression(item.expression)),
    ...grouping.rowFilters.flatMap(membersOfCondition),
    ...(grouping.windows ? membersOfExpression(grouping.windows.time) : []),
  ];
}

function planPart(context: PlanContext, part: MeasurePart, grouping: Grouping): Outcome<GroupedPlan> {
  return part.keyCube === undefined
    ? planOverRows(context, part, grouping)
    : planOverKeys(context, part, part.keyCube, grouping);
}

function planOverRows(context: PlanContext, part: MeasurePart, grouping: Grouping): Outcome<GroupedPlan> {
  const rows = partRows(context, part, grouping, part.leaves);
  if (!rows.ok) return rows;
  const by = nameColumns(context.columns, grouping);
  const take = part.leaves.map((leaf) => takeMeasure(context, leaf, part.tree));
  const missing = keysMissing(context.model, take);
  if (missing.length > 0) return fail(...missing);
  const plan: Plan = { kind: 'aggregate', input: rows.value, by, take };
  return succeed(grouped(plan, by, take, part.tree.root));
}

/** Builds one row per group and key of the multiplied cube first, then that cube's measures over those rows. */
function planOverKeys(
  context: PlanContext,
  part: MeasurePart,
  cube: CubeName,
  grouping: Grouping,
): Outcome<GroupedPlan> {
  const { model, columns } = context;
  const { primaryKey } = requireCube(model, cube);
  if (primaryKey.length === 0) return fail(problem('plan.primary-key-required', { cube }));
  const keyRows = partRows(context, part, grouping, primaryKey);
  if (!keyRows.ok) return keyRows;
  const inner = nameColumns(columns, grouping);
  const keys = primaryKey.map((member) => ({
    member,
    column: columns.add(nameOfMember(member)),
  }));
  const keyed: Plan = {
    kind: 'aggregate',
    input: keyRows.value,
    by: [
      ...inner,
      ...keys.map((key): PlanColumn => ({ column: key.column, expression: dimension(model, key.member) })),
    ],
    take: [],
  };
  const along = (required: Requirement) => alongViews(model, context.views, required, cube);
  const measured = part.leaves.flatMap((leaf) => requirementsOfMember(model, leaf)).map(along);
  const known = joinTreeBelow(model, part.tree, new Set(measured.map((required) => required.cube)), cube);
  const found = known ? succeed(known) : findJoinTree(model, [{ cube, path: [cube] }, ...measured]);
  if (!found.ok) return found;
  // Cubes reached by the joins of the keys have passed their rules with them.
  const isReachedAnew = ({ of }: Rule) => !known && of !== cube && cubesOf(found.value).has(of);
  const rules = grouping.rowFilters.filter(isRule).filter(isReachedAnew);
  const tested = rules.flatMap((rule) => requirementsOfCondition(model, rule)).map(along);
  const measureTree = rules.length > 0 ? findJoinTree(model, [{ cube, path: [cube] }, ...measured, ...tested]) : found;
  if (!measureTree.ok) return measureTree;
  context.noticeJoins?.(measureTree.value, context.within);
  if (measureTree.value.root !== cube) {
    return fail(...part.leaves.map((member) => problem('plan.multiplied-reference', { member })));
  }
  const reads = [...part.leaves, ...rules.flatMap(membersOfCondition)];
  const rows = joinRows(context, measureTree.value, grouping.rowFilters, reads, {
    ...(grouping.entities ? { entities: grouping.entities } : {}),
    propagated: grouping.propagated,
    after: {
      tree: part.tree,
      rules,
      join: (scan) => ({
        kind: 'join',
        left: keyed,
        right: scan,
        on: { kind: 'key', cube, pairs: keys },
        grain: 'kept',
      }),
    },
  });
  if (!rows.ok) return rows;
  const by = grouping.by.map(
    ({ name }, index): PlanColumn => ({ column: columns.add(name), expression: column(itemAt(inner, index).column) }),
  );
  const take = part.leaves.map((leaf) => ({ ...takeMeasure(context, leaf, measureTree.value), mayBeUnmatched: true }));
  const plan: Plan = { kind: 'aggregate', input: rows.value, by, take };
  return succeed(grouped(plan, by, take, part.tree.root));
}

function takeMeasure(context: PlanContext, leaf: MemberId, tree: JoinTree): PlanAggregate {
  const { expression } = resolveAlias(context.model, leaf, 'measure').member;
  const column = context.columns.add(nameOfMember(leaf));
  const mayBeUnmatched = cubeOf(leaf) !== tree.root;
  const filtered = context.moved.withFilters(context.model, leaf, context.moves);
  const moved = filtered === leaf ? {} : { moved: filtered };
  if (expression.kind !== 'aggregate') {
    return { column, measure: leaf, ...moved, over: 'rows', function: 'raw', mayBeUnmatched };
  }
  const over = expression.function === 'count' && isMultiplied(tree, cubeOf(leaf)) ? 'keys' : 'rows';
  return { column, measure: leaf, ...moved, over, function: expression.function, mayBeUnmatched };
}

function keysMissing(model: ModelIndex, take: readonly PlanAggregate[]) {
  const cubes = take.filter(({ over }) => over === 'keys').map(({ measure }) => cubeOf(measure));
  return [...new Set(cubes)]
    .filter((cube) => requireCube(model, cube).primaryKey.length === 0)
    .map((cube) => problem('plan.primary-key-required', { cube }));
}

function grouped(plan: Plan, by: readonly PlanColumn[], take: readonly PlanAggregate[], root: CubeName): GroupedPlan {
  return {
    plan,
    by: by.map((item) => item.column),
    leaves: new Map(take.map((item) => [item.measure, item.column])),
    root,
  };
}

/** Refuses a measure that reads other cubes along joins that would multiply its rows. */
function refuseMultipliedReference(model: ModelIndex, tree: JoinTree, leaf: MemberId) {
  const [own, ...referenced] = requirementsOfMember(model, leaf);
  const refused = referenced.some(({ cube }) => own && cube !== own.cube && leadsToMany(tree, own.cube, cube));
  return refused ? [problem('plan.multiplied-reference', { member: leaf })] : [];
}

/** Refuses windows inside an author's aggregate, which runs over the rows of its group. */
function refuseRollingReference(model: ModelIndex, leaf: MemberId) {
  const { rolling } = leavesByKind(model, leavesInside(model, leaf));
  return [...new Set(rolling.map(askedFor))].map((measure) =>
    problem('plan.rolling-in-aggregate', { member: leaf, measure }),
  );
}
