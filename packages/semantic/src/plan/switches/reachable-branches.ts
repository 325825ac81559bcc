import type { StageValue } from '../../model/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import { storedMember } from '../stages/stage-grouping.ts';
import { switchValues } from './switches.ts';
import type { PlanCondition } from '../plan-expression.ts';

type StageChoice = Extract<StageValue, { kind: 'choice' }>;

/** The branches that remain when filters leave a switch only some of its values. */
export function reachableBranches(
  context: PlanContext,
  choice: StageChoice,
  rowFilters: readonly PlanCondition[],
): StageChoice {
  const values = switchValues(context.model, storedMember(context, choice.on.member), rowFilters);
  if (!values) return choice;
  const isTaken = ({ value }: StageChoice['when'][number]) => value.type === 'string' && values.includes(value.text);
  const when = choice.when.filter(isTaken);
  const needsOther = values.some((text) => !when.some(({ value }) => value.type === 'string' && value.text === text));
  const { otherwise, ...rest } = choice;
  return { ...rest, when, ...(needsOther && otherwise ? { otherwise } : {}) };
}
