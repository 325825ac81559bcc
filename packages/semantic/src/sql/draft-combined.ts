import { type ColumnId, itemAt, type Plan } from '../plan/index.ts';
import { close, columnOf, type SelectDraft, draftFrom } from './draft.ts';
import { type Lowering, newNames, plannedName, type UniqueNames } from './lowering.ts';
import { emptyScope } from './row-scope.ts';
import type { Select, Sql } from './sql.ts';

/** @param inputs lowered, in the order of the plan's */
export function draftCombined(
  lowering: Lowering,
  plan: Extract<Plan, { kind: 'combine' }>,
  inputs: readonly SelectDraft[],
  relations: UniqueNames,
): SelectDraft {
  const names = newNames(lowering);
  const nameOf = plannedName(lowering);
  const by = plan.by.map((item) => ({ ...item, alias: names.take(nameOf(item.column)) }));
  const take = plan.take.map((item) => ({ ...item, alias: names.take(nameOf(item.column)) }));
  const selects = inputs.map((draft, index): Select => {
    const groups = by.map(({ from, alias }) => ({ expression: columnOf(draft, itemAt(from, index)), alias }));
    const taken = take.map(({ from, others = [], alias, type }) => ({
      expression: [from, ...others].flatMap((id) => draft.columns.get(id) ?? [])[0] ?? lowering.dialect.absent(type),
      alias,
    }));
    const groupBy = draft.stage === 'groups' ? groups.map((_, position) => position + 1) : [];
    return close(draft, [...groups, ...taken], groupBy);
  });
  const alias = relations.take('parts');
  const read = (name: string): Sql => ({ kind: 'column', table: alias, name });
  const columns = new Map<ColumnId, Sql>([
    ...by.map((item) => [item.column, read(item.alias)] as const),
    ...take.map(
      (item) => [item.column, { kind: 'only-value', operand: read(item.alias), type: item.type } as const] as const,
    ),
  ]);
  return {
    ...draftFrom({ kind: 'union-all', selects, alias }, emptyScope, columns),
    stage: 'groups',
    groupBy: by.map(({ column }) => column),
  };
}
