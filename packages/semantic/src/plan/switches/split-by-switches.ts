import type { MemberId } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import { cubesOf, findJoinTree } from '../joins/join-tree.ts';
import type { World } from './pinned-members.ts';
import { membersOfCondition, membersOfExpression, stageDimensionsOfMember } from '../joins/requirement.ts';
import { isRule, rulesTouchedBy } from '../guard/rules.ts';
import { requirementsOfInner } from '../stages/stage-grouping.ts';
import {
  combinations,
  holds,
  isOfSwitchesAlone,
  refuseTooMany,
  type SwitchRelation,
  switchesRead,
  testsMembersAlone,
} from './switches.ts';
import { mapOperands } from '../../query/index.ts';
import { mapDimensions, type PlanCondition, type PlanExpression, conjuncts, never } from '../plan-expression.ts';

/** A query in which some switches have one value each. */
export interface PinnedGrouping {
  readonly grouping: Grouping;
  /** Indexes of the query's columns that are those switches, and their values. */
  readonly columns: readonly number[];
  readonly relation: SwitchRelation;
}

/** Bound on combinations of switch values, for each of which rows are read again. */
const mostWorlds = 64;

/**
 * Splits a query by the values of the switches that its row dimensions depend on: other values show other rows, or
 * other cubes. `undefined` when they depend on none.
 *
 * @param over measures that are aggregated over those rows
 */
export function splitBySwitches(
  context: PlanContext,
  grouping: Grouping,
  over: readonly MemberId[],
): Outcome<readonly PinnedGrouping[] | undefined> {
  const { model } = context;
  const mixed = mixedMembers(context, grouping);
  if (mixed.length === 0) return succeed(undefined);
  const switches = [...new Set(mixed.flatMap((member) => switchesRead(model, member)))];
  const entities = membersRead(grouping).find((member) => stageDimensionsOfMember(model, member).length > 0);
  if (entities) return fail(problem('plan.entities-beside-switch', { dimension: entities, switches, others: mixed }));
  const tooMany = refuseTooMany(model, switches, mostWorlds);
  if (tooMany) return fail(tooMany);
  const tests = grouping.rowFilters
    .filter((filter) => !isRule(filter))
    .flatMap(conjuncts)
    .filter((test) => isDecided(test, switches));
  const every = combinations(model, switches);
  const worlds = every.filter((world) => tests.every((test) => holds(test, world)));
  const open = switches.find(
    (one) => !isShown(grouping, one) && new Set(worlds.map((world) => world.get(one))).size > 1,
  );
  if (over.length > 0 && open !== undefined) {
    const dimension = mixed.find((member) => switchesRead(model, member).includes(open)) ?? open;
    const hint = `Select ${open}, or filter it to one value`;
    return fail(problem('plan.unsettled-switch', { dimension, switch: open }, { hint }));
  }
  const [first] = every;
  if (worlds.length > 0 || !first) return succeed(worlds.map((world) => pinned(context, grouping, over, world)));
  const nothing = { ...grouping, rowFilters: [...grouping.rowFilters, never] };
  return succeed([pinned(context, nothing, over, first)]);
}

/** Dimensions of a query that depend on both switches and rows. */
export function mixedMembers(
  { model }: PlanContext,
  grouping: Pick<Grouping, 'by' | 'rowFilters'>,
): readonly MemberId[] {
  const isMixed = (id: MemberId) => switchesRead(model, id).length > 0 && !isOfSwitchesAlone(model, id);
  return [...new Set(membersRead(grouping).filter(isMixed))];
}

function membersRead({ by, rowFilters }: Pick<Grouping, 'by' | 'rowFilters'>): readonly MemberId[] {
  return [
    ...by.flatMap(({ expression }) => membersOfExpression(expression)),
    ...rowFilters.filter((filter) => !isRule(filter)).flatMap(membersOfCondition),
  ];
}

/** Whether the values of the switches alone decide a test. */
function isDecided(test: PlanCondition, switches: readonly MemberId[]): boolean {
  const members = membersOfCondition(test);
  return members.length > 0 && testsMembersAlone(test) && members.every((member) => switches.includes(member));
}

function isShown({ by }: Grouping, member: MemberId): boolean {
  return by.some(({ expression }) => expression.kind === 'dimension' && expression.member === member);
}

function pinned(context: PlanContext, grouping: Grouping, over: readonly MemberId[], world: World): PinnedGrouping {
  const { model, pins } = context;
  const switches = [...world.keys()];
  const columns = grouping.by.flatMap(({ expression }, index) =>
    expression.kind === 'dimension' && world.has(expression.member) ? [index] : [],
  );
  const shown = columns.flatMap((index) => membersOfExpression(itemAt(grouping.by, index).expression));
  const change = (expression: PlanExpression) => mapDimensions(expression, (id) => pins.pin(model, id, world));
  const by = grouping.by.flatMap(({ name, expression }, index) =>
    columns.includes(index) ? [] : [{ name, expression: change(expression) }],
  );
  const pinTests = (filters: readonly PlanCondition[]) =>
    filters
      .flatMap((filter) => (isRule(filter) ? [filter] : conjuncts(filter)))
      .filter((filter) => isRule(filter) || !isDecided(filter, switches))
      .map((filter) => (isRule(filter) ? filter : mapOperands(filter, change)));
  const all = pinTests(grouping.rowFilters);
  const own = all.filter((filter) => !isRule(filter));
  const needed = requirementsOfInner(context, grouping, { by, measures: over, rowFilters: own }, []);
  const tree = findJoinTree(model, needed);
  const joined = tree.ok ? cubesOf(tree.value) : new Set(needed.map(({ cube }) => cube));
  const rules = all.filter(isRule);
  const touched = rulesTouchedBy(model, rules, [...membersRead({ by, rowFilters: own }), ...over]);
  // Rows read from another cube must also pass its rule.
  const isLimiting = (filter: PlanCondition) =>
    !isRule(filter) ||
    model.pieces.get(filter.of)?.kind === 'view' ||
    joined.has(filter.of) ||
    touched.includes(filter);
  const rowFilters = all.filter(isLimiting);
  const { propagated } = grouping;
  return {
    columns,
    relation: {
      switches: shown,
      values: [shown.map((one) => world.get(one) ?? '')],
    },
    grouping: {
      ...grouping,
      by,
      rowFilters,
      requestedFilters: rowFilters,
      ...(propagated ? { propagated: pinTests(propagated) } : {}),
      required: requirementsOfInner(context, grouping, { by, measures: over, rowFilters }, []),
    },
  };
}
