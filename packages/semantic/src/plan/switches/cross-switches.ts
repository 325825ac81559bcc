import { itemAt } from '../tree/item-at.ts';
import { never } from '../plan-expression.ts';
import type { GroupedPlan, Grouping, PlanContext } from '../groups/grouping.ts';
import type { ColumnId, Plan } from '../plan.ts';
import { besideRows, type SwitchRows, switchRows } from './switch-rows.ts';
import type { SwitchRelation } from './switches.ts';

/**
 * Repeats every group once per row of a relation of switches.
 *
 * @param columns columns of the grouping that the relation has
 */
export function crossSwitches(
  context: PlanContext,
  grouping: Grouping,
  base: GroupedPlan | undefined,
  columns: readonly number[],
  relation: SwitchRelation,
): GroupedPlan {
  const names = columns.map((index) => itemAt(grouping.by, index).name);
  const rows = switchRows(context, relation, names);
  const added = new Map(columns.map((index, position) => [index, itemAt(rows.columns, position)]));
  const before = [...(base?.by ?? [])];
  const by = grouping.by.map((_, index): ColumnId => {
    const column = added.get(index) ?? before.shift();
    if (column === undefined) throw new Error('a column of the question was lost');
    return column;
  });
  const plan = base ? joined(base.plan, rows, relation) : rows.plan;
  return { plan, by, leaves: base?.leaves ?? new Map(), root: base?.root };
}

function joined(base: Plan, rows: SwitchRows, { values }: SwitchRelation): Plan {
  // Without values a left join would keep the groups, so they are filtered out.
  const left: Plan = values.length === 0 ? { kind: 'filter', input: base, where: never } : base;
  return besideRows(rows, {
    kind: 'join',
    left,
    right: rows.plan,
    on: { kind: 'match', pairs: [] },
    grain: 'multiplied',
  });
}
