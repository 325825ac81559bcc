import {
  askedFor,
  type CubeName,
  type MemberId,
  type ModelIndex,
  originalOf,
  requireCube,
  requireMember,
} from '../../model/index.ts';
import { type Problem, problem } from '../../problem/index.ts';
import { membersNamedIn, operandsIn } from '../../query/index.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import { isRule } from '../guard/rules.ts';
import { findJoinTree, type JoinTree } from '../joins/join-tree.ts';
import { membersOfExpression, requirementsOfMember, resolveAlias } from '../joins/requirement.ts';
import { itemAt } from '../tree/item-at.ts';
import type { PlanExpression } from '../plan-expression.ts';
import { readingOfTime, rootOfTime } from '../rows/computed-times.ts';
import { cubesFoundByTime, daysByNoTime, joinsByNoTime, timesOfFacts } from '../rows/moved-joins.ts';
import { type ShownTime, shownTime } from './shown-time.ts';

/**
 * Refuses groups and filters that are computed from the time of the windows, or found by it in a joined cube, and are no
 * buckets of it: a window would hold their own rows alone. Without buckets in the query, every time of the measure's cubes
 * is one.
 */
export function refuseComputed(
  context: PlanContext,
  grouping: Grouping,
  followed: ShownTime | undefined,
  leaves: readonly MemberId[],
): Problem | undefined {
  const { model } = context;
  const times = followed ? rootsOf(model, followed.operand) : leaves.flatMap((leaf) => timesOfMember(model, leaf));
  const tree = findJoinTree(model, grouping.required);
  const behind = timeBehind(model, tree.ok ? tree.value : undefined, times);
  const isOwn = (shown: ShownTime) => rootsOf(model, shown.operand).some((root) => times.includes(root));
  const isBucket = (expression: PlanExpression) => {
    const shown = shownTime(context, expression);
    if (shown?.isMasked) return true;
    return shown !== undefined && shown.granularities.length > 0 && isOwn(shown);
  };
  const isPeriod = (operand: PlanExpression) => {
    const shown = shownTime(context, operand);
    return shown !== undefined && (followed === undefined || isOwn(shown));
  };
  const filters = grouping.rowFilters.filter((filter) => !isRule(filter));
  const read = [
    ...grouping.by.flatMap(({ expression }) => (isBucket(expression) ? [] : membersOfExpression(expression))),
    ...filters.flatMap((filter) => [
      ...operandsIn(filter).flatMap((operand) => (isPeriod(operand) ? [] : membersOfExpression(operand))),
      ...membersNamedIn(filter),
    ]),
  ];
  for (const shown of read) {
    const found = behind(shown);
    if (found === undefined) {
      const unknown = tree.ok ? readByNoTime(model, tree.value, times, shown) : undefined;
      if (unknown) return unknown;
      continue;
    }
    const [name, dimension] = [originalOf(shown), originalOf(found)];
    const hint = `Group by a granularity of ${dimension}, filter by its date range, and compute from that around the query`;
    return problem('plan.rolling-computed', { member: askedFor(itemAt(leaves, 0)), shown: name, dimension }, { hint });
  }
  return undefined;
}

/** Tells from which of some times a member is computed, or by which of them its row is found. */
export function timeBehind(
  model: ModelIndex,
  tree: JoinTree | undefined,
  times: readonly MemberId[],
): (member: MemberId) => MemberId | undefined {
  const joined = tree ? joinedBy(model, tree, times) : [];
  const computing = times.filter((time) => !isConstant(model, time));
  return (member) =>
    computing.find((root) => readingOfTime(model, member, root) !== 'none') ??
    joined.find((one) => isFoundBy(model, member, one))?.time;
}

/** A time of windows, what joins equate it with, and the cubes whose rows it decides. */
interface JoinedTime {
  readonly time: MemberId;
  readonly equal: readonly MemberId[];
  readonly cubes: ReadonlySet<CubeName>;
}

function joinedBy(model: ModelIndex, tree: JoinTree, times: readonly MemberId[]): readonly JoinedTime[] {
  return times.map((time) => {
    const equal = timesOfFacts(model, tree, time);
    const cubes = [time, ...equal].flatMap((root) => [...cubesFoundByTime(model, tree, root)]);
    return { time, equal, cubes: new Set(cubes) };
  });
}

/**
 * Whether a member has its value from the row that a time decides. A key of such rows that is joined together with the
 * time has its own value.
 */
function isFoundBy(model: ModelIndex, id: MemberId, { equal, cubes }: JoinedTime): boolean {
  if (equal.some((root) => readingOfTime(model, id, root) !== 'none')) return true;
  const { member } = resolveAlias(model, id, requireMember(model, id).kind);
  if (member.kind === 'dimension' && member.isPrimaryKey && member.type !== 'time') return false;
  return requirementsOfMember(model, id).some(({ cube }) => cubes.has(cube));
}

/** Refuses a member of a table of days of which it is unknown whether it shows the time of the windows. */
function readByNoTime(
  model: ModelIndex,
  tree: JoinTree,
  times: readonly MemberId[],
  shown: MemberId,
): Problem | undefined {
  for (const time of times) {
    const found = joinsByNoTime(model, tree, time).find(({ behind }) =>
      requirementsOfMember(model, shown).some(({ cube }) => behind.has(cube)),
    );
    if (found) return daysByNoTime(found.join, time, shown);
  }
  return undefined;
}

/** Whether a mask replaces a time by one value on every row, so that nothing is computed from the time. */
function isConstant(model: ModelIndex, time: MemberId): boolean {
  const { expression } = requireMember(model, time);
  return expression.kind === 'sql' && expression.sql.parts.every(({ kind }) => kind === 'constant');
}

export function rootsOf(model: ModelIndex, operand: PlanExpression): readonly MemberId[] {
  return membersOfExpression(operand).map((id) => rootOfTime(model, id));
}

/** The times of the cubes that a member reads. */
export function timesOfMember(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const cubes = new Set(requirementsOfMember(model, id).map(({ cube }) => cube));
  const times = [...cubes].flatMap((cube) => requireCube(model, cube).dimensions.filter(({ type }) => type === 'time'));
  return [...new Set(times.map((time) => rootOfTime(model, time.id)))];
}
