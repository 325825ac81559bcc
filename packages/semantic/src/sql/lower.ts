import type { Dialect } from './dialect.ts';
import {
  type Fragment,
  type ModelIndex,
  requireCube,
  type ValueType,
  isOwnColumn,
  type MemberId,
} from '../model/index.ts';
import {
  type ColumnId,
  itemAt,
  type Plan,
  type PlanAggregate,
  type QueryPlan,
  expressionsIn,
  membersOfCondition,
  type PlanCondition,
  type PlanExpression,
  noContext,
  resolveAlias,
} from '../plan/index.ts';
import { utc } from '../time/index.ts';
import { draftAccumulated } from './draft-accumulated.ts';
import { draftCombined } from './draft-combined.ts';
import { knownSeries, seriesOverData } from './draft-series.ts';
import { columnOf, type SelectDraft, draftFrom, finish, isLast, stageOf, standsApart } from './draft.ts';
import { lowerAggregate } from './lower-aggregate.ts';
import { lowerCondition } from './lower-condition.ts';
import { conditionContext, lowerExpression } from './lower-expression.ts';
import { lowerJoin } from './lower-join.ts';
import { lowerFragment, lowerSource, type MemberContext } from './lower-member.ts';
import { type Lowering, memberContext, newNames, plannedName, type UniqueNames } from './lowering.ts';
import { emptyScope, type RowScope } from './row-scope.ts';
import { type Select, type Sql, all } from './sql.ts';
import { operandsIn } from '../query/index.ts';

/**
 * Settles which SELECT each node of a plan lands in; neighbours share one wherever SQL's own order of steps allows it.
 */
export function lower(plan: QueryPlan, model: ModelIndex, dialect: Dialect): Select {
  const lowering: Lowering = { plan, model, dialect };
  const draft = lowerPlan(lowering, plan.root, newNames(lowering));
  const shown = plan.outputs.map(({ column }) => column);
  const aliases = new Map(plan.outputs.map(({ column, alias }) => [column, alias]));
  const nameOf = (column: ColumnId) => aliases.get(column) ?? '';
  return finish(draft, shown, nameOf, newNames(lowering)).select;
}

/** @param relations names taken in the SELECT that the plan becomes part of */
function lowerPlan(lowering: Lowering, plan: Plan, relations: UniqueNames): SelectDraft {
  switch (plan.kind) {
    case 'scan':
      return scan(lowering, plan, relations);
    case 'values':
      return values(lowering, plan, relations);
    case 'join':
      return join(lowering, plan, relations);
    case 'series': {
      const { extent } = plan;
      if (extent.kind === 'known') return knownSeries(plan, extent, relations);
      const input = lowerInput(lowering, extent.input, [], newNames(lowering));
      return seriesOverData(lowering, plan, extent, input, relations);
    }
    case 'accumulate':
      return draftAccumulated(lowering, plan, lowerInput(lowering, plan.input, [], relations));
    case 'filter': {
      if (plan.where.kind === 'rule' && stageOf(plan.input) !== 'rows') throw new Error('a rule stands over groups');
      const input = lowerInput(lowering, plan.input, plan.readsGroups ? [] : ['rows', 'groups'], relations);
      const around = memberContext(lowering, input);
      const context = plan.where.kind === 'rule' ? { ...around, zone: around.ruleZone } : around;
      const test = lowerCondition(conditionContext(context, input), plan.where);
      return input.stage === 'rows'
        ? filterRows(lowering, input, plan.where, test)
        : { ...input, having: [...input.having, test] };
    }
    case 'aggregate': {
      const input = lowerInput(lowering, plan.input, ['rows'], relations);
      const context = memberContext(lowering, input);
      const columns = new Map([
        ...plan.by.map((item) => [item.column, lowerExpression(context, input, item.expression)] as const),
        ...plan.take.map((item) => [item.column, lowerTake(context, input, item)] as const),
      ]);
      return { ...input, stage: 'groups', groupBy: plan.by.map(({ column }) => column), columns };
    }
    case 'combine': {
      const inputs = plan.inputs.map((one) => lowerInput(lowering, one, ['rows', 'groups'], newNames(lowering)));
      return draftCombined(lowering, plan, inputs, relations);
    }
    case 'project': {
      const isFinal = isLast(plan);
      const input = lowerInput(lowering, plan.input, standsApart(plan) ? [] : ['rows', 'groups'], relations);
      const context = memberContext(lowering, input);
      const columns = new Map(
        plan.take.map((item) => [item.column, lowerExpression(context, input, item.expression)] as const),
      );
      if (isFinal) return { ...input, stage: 'done', columns };
      return { ...input, columns, groupBy: input.groupBy.map((column) => renamed(plan.take, column)) };
    }
    case 'sort': {
      const stages: readonly SelectDraft['stage'][] = plan.by.every(({ type }) => sortsByAlias(lowering, type))
        ? ['rows', 'groups']
        : [];
      const input = lowerInput(lowering, plan.input, stages, relations);
      const orderBy = plan.by.map(({ column, type, isDescending }) => ({
        expression: sortKey(lowering, input, column, type),
        type,
        isDescending,
      }));
      return { ...input, stage: 'done', orderBy };
    }
    case 'limit': {
      const input = lowerPlan(lowering, plan.input, relations);
      const { limit: _, ...rest } = input;
      return {
        ...rest,
        stage: 'done',
        ...(plan.limit === undefined ? {} : { limit: plan.limit }),
        offset: plan.offset,
      };
    }
    case 'count': {
      const input = lowerInput(lowering, plan.input, [], relations);
      const rows: Sql = { kind: 'aggregate', function: 'count', operand: { kind: 'integer', value: 1 } };
      return { ...input, stage: 'groups', columns: new Map([[plan.column, rows]]) };
    }
  }
}

function lowerTake(context: MemberContext, input: SelectDraft, take: PlanAggregate): Sql {
  if (!take.operand) return lowerAggregate(context, take);
  const operand = lowerExpression(context, input, take.operand);
  return take.function === 'raw' ? operand : { kind: 'aggregate', function: take.function, operand };
}

/** Returns the column under which a projection gives a column of its groups. */
function renamed(take: Extract<Plan, { kind: 'project' }>['take'], column: ColumnId): ColumnId {
  const found = take.find(({ expression }) => expression.kind === 'column' && expression.column === column);
  if (!found) throw new Error(`column ${column} is grouped by but not projected`);
  return found.column;
}

/** Sorts an output by its name, so its expression is not computed twice, unless the order needs more than the name. */
function sortKey(lowering: Lowering, input: SelectDraft, column: ColumnId, type: ValueType): Sql {
  const isByAlias = sortsByAlias(lowering, type);
  const position = isByAlias ? lowering.plan.outputs.findIndex((item) => item.column === column) : -1;
  return position < 0 ? columnOf(input, column) : { kind: 'output', position };
}

function sortsByAlias({ dialect: { can } }: Lowering, type: ValueType): boolean {
  return can.sortNullsLast && (type !== 'string' || can.sortTextByAlias);
}

function scan(
  lowering: Lowering,
  { cube, requested }: Extract<Plan, { kind: 'scan' }>,
  relations: UniqueNames,
): SelectDraft {
  const alias = relations.take(requireCube(lowering.model, cube).alias);
  const scope: RowScope = { aliases: new Map([[cube, alias]]), lookups: new Map(), requested };
  const source = lowerSource(memberContext(lowering, { scope }), cube);
  return draftFrom({ kind: 'source', ...source, alias }, scope);
}

function values(lowering: Lowering, plan: Extract<Plan, { kind: 'values' }>, relations: UniqueNames): SelectDraft {
  const names = newNames(lowering);
  const columns = plan.columns.map((column) => names.take(lowering.plan.columnNames[column] ?? ''));
  const alias = relations.take('values_of_query');
  const rows = plan.rows.map((row) => row.map((text): Sql => ({ kind: 'parameter', type: 'string', text })));
  const read = plan.columns.map(
    (column, index) => [column, { kind: 'column', table: alias, name: itemAt(columns, index) } as const] as const,
  );
  return draftFrom({ kind: 'values', columns, rows, alias }, emptyScope, new Map(read));
}

function join(lowering: Lowering, plan: Extract<Plan, { kind: 'join' }>, relations: UniqueNames): SelectDraft {
  const left = lowerInput(lowering, plan.left, ['rows'], relations);
  const right = lowerInput(
    lowering,
    plan.right,
    plan.on.kind === 'bucket' || (plan.on.kind === 'match' && plan.right.kind !== 'values') ? [] : ['rows'],
    relations,
  );
  return lowerJoin(lowering, left, right, plan.on);
}

/** The input's own draft if it ends at one of the `stages`, else a new one that selects from it. */
function lowerInput(
  lowering: Lowering,
  plan: Plan,
  stages: readonly SelectDraft['stage'][],
  relations: UniqueNames,
): SelectDraft {
  if (stages.includes(stageOf(plan))) return lowerPlan(lowering, plan, relations);
  const draft = lowerPlan(lowering, plan, newNames(lowering));
  const finished = finish(draft, [...draft.columns.keys()], plannedName(lowering), newNames(lowering));
  const alias = relations.take(relationName(plan));
  const columns = new Map<ColumnId, Sql>(
    [...finished.aliases].map(([column, name]) => [column, { kind: 'column', table: alias, name }]),
  );
  return draftFrom({ kind: 'derived', select: finished.select, alias }, emptyScope, columns);
}

function relationName(plan: Plan): string {
  if (plan.kind === 'aggregate') return plan.take.length === 0 ? 'keys' : 'totals';
  if (plan.kind === 'combine') return 'combined';
  if (plan.kind === 'series') return 'series';
  return plan.kind === 'accumulate' ? 'accumulated' : 'rows_of_query';
}

/**
 * Adds a filter to a SELECT. Engines test conditions joined with AND in any order. SQL of an author may fail, and an
 * error could reveal a row that the caller must not see; so it is only evaluated for rows that pass the rules.
 */
function filterRows({ model }: Lowering, input: SelectDraft, where: PlanCondition, test: Sql): SelectDraft {
  if (where.kind === 'rule') return { ...input, where: [...input.where, test], rules: [...input.rules, test] };
  const isGuarded = input.rules.length > 0 && mayFail(model, where);
  const guarded: Sql = isGuarded ? { kind: 'case', when: [{ condition: all(input.rules), value: test }] } : test;
  return { ...input, where: [...input.where, guarded] };
}

/** Whether a condition may fail: it tests more than columns, or computes something from them. */
function mayFail(model: ModelIndex, condition: PlanCondition): boolean {
  if (operandsIn(condition).some(computes)) return true;
  return !membersOfCondition(condition).every((member) => isColumn(model, member));
}

function computes(operand: PlanExpression): boolean {
  return operand.kind === 'sql' || operand.kind === 'call' || expressionsIn(operand).some(computes);
}

function isColumn(model: ModelIndex, id: MemberId): boolean {
  const member = model.members.get(id);
  if (member?.kind !== 'dimension') return false;
  const { expression } = resolveAlias(model, id, 'dimension').member;
  if (expression.kind !== 'sql') return false;
  if (isOwnColumn(expression.sql)) return true;
  const [only, ...others] = expression.sql.parts;
  return (
    only?.kind === 'member' && only.granularity === undefined && others.length === 0 && isColumn(model, only.member)
  );
}

/** Lowers a statement that reads sources directly, without cubes; no time zone changes it. */
export function lowerRefreshKey(sql: Fragment, model: ModelIndex, dialect: Dialect): Sql {
  return lowerFragment(
    { model, dialect, scope: emptyScope, year: 1970, zone: utc, ruleZone: utc, request: noContext, maskTests: [] },
    sql,
  );
}
