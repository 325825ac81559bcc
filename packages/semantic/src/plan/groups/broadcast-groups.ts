import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { GroupedPlan, Grouping } from './grouping.ts';
import { column } from './measure-leaves.ts';
import type { Stage } from '../stages/plan-stages.ts';
import { typeOfRowExpression } from '../plan-expression.ts';

/** Repeats values with fewer columns on every row they apply to, and several rows on each. */
export function broadcastOn(grouping: Grouping, base: GroupedPlan, stages: readonly Stage[]): Outcome<GroupedPlan> {
  const several = stages.filter(({ repeats }) => repeats === true);
  if (several.length > 1 || (several.length > 0 && base.repeats)) {
    return fail(problem('plan.several-inner-grains', { members: several.flatMap(({ leaves }) => [...leaves.keys()]) }));
  }
  return succeed(stages.reduce((left, stage) => besideEach(grouping, left, stage), base));
}

/**
 * Joins without a column to match: the first relation with one row is the base for the others, since inner rows may be
 * missing.
 */
export function broadcastAlone(grouping: Grouping, stages: readonly Stage[]): Outcome<GroupedPlan> {
  const [first, ...others] = stages.toSorted(
    (one, other) => Number(one.repeats ?? false) - Number(other.repeats ?? false),
  );
  if (!first) throw new Error('a question without measures and columns was planned');
  return broadcastOn(grouping, first, others);
}

function besideEach(grouping: Grouping, base: GroupedPlan, stage: Stage): GroupedPlan {
  const pairs = stage.kept.map((index, position) => ({
    left: column(itemAt(base.by, index)),
    right: itemAt(stage.by, position),
    type: typeOfRowExpression(itemAt(grouping.by, index).expression),
  }));
  return {
    plan: {
      kind: 'join',
      left: base.plan,
      right: stage.plan,
      on: { kind: 'match', pairs },
      grain: stage.repeats ? 'multiplied' : 'kept',
    },
    by: base.by,
    leaves: new Map([...base.leaves, ...stage.leaves]),
    root: base.root,
    ...(stage.repeats || base.repeats ? { repeats: true } : {}),
  };
}
