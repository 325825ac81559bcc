import type { ModelIndex } from '../model/model-index.ts';
import type { MemberId } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import type { Value } from '../query/query.ts';
import { conjuncts, never } from './conjuncts.ts';
import type { Grouping } from './grouping.ts';
import type { PlanCondition, PlanExpression } from './plan.ts';
import { membersOfCondition, membersOfExpression, resolveAlias } from './requirement.ts';

/** A question without its switches, and what it is multiplied by. */
export interface WithoutSwitches {
  readonly grouping: Grouping;
  /** Which columns of the question are switches. */
  readonly columns: readonly number[];
  /** A value per such column, each combination that filters let pass once. */
  readonly rows: readonly (readonly string[])[];
}

/** Takes the switches out of a question; nothing when it has none. */
export function takeSwitches(model: ModelIndex, grouping: Grouping): Outcome<WithoutSwitches | undefined> {
  const conditions = grouping.rowFilters.flatMap(conjuncts);
  const tests = conditions.filter((condition) => switchesOf(model, membersOfCondition(condition)).length > 0);
  const columns = grouping.by.flatMap(({ expression }, index) =>
    switchesOf(model, membersOfExpression(expression)).length > 0 ? [index] : [],
  );
  if (tests.length === 0 && columns.length === 0) return succeed(undefined);
  const refused = [
    ...tests.flatMap((test) => refuseMixed(model, membersOfCondition(test))),
    ...columns.flatMap((index) => refuseExpression(model, grouping.by[index]?.expression)),
  ];
  if (refused.length > 0) return fail(...refused);

  const selected = columns.flatMap((index) => membersOfExpression(grouping.by[index]?.expression ?? nothing));
  const involved = [...new Set([...selected, ...tests.flatMap(membersOfCondition)])];
  const passing = combinations(model, involved).filter((values) => tests.every((test) => holds(test, values)));
  const rows = new Map(
    passing
      .map((values) => selected.map((member) => values.get(member) ?? ''))
      .map((row) => [JSON.stringify(row), row]),
  );
  const others = conditions.filter((condition) => !tests.includes(condition));
  return succeed({
    grouping: {
      ...grouping,
      by: grouping.by.filter((_, index) => !columns.includes(index)),
      rowFilters: passing.length > 0 ? others : [...others, never],
    },
    columns,
    rows: [...rows.values()],
  });
}

/** The values of a switch that filters let pass; nothing for other dimensions. */
export function switchValues(
  model: ModelIndex,
  dimension: MemberId,
  rowFilters: readonly PlanCondition[],
): readonly string[] | undefined {
  const { expression } = resolveAlias(model, dimension, 'dimension').member;
  if (expression.kind !== 'switch') return undefined;
  const tests = rowFilters.flatMap(conjuncts).filter((test) => {
    const members = membersOfCondition(test);
    return members.length > 0 && members.every((member) => member === dimension);
  });
  return expression.values.filter((value) => tests.every((test) => holds(test, new Map([[dimension, value]]))));
}

export function isSwitch(model: ModelIndex, id: MemberId): boolean {
  const member = model.members.get(id);
  return member?.kind === 'dimension' && resolveAlias(model, id, 'dimension').member.expression.kind === 'switch';
}

const nothing: PlanExpression = { kind: 'value', value: { type: 'string', text: '' } };

function switchesOf(model: ModelIndex, members: readonly MemberId[]): readonly MemberId[] {
  return members.filter((member) => isSwitch(model, member));
}

function refuseMixed(model: ModelIndex, members: readonly MemberId[]) {
  const [dimension] = switchesOf(model, members);
  const others = members.filter((member) => !isSwitch(model, member));
  if (dimension === undefined || others.length === 0) return [];
  return [problem('plan.switch-in-condition', { dimension, others })];
}

function refuseExpression(model: ModelIndex, expression: PlanExpression | undefined) {
  if (!expression || expression.kind === 'dimension') return [];
  return switchesOf(model, membersOfExpression(expression))
    .slice(0, 1)
    .map((dimension) => problem('plan.switch-in-expression', { dimension }));
}

function combinations(model: ModelIndex, members: readonly MemberId[]): readonly ReadonlyMap<MemberId, string>[] {
  return members.reduce<readonly ReadonlyMap<MemberId, string>[]>(
    (all, member) => {
      const { expression } = resolveAlias(model, member, 'dimension').member;
      const values = expression.kind === 'switch' ? expression.values : [];
      return all.flatMap((one) => values.map((value) => new Map([...one, [member, value]])));
    },
    [new Map()],
  );
}

/** Whether values of switches pass a test, as the engine would decide it of a column. */
function holds(condition: PlanCondition, values: ReadonlyMap<MemberId, string>): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => holds(one, values));
    case 'or':
      return condition.conditions.some((one) => holds(one, values));
    case 'null':
      return condition.isNegated;
    case 'one-of':
      return (
        condition.values.some((value) => textOf(value) === valueOf(condition.operand, values)) !== condition.isNegated
      );
    case 'text': {
      const text = valueOf(condition.operand, values).toLowerCase();
      return (
        condition.values.some((value) => matches(condition.match, text, value.toLowerCase())) !== condition.isNegated
      );
    }
    case 'compare':
      return compares(condition.operator, valueOf(condition.operand, values), textOf(condition.value));
    case 'rule':
    case 'range':
    case 'segment':
    case 'measure-filters':
      throw new Error(`a switch cannot be tested by a condition of kind ${condition.kind}`);
  }
}

function matches(match: 'contains' | 'starts-with' | 'ends-with', text: string, value: string): boolean {
  switch (match) {
    case 'contains':
      return text.includes(value);
    case 'starts-with':
      return text.startsWith(value);
    case 'ends-with':
      return text.endsWith(value);
  }
}

function compares(operator: '<' | '<=' | '>' | '>=', text: string, value: string): boolean {
  switch (operator) {
    case '<':
      return text < value;
    case '<=':
      return text <= value;
    case '>':
      return text > value;
    case '>=':
      return text >= value;
  }
}

function valueOf(operand: PlanExpression, values: ReadonlyMap<MemberId, string>): string {
  const value = operand.kind === 'dimension' ? values.get(operand.member) : undefined;
  if (value === undefined) throw new Error('a test of a switch has another operand');
  return value;
}

function textOf(value: Value): string {
  if (value.type !== 'string') throw new Error('a switch is compared with text');
  return value.text;
}
