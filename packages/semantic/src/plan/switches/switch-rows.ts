import type { PlanContext } from '../groups/grouping.ts';
import { column } from '../groups/measure-leaves.ts';
import { type ColumnId, type Plan, type PlanColumn, nameOfMember } from '../plan.ts';
import type { SwitchRelation } from './switches.ts';
import { mapOperands } from '../../query/index.ts';
import { mapExpressions, type PlanCondition, type PlanExpression, type StandIn } from '../plan-expression.ts';

/** A relation of switches as a plan. */
export interface SwitchRows {
  readonly plan: Plan;
  readonly columns: readonly ColumnId[];
  /** Column with a value in each of its rows; absent where every column has one. */
  readonly marker?: ColumnId;
}

/** @param names of its columns */
export function switchRows(
  context: PlanContext,
  { switches, values: rows, computed }: SwitchRelation,
  names: readonly string[],
): SwitchRows {
  const named = switches.map((member, index) => (computed ? nameOfMember(member) : (names[index] ?? '')));
  const ids = named.map((name) => context.columns.add(name));
  const values: Plan = { kind: 'values', columns: ids, rows };
  if (!computed) return { plan: values, columns: ids };
  const standIns = switches.flatMap((member, index): readonly StandIn[] => {
    const id = ids[index];
    return id === undefined ? [] : [{ member, expression: column(id) }];
  });
  const change = (expression: PlanExpression) => overSwitches(expression, standIns);
  const input = computed.tests.reduce<Plan>(
    (plan, test) => ({ kind: 'filter', input: plan, where: mapOperands(test, change) }),
    values,
  );
  const shown = computed.columns.map(
    (expression, index): PlanColumn => ({
      column: context.columns.add(names[index] ?? ''),
      expression: change(expression),
    }),
  );
  const marker: PlanColumn = { column: context.columns.add('passes'), expression: one };
  return {
    plan: { kind: 'aggregate', input, by: [...shown, marker], take: [] },
    columns: shown.map((item) => item.column),
    marker: marker.column,
  };
}

const one: PlanExpression = { kind: 'value', value: { type: 'number', text: '1' } };

/** Keeps rows that have a partner in the relation after a left join. */
export function besideRows({ marker }: SwitchRows, plan: Plan): Plan {
  if (marker === undefined) return plan;
  const where: PlanCondition = { kind: 'null', operand: column(marker), isNegated: true };
  return { kind: 'filter', input: plan, where };
}

/** Replaces switches by the columns with their values. */
function overSwitches(expression: PlanExpression, standIns: readonly StandIn[]): PlanExpression {
  switch (expression.kind) {
    case 'dimension': {
      const sql = { parts: [{ kind: 'member' as const, member: expression.member, path: [] }] };
      return { kind: 'calculated', sql, filters: [], measures: [], dimensions: standIns, type: expression.type };
    }
    case 'local-time':
    case 'bucket':
    case 'call':
    case 'sql':
    case 'value':
      return mapExpressions(expression, (inner) => overSwitches(inner, standIns));
    default:
      throw new Error(`switches were asked for by an expression of kind ${expression.kind}`);
  }
}
