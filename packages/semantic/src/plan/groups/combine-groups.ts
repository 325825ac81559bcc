import type { CubeName } from '../../model/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { nameOfMember } from '../plan.ts';
import type { GroupedPlan, Grouping, PlanContext } from './grouping.ts';
import { typeInSource } from './type-of-measure.ts';

/**
 * Joins relations of one grain. A column that several of them have, each for other groups, becomes one.
 *
 * @param root cube of all of them, if they share one
 */
export function combineGroups(
  context: PlanContext,
  grouping: Grouping,
  parts: readonly GroupedPlan[],
  root: CubeName | undefined,
): GroupedPlan {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const { model, columns } = context;
  const by = grouping.by.map(({ name }, index) => ({
    column: columns.add(name),
    from: parts.map((part) => itemAt(part.by, index)),
  }));
  const leaves = Map.groupBy(
    parts.flatMap((part) => [...part.leaves]),
    ([measure]) => measure,
  );
  const take = [...leaves].map(([measure, found]) => {
    const [from, ...further] = found.map(([, id]) => id);
    if (from === undefined) throw new Error(`no part has the measure '${measure}'`);
    return {
      measure,
      column: columns.add(nameOfMember(measure)),
      from,
      ...(further.length > 0 ? { others: further } : {}),
      type: typeInSource(model, measure),
    };
  });
  return {
    plan: {
      kind: 'combine',
      inputs: parts.map((part) => part.plan),
      by,
      take: take.map(({ measure: _, ...item }) => item),
    },
    by: by.map((item) => item.column),
    leaves: new Map(take.map((item) => [item.measure, item.column])),
    root,
  };
}
