import { everyPart, factOfPart, fragmentsOf, type MemberId, membersIn, type ModelIndex } from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import type { Grouping } from '../groups/grouping.ts';
import { membersOfCondition, membersOfExpression, resolveAlias } from '../joins/requirement.ts';
import { holdsOf, operandsIn } from '../../query/index.ts';
import { type PlanCondition, type PlanExpression, conjuncts, never } from '../plan-expression.ts';

/** A query without its switches, and the relation it is multiplied by. */
export interface WithoutSwitches {
  readonly grouping: Grouping;
  /** Indexes of the query's columns that are switches, or made of them. */
  readonly columns: readonly number[];
  /**
   * A row per distinct combination of those columns that passes the filters; without columns, a row if anything passes.
   */
  readonly relation: SwitchRelation;
}

export interface SwitchRelation {
  readonly switches: readonly MemberId[];
  /** Values of each switch, in the order of `switches`. */
  readonly values: readonly (readonly string[])[];
  /** Parts that an engine has to compute from switches: tests of the values, and the columns. */
  readonly computed?: { readonly tests: readonly PlanCondition[]; readonly columns: readonly PlanExpression[] };
}

/** Bound on combinations of values by which one query may be multiplied. */
const mostCombinations = 10_000;

/** Whether a grouping reads switches, also through other dimensions. */
export function hasSwitches(model: ModelIndex, { by, rowFilters }: Grouping): boolean {
  const read = [
    ...by.flatMap((item) => membersOfExpression(item.expression)),
    ...rowFilters.flatMap(membersOfCondition),
  ];
  return read.some((member) => readsSwitch(model, member));
}

/** Removes the switches from a query; `undefined` when it has none. */
export function takeSwitches(model: ModelIndex, grouping: Grouping): Outcome<WithoutSwitches | undefined> {
  const conditions = grouping.rowFilters.flatMap(conjuncts);
  const tests = conditions.filter((condition) => switchesOf(model, membersOfCondition(condition)).length > 0);
  const columns = grouping.by.flatMap(({ expression }, index) =>
    switchesOf(model, membersOfExpression(expression)).length > 0 ? [index] : [],
  );
  if (tests.length === 0 && columns.length === 0) return succeed(undefined);
  const selected = columns.flatMap((index) => grouping.by[index]?.expression ?? []);
  const refused = [
    ...tests.flatMap((test) => refuseMixed(model, membersOfCondition(test))),
    ...selected.flatMap((expression) => refuseExpression(model, expression)),
  ];
  if (refused.length > 0) return fail(...refused);

  const isKnown = (test: PlanCondition) =>
    testsMembersAlone(test) && membersOfCondition(test).every((member) => isSwitch(model, member));
  const [known, computed] = [tests.filter(isKnown), tests.filter((test) => !isKnown(test))];
  const shown = switchesOf(model, selected.flatMap(membersOfExpression));
  const involved = [...new Set([...shown, ...tests.flatMap((test) => switchesOf(model, membersOfCondition(test)))])];
  const tooMany = refuseTooMany(model, involved, mostCombinations);
  if (tooMany) return fail(tooMany);
  const passing = combinations(model, involved).filter((values) => known.every((test) => holds(test, values)));
  const isComputed = computed.length > 0 || selected.some((one) => !isSwitchItself(model, one));
  const switches = isComputed ? involved : selected.flatMap(membersOfExpression);
  const rows = passing.map((values) => switches.map((member) => values.get(member) ?? ''));
  const others = conditions.filter((condition) => !tests.includes(condition));
  return succeed({
    grouping: {
      ...grouping,
      by: grouping.by.filter((_, index) => !columns.includes(index)),
      rowFilters: passing.length > 0 ? others : [...others, never],
    },
    columns,
    relation: {
      switches,
      values: [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()],
      ...(isComputed ? { computed: { tests: computed, columns: selected } } : {}),
    },
  });
}

export function refuseTooMany(model: ModelIndex, switches: readonly MemberId[], most: number): Problem | undefined {
  const all = switches.reduce((count, id) => count * valuesOf(model, id).length, 1);
  return all > most ? problem('plan.too-many-combinations', { switches, most }) : undefined;
}

/** The values of a switch that pass the filters; `undefined` for other dimensions. */
export function switchValues(
  model: ModelIndex,
  dimension: MemberId,
  rowFilters: readonly PlanCondition[],
): readonly string[] | undefined {
  const { expression } = resolveAlias(model, dimension, 'dimension').member;
  if (expression.kind !== 'switch') return undefined;
  const tests = rowFilters.flatMap(conjuncts).filter((test) => {
    const members = membersOfCondition(test);
    return members.length > 0 && testsMembersAlone(test) && members.every((member) => member === dimension);
  });
  return expression.values.filter((value) => tests.every((test) => holds(test, new Map([[dimension, value]]))));
}

export function isSwitch(model: ModelIndex, id: MemberId): boolean {
  const member = model.members.get(id);
  return member?.kind === 'dimension' && resolveAlias(model, id, 'dimension').member.expression.kind === 'switch';
}

/** The switches that a dimension depends on, itself included. Rows alone have no value of such a dimension. */
export function switchesRead(model: ModelIndex, id: MemberId): readonly MemberId[] {
  return factOfPart(model, id, findSwitches);
}

function findSwitches(model: ModelIndex, id: MemberId): readonly MemberId[] {
  if (model.members.get(id)?.kind !== 'dimension') return [];
  const { member } = resolveAlias(model, id, 'dimension');
  switch (member.expression.kind) {
    case 'switch':
      return [member.id];
    case 'sql':
    case 'case':
    case 'choice':
      return [...new Set(membersIn(fragmentsOf(member)).flatMap((read) => switchesRead(model, read)))];
    case 'stage':
    case 'sub-query':
    case 'composed':
    case 'alias':
      return [];
  }
}

export function readsSwitch(model: ModelIndex, id: MemberId): boolean {
  return switchesRead(model, id).length > 0;
}

/** Whether a dimension depends on switches only. */
export function isOfSwitchesAlone(model: ModelIndex, id: MemberId): boolean {
  return readsSwitch(model, id) && isWithoutRows(model, id);
}

function isWithoutRows(model: ModelIndex, id: MemberId): boolean {
  if (model.members.get(id)?.kind !== 'dimension') return false;
  const { member } = resolveAlias(model, id, 'dimension');
  switch (member.expression.kind) {
    case 'switch':
      return true;
    case 'sql':
    case 'case':
    case 'choice':
      return fragmentsOf(member)
        .flatMap(everyPart)
        .every((part) => {
          if (part.kind === 'member') return part.granularity === undefined && isWithoutRows(model, part.member);
          return part.kind === 'text' || part.kind === 'constant';
        });
    case 'stage':
    case 'sub-query':
    case 'composed':
    case 'alias':
      return false;
  }
}

/** The switches that members depend on. */
function switchesOf(model: ModelIndex, members: readonly MemberId[]): readonly MemberId[] {
  return [...new Set(members.flatMap((member) => switchesRead(model, member)))];
}

function isSwitchItself(model: ModelIndex, expression: PlanExpression): boolean {
  return expression.kind === 'dimension' && isSwitch(model, expression.member);
}

function refuseMixed(model: ModelIndex, members: readonly MemberId[]) {
  const [dimension] = switchesOf(model, members);
  const others = members.filter((member) => !isOfSwitchesAlone(model, member));
  if (dimension === undefined || others.length === 0) return [];
  return [problem('plan.switch-in-condition', { dimension, others })];
}

function refuseExpression(model: ModelIndex, expression: PlanExpression) {
  if (isShownAsItIs(expression)) return [];
  return switchesOf(model, membersOfExpression(expression))
    .slice(0, 1)
    .map((dimension) => problem('plan.switch-in-expression', { dimension }));
}

function isShownAsItIs(expression: PlanExpression): boolean {
  if (expression.kind === 'local-time' || expression.kind === 'bucket') return isShownAsItIs(expression.operand);
  return expression.kind === 'dimension';
}

function valuesOf(model: ModelIndex, id: MemberId): readonly string[] {
  const { expression } = resolveAlias(model, id, 'dimension').member;
  return expression.kind === 'switch' ? expression.values : [];
}

export function combinations(
  model: ModelIndex,
  members: readonly MemberId[],
): readonly ReadonlyMap<MemberId, string>[] {
  return members.reduce<readonly ReadonlyMap<MemberId, string>[]>(
    (all, member) => {
      return all.flatMap((one) => valuesOf(model, member).map((value) => new Map([...one, [member, value]])));
    },
    [new Map()],
  );
}

/** Whether a condition compares members themselves: the planner computes no SQL. */
export function testsMembersAlone(condition: PlanCondition): boolean {
  return operandsIn(condition).every(({ kind }) => kind === 'dimension');
}

/** Whether values of switches pass a condition, by the rules of an engine. */
export function holds(condition: PlanCondition, values: ReadonlyMap<MemberId, string>): boolean {
  return holdsOf(condition, (operand) => {
    const value = operand.kind === 'dimension' ? values.get(operand.member) : undefined;
    if (value === undefined) throw new Error('a test of a switch has another operand');
    return value;
  });
}
