import { cubeOf, type ModelIndex, requireCube } from '../model/model-index.ts';
import type { MemberId } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import type { BoundQuery, Condition, Expression, Output } from '../query/query.ts';
import { numberColumns } from './columns.ts';
import type { Grouped, PlanContext } from './grouping.ts';
import { mapOperands } from './map-operands.ts';
import { overRows, rowConditions } from './over-rows.ts';
import { planGrouping } from './plan-grouping.ts';
import { findJoinTree, type JoinTree } from './join-tree.ts';
import { column, leavesOf, measureOver } from './measure-leaves.ts';
import type { ColumnId, Plan, PlanColumn, PlanExpression, QueryPlan } from './plan.ts';
import {
  membersOfCondition,
  membersOfExpression,
  type Requirement,
  requirementsOfMember,
  resolveAlias,
} from './requirement.ts';
import { joinRows } from './rows.ts';

/** A plan that is right; making it cheap is left to the passes. */
export function buildPlan(query: BoundQuery, model: ModelIndex): Outcome<QueryPlan> {
  const required = requirementsOf(query, model);
  const dataSources = [...new Set(required.map(({ cube }) => requireCube(model, cube).dataSource))];
  const [dataSource = 'default'] = dataSources;
  if (dataSources.length > 1)
    return fail(problem('plan.several-data-sources', { dataSources: dataSources.toSorted() }));

  const refused = refuseMeasureFilters(query, model);
  if (refused.length > 0) return fail(...refused);
  const context: PlanContext = { model, columns: numberColumns(), within: [], planGrouping };
  const projected = query.isUngrouped ? planUngrouped(query, context, required) : planGrouped(query, context, required);
  if (!projected.ok) return projected;
  const { plan, columns } = projected.value;
  const outputs = query.outputs.map((output, index) => ({
    column: at(columns, index),
    alias: output.alias,
    type: output.type,
  }));
  return succeed({
    root: limited(sorted(plan, query, outputs), query),
    outputs,
    columnNames: context.columns.names,
    dataSource,
    zone: query.zone,
  });
}

/** The same question, answered by how many rows there are without limit, offset and order. */
export function buildCount(query: BoundQuery, model: ModelIndex): Outcome<QueryPlan> {
  const { limit: _, ...unlimited } = query;
  const built = buildPlan({ ...unlimited, order: [], offset: 0 }, model);
  if (!built.ok) return built;
  const columns = numberColumns();
  for (const name of [...built.value.columnNames, 'total']) columns.add(name);
  // The column was numbered last, one place after those of the plan it counts.
  const total = built.value.columnNames.length as ColumnId;
  return succeed({
    ...built.value,
    root: { kind: 'count', input: built.value.root, column: total },
    outputs: [{ column: total, alias: 'total', type: 'number' }],
    columnNames: columns.names,
  });
}

/** In the order that decides between join trees: measures, dimensions, segments and filters. */
function requirementsOf(query: BoundQuery, model: ModelIndex): readonly Requirement[] {
  const measures = query.outputs.filter(({ role }) => role === 'measure');
  const others = query.outputs.filter(({ role }) => role !== 'measure');
  const members = [
    ...[...measures, ...others].flatMap((output) => membersOf(output.expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfBound),
  ];
  return members.flatMap((member) => requirementsOfMember(model, member));
}

function membersOf(expression: Expression): readonly MemberId[] {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
      return [expression.member];
    case 'call':
      return expression.arguments.flatMap(membersOf);
    case 'value':
      return [];
  }
}

function membersOfBound(condition: Condition): readonly MemberId[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(membersOfBound);
    case 'segment':
    case 'measure-filters':
      return [condition.member];
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return membersOf(condition.operand);
  }
}

/** The filters of a calculated measure test finished measures; there is no row they could keep or drop. */
function refuseMeasureFilters(query: BoundQuery, model: ModelIndex) {
  return query.rowFilters.flatMap(measureFilters).flatMap((id) => {
    const { member } = resolveAlias(model, id, 'measure');
    const isCalculated = member.expression.kind === 'calculated' && member.expression.filters.length > 0;
    return isCalculated ? [problem('plan.measure-filter-without-rows', { member: id })] : [];
  });
}

function measureFilters(condition: Condition): readonly MemberId[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(measureFilters);
    case 'measure-filters':
      return [condition.member];
    case 'segment':
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return [];
  }
}

interface Projected {
  readonly plan: Plan;
  /** One per output. */
  readonly columns: readonly ColumnId[];
}

function planGrouped(query: BoundQuery, context: PlanContext, required: readonly Requirement[]): Outcome<Projected> {
  const { model } = context;
  const dimensions = query.outputs.filter(({ role }) => role !== 'measure');
  const measures = [
    ...query.outputs.filter(({ role }) => role === 'measure').flatMap((output) => membersOf(output.expression)),
    ...query.groupFilters.flatMap(membersOfBound),
  ];
  const grouped = planGrouping(context, {
    by: dimensions.map((output) => ({
      name: output.alias,
      expression: overRows(model, query.zone, output.expression),
    })),
    measures,
    rowFilters: rowConditions(query, model),
    required,
  });
  if (!grouped.ok) return grouped;

  const measure = (id: MemberId) => measureOver(model, id, (leaf) => column(leafColumn(grouped.value, leaf)));
  let plan = grouped.value.plan;
  for (const filter of query.groupFilters) {
    const where = mapOperands(filter, (operand) => overGroups(operand, measure));
    plan = { kind: 'filter', input: plan, where };
  }
  let grouping = 0;
  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure' ? overGroups(output.expression, measure) : column(at(grouped.value.by, grouping++));
    return { column: context.columns.add(output.alias), expression };
  });
  return succeed({ plan: { kind: 'project', input: plan, take }, columns: take.map((item) => item.column) });
}

function planUngrouped(query: BoundQuery, context: PlanContext, required: readonly Requirement[]): Outcome<Projected> {
  const { model } = context;
  const found = findJoinTree(model, required);
  if (!found.ok) return found;
  const tree = found.value;
  const refused = query.outputs
    .flatMap((output) => (output.role === 'measure' ? membersOf(output.expression) : []))
    .flatMap((id) => leavesOf(model, id))
    .filter((leaf) => resolveAlias(model, leaf, 'measure').member.expression.kind === 'raw-aggregate');
  if (refused.length > 0) return fail(...refused.map((member) => problem('plan.ungrouped-aggregate', { member })));

  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure'
        ? overGroups(output.expression, (id) => measureOver(model, id, (leaf) => rowMeasure(leaf, tree)))
        : overRows(model, query.zone, output.expression);
    return { column: context.columns.add(output.alias), expression };
  });
  const rowFilters = rowConditions(query, model);
  const reads = [
    ...take.flatMap(({ expression }) => membersOfExpression(expression)),
    ...rowFilters.flatMap(membersOfCondition),
  ];
  const rows = joinRows(context, tree, rowFilters, reads);
  if (!rows.ok) return rows;
  return succeed({ plan: { kind: 'project', input: rows.value, take }, columns: take.map((item) => item.column) });
}

function rowMeasure(leaf: MemberId, tree: JoinTree): PlanExpression {
  return { kind: 'row-measure', member: leaf, mayBeUnmatched: cubeOf(leaf) !== tree.root };
}

function leafColumn(grouped: Grouped, leaf: MemberId): ColumnId {
  const found = grouped.leaves.get(leaf);
  if (found === undefined) throw new Error(`the plan lost the measure '${leaf}'`);
  return found;
}

function overGroups(expression: Expression, measure: (id: MemberId) => PlanExpression): PlanExpression {
  switch (expression.kind) {
    case 'measure':
      return measure(expression.member);
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map((item) => overGroups(item, measure)) };
    case 'dimension':
    case 'bucket':
      throw new Error(`'${expression.member}' was bound where measures are asked for`);
  }
}

/** Order is total: what the caller left open is settled by the remaining dimensions. */
function sorted(plan: Plan, query: BoundQuery, outputs: QueryPlan['outputs']): Plan {
  if (query.order.length === 0) return plan;
  const asked = new Set(query.order.map(({ output }) => output));
  const ties = query.outputs.flatMap((output: Output, index) =>
    output.role !== 'measure' && !asked.has(index) ? [{ output: index, isDescending: false }] : [],
  );
  const by = [...query.order, ...ties].map(({ output, isDescending }) => ({
    column: at(outputs, output).column,
    type: at(outputs, output).type,
    isDescending,
  }));
  return { kind: 'sort', input: plan, by };
}

function limited(plan: Plan, query: BoundQuery): Plan {
  if (query.limit === undefined && query.offset === 0) return plan;
  return {
    kind: 'limit',
    input: plan,
    ...(query.limit === undefined ? {} : { limit: query.limit }),
    offset: query.offset,
  };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item at ${index} of ${items.length}`);
  return item;
}
