import { at } from './at.ts';
import { never } from './conjuncts.ts';
import type { Grouped, Grouping, PlanContext } from './grouping.ts';
import type { ColumnId, Plan } from './plan.ts';

/**
 * Every group once per row of values.
 *
 * @param columns which columns of the grouping the values are
 */
export function multiply(
  context: PlanContext,
  grouping: Grouping,
  base: Grouped | undefined,
  columns: readonly number[],
  rows: readonly (readonly string[])[],
): Grouped {
  const added = new Map(columns.map((index) => [index, context.columns.add(at(grouping.by, index).name)]));
  const values: Plan = { kind: 'values', columns: [...added.values()], rows };
  const before = [...(base?.by ?? [])];
  const by = grouping.by.map((_, index): ColumnId => {
    const column = added.get(index) ?? before.shift();
    if (column === undefined) throw new Error('a column of the question was lost');
    return column;
  });
  // Joined to no values, the groups would stand alone; they are multiplied by none.
  const groups: Plan | undefined =
    base && rows.length === 0 ? { kind: 'filter', input: base.plan, where: never } : base?.plan;
  const plan: Plan = groups
    ? { kind: 'join', left: groups, right: values, on: { kind: 'match', pairs: [] }, grain: 'multiplied' }
    : values;
  return { plan, by, leaves: base?.leaves ?? new Map(), root: base?.root };
}
