import { askedFor, type MemberId, type ModelIndex, originalOf, requireCube } from '../../model/index.ts';
import { type Problem, problem } from '../../problem/index.ts';
import { membersNamedIn, operandsIn } from '../../query/index.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import { isRule } from '../guard/rules.ts';
import { membersOfExpression, requirementsOfMember } from '../joins/requirement.ts';
import { itemAt } from '../tree/item-at.ts';
import type { PlanExpression } from '../plan-expression.ts';
import { readingOfTime, rootOfTime } from '../rows/computed-times.ts';
import { type ShownTime, shownTime } from './shown-time.ts';

/**
 * Refuses groups and filters that are computed from the time of the windows: a window would hold their own rows alone.
 * Without buckets in the query, every time of the measure's cubes is one.
 */
export function refuseComputed(
  context: PlanContext,
  grouping: Grouping,
  followed: ShownTime | undefined,
  leaves: readonly MemberId[],
): Problem | undefined {
  const { model } = context;
  const roots = followed ? rootsOf(model, followed.operand) : leaves.flatMap((leaf) => timesOfMember(model, leaf));
  const isBucket = (expression: PlanExpression) => {
    const shown = shownTime(context, expression);
    return shown !== undefined && (shown.granularities.length > 0 || shown.isMasked === true);
  };
  const filters = grouping.rowFilters.filter((filter) => !isRule(filter));
  const read = [
    ...grouping.by.flatMap(({ expression }) => (isBucket(expression) ? [] : membersOfExpression(expression))),
    ...filters.flatMap((filter) => [
      ...operandsIn(filter).flatMap((operand) => (shownTime(context, operand) ? [] : membersOfExpression(operand))),
      ...membersNamedIn(filter),
    ]),
  ];
  for (const shown of read) {
    const time = roots.find((root) => readingOfTime(model, shown, root) !== 'none');
    if (time === undefined) continue;
    const [name, dimension] = [originalOf(shown), originalOf(time)];
    const hint = `Group by a granularity of ${dimension}, filter by its date range, and compute from that around the query`;
    return problem('plan.rolling-computed', { member: askedFor(itemAt(leaves, 0)), shown: name, dimension }, { hint });
  }
  return undefined;
}

function rootsOf(model: ModelIndex, operand: PlanExpression): readonly MemberId[] {
  return membersOfExpression(operand).map((id) => rootOfTime(model, id));
}

/** The times of the cubes that a member reads. */
export function timesOfMember(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const cubes = new Set(requirementsOfMember(model, id).map(({ cube }) => cube));
  const times = [...cubes].flatMap((cube) => requireCube(model, cube).dimensions.filter(({ type }) => type === 'time'));
  return [...new Set(times.map((time) => rootOfTime(model, time.id)))];
}
