import {
  type CubeName,
  fragmentsOf,
  type MemberId,
  membersIn,
  type ModelIndex,
  requireCube,
  requireMember,
} from '../../model/index.ts';
import { type Outcome, succeed } from '../../problem/index.ts';
import { combineGroups } from './combine-groups.ts';
import type { GroupedPlan, Grouping, PlanContext } from './grouping.ts';
import { findJoinTree, type JoinTree } from '../joins/join-tree.ts';
import { leavesOf, leavesByKind } from './measure-leaves.ts';
import {
  requirementsOfCondition,
  requirementsOfExpression,
  requirementsOfMember,
  resolveAlias,
} from '../joins/requirement.ts';
import { isRule } from '../guard/rules.ts';
import { type PlanCondition, conjuncts } from '../plan-expression.ts';

/** Measures that start at one cube, with every cube to which its rows can be joined. */
interface Fact {
  readonly root: CubeName;
  readonly reach: ReadonlySet<CubeName>;
  /** Aggregates that the query needs from this fact. An aggregate over several facts is listed with each of them. */
  readonly measures: readonly MemberId[];
  /** Measures that supply the rows of the fact: its own, or those they are made of. */
  readonly over: readonly MemberId[];
}

/**
 * Whether joins do not connect the query, so that it may consist of separate facts. An ambiguous or cyclic connection
 * is refused instead: as separate facts it would have other rows, and so other numbers.
 */
export function isApart(tree: Outcome<JoinTree>): boolean {
  return !tree.ok && tree.problems.every(({ code }) => code === 'plan.no-join-path');
}

/**
 * Plans measures of facts that no join connects but that reach the same dimensions: each fact is aggregated separately,
 * and the results are matched on the dimensions. A filter limits the facts that reach its member.
 *
 * @returns `undefined` when the measures are not such facts
 */
export function planFacts(context: PlanContext, grouping: Grouping): Outcome<GroupedPlan> | undefined {
  const facts = findFacts(context.model, grouping);
  if (!facts || facts.length < 2 || !belongTogether(context.model, facts)) return undefined;
  const filters = grouping.rowFilters.flatMap(conjuncts);
  if (!filters.every((filter) => facts.some((fact) => isLimitedBy(context.model, fact, filter)))) return undefined;
  const planned: GroupedPlan[] = [];
  for (const fact of facts) {
    const part = context.planGrouping(context, groupingOf(context.model, fact, grouping, filters));
    if (!part.ok) return part;
    planned.push(part.value);
  }
  return succeed(combineGroups(context, grouping, planned, undefined));
}

/**
 * Keeps only the filters that limit some of its measures: with separate facts, a filter that only other facts reach
 * does not affect these.
 */
export function withFiltersOf(model: ModelIndex, grouping: Grouping, measures: readonly MemberId[]): Grouping {
  if (!isApart(findJoinTree(model, grouping.required))) return grouping;
  const facts = findFacts(model, grouping);
  const own = facts?.filter((fact) => fact.measures.some((measure) => measures.includes(measure))) ?? [];
  const isReachedBy = (some: readonly Fact[], filter: PlanCondition) =>
    some.some((fact) => isLimitedBy(model, fact, filter));
  const limit = (filters: readonly PlanCondition[]): readonly PlanCondition[] => {
    const each = filters.flatMap(conjuncts);
    if (!facts || own.length === 0 || !each.every((filter) => isReachedBy(facts, filter))) return filters;
    return each.filter((filter) => isReachedBy(own, filter));
  };
  return { ...grouping, rowFilters: limit(grouping.rowFilters), requestedFilters: limit(grouping.requestedFilters) };
}

/** Whether one set of joins, or separate facts, can answer the measures of a query. */
export function standTogether(model: ModelIndex, grouping: Grouping): boolean {
  const tree = findJoinTree(model, grouping.required);
  if (tree.ok || !isApart(tree)) return true;
  const facts = findFacts(model, grouping);
  return facts !== undefined && facts.length > 1 && belongTogether(model, facts);
}

/** Cubes where the rows of a query begin: one, or one per fact; empty when undetermined. */
export function rootsOf(model: ModelIndex, grouping: Grouping): readonly CubeName[] {
  const tree = findJoinTree(model, grouping.required);
  if (tree.ok) return [tree.value.root];
  return isApart(tree) ? (findFacts(model, grouping) ?? []).map(({ root }) => root) : [];
}

/** Groups measures by their root when queried alone with the same dimensions; `undefined` when one has none. */
function findFacts(model: ModelIndex, grouping: Grouping): readonly Fact[] | undefined {
  const facts = new Map<CubeName, { readonly measures: Set<MemberId>; readonly over: Set<MemberId> }>();
  for (const leaf of new Set(grouping.measures.flatMap((measure) => leavesOf(model, measure)))) {
    const rooted = rootedLeaves(model, leaf, grouping);
    if (!rooted) return undefined;
    for (const { root, over } of rooted) {
      const known = facts.get(root) ?? { measures: new Set(), over: new Set() };
      facts.set(root, { measures: known.measures.add(leaf), over: known.over.add(over) });
    }
  }
  return [...facts].map(([root, { measures, over }]) => ({
    root,
    reach: reachedFrom(model, root),
    measures: [...measures],
    over: [...over],
  }));
}

/** The measures that supply the rows of a leaf, with their roots: itself, or what its stages are made of. */
function rootedLeaves(
  model: ModelIndex,
  leaf: MemberId,
  grouping: Grouping,
): readonly { readonly root: CubeName; readonly over: MemberId }[] | undefined {
  const tree = findJoinTree(model, requiredFor(model, [leaf], [], grouping));
  if (tree.ok) return [{ root: tree.value.root, over: leaf }];
  if (!isApart(tree)) return undefined;
  const { member } = resolveAlias(model, leaf, 'measure');
  // Measures with windows are aggregated along one series, not per fact.
  if (member.expression.kind !== 'stage' || member.expression.window) return undefined;
  const made = membersIn(fragmentsOf(member)).filter((id) => requireMember(model, id).kind === 'measure');
  const rooted = made.flatMap((id) => leavesOf(model, id)).map((one) => rootedLeaves(model, one, grouping));
  return rooted.some((one) => one === undefined) ? undefined : rooted.flatMap((one) => one ?? []);
}

/** Values repeated on the rows of several facts need the groups of each fact, not their values. */
function groupingOf(model: ModelIndex, fact: Fact, grouping: Grouping, filters: readonly PlanCondition[]): Grouping {
  const rowFilters = filters.filter((filter) => isLimitedBy(model, fact, filter));
  const required = requiredFor(model, fact.over, rowFilters, grouping);
  const measures = leavesByKind(model, fact.measures);
  return { ...grouping, measures: [...measures.rows, ...measures.rolling], rowFilters, required };
}

/** Requirements of the query that these measures, its dimensions and these filters need. */
export function requiredFor(
  model: ModelIndex,
  measures: readonly MemberId[],
  filters: readonly PlanCondition[],
  { by, required }: Grouping,
): Grouping['required'] {
  const needed = new Set(
    [
      ...measures.flatMap((measure) => requirementsOfMember(model, measure)),
      ...by.flatMap(({ expression }) => requirementsOfExpression(model, expression)),
      ...filters.flatMap((filter) => requirementsOfCondition(model, filter)),
    ].map(({ cube }) => cube),
  );
  return required.filter(({ cube, behind }) => needed.has(cube) && (behind === undefined || needed.has(behind)));
}

/** Every cube to which a row of the root can be joined. */
export function reachedFrom(model: ModelIndex, root: CubeName): ReadonlySet<CubeName> {
  const reached = new Set([root]);
  for (const cube of reached)
    for (const { to } of requireCube(model, cube).joins) if (model.pieces.has(to)) reached.add(to);
  return reached;
}

/** Whether joins lead from all facts to one cube, or from one cube, a hub that declares the joins, to all of them. */
function belongTogether(model: ModelIndex, facts: readonly Fact[]): boolean {
  return haveCommon(facts.map(({ reach }) => reach)) || haveCommon(facts.map(({ root }) => leadingTo(model, root)));
}

function haveCommon(sets: readonly ReadonlySet<CubeName>[]): boolean {
  const [first, ...others] = sets;
  return [...(first ?? [])].some((cube) => others.every((set) => set.has(cube)));
}

/** Every cube from which joins lead to the root. */
function leadingTo(model: ModelIndex, root: CubeName): ReadonlySet<CubeName> {
  const from = new Map<CubeName, CubeName[]>();
  for (const piece of model.pieces.values()) {
    if (piece.kind !== 'cube') continue;
    for (const { to } of piece.joins) from.set(to, [...(from.get(to) ?? []), piece.name]);
  }
  const leading = new Set([root]);
  for (const cube of leading) for (const start of from.get(cube) ?? []) leading.add(start);
  return leading;
}

/**
 * Whether a filter limits the fact: it limits facts that reach its member. A cube's rule limits all facts that reach
 * the cube, and a view's rule limits all facts: where it cannot be tested, the query is refused.
 */
function isLimitedBy(model: ModelIndex, { reach }: Fact, filter: PlanCondition): boolean {
  if (isRule(filter)) return model.pieces.get(filter.of)?.kind === 'view' || reach.has(filter.of);
  return requirementsOfCondition(model, filter).every(({ cube }) => reach.has(cube));
}
