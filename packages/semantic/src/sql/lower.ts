import { type ModelIndex, requireCube } from '../model/model-index.ts';
import type { ValueType } from '../model/model.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { at } from '../plan/at.ts';
import {
  type ColumnId,
  hasWindow,
  type JoinCondition,
  type Plan,
  type PlanAggregate,
  type QueryPlan,
} from '../plan/plan.ts';
import { close, columnOf, type Draft, draftFrom, finish } from './draft.ts';
import { lowerAggregate } from './lower-aggregate.ts';
import { lowerCondition } from './lower-condition.ts';
import { conditionContext, lowerExpression } from './lower-expression.ts';
import { lowerFragment, lowerKey, lowerSource, type MemberContext } from './lower-member.ts';
import { chooseNames, type Names } from './names.ts';
import { emptyScope, mergeScopes, type RowScope } from './row-scope.ts';
import { all, operator, type Relation, type Select, type Sql } from './sql.ts';

/** Settles which SELECT each node of a plan lands in; neighbours share one wherever SQL's own order of steps allows it. */
export function lower(plan: QueryPlan, model: ModelIndex, dialect: Dialect): Select {
  const lowering: Lowering = { plan, model, dialect };
  const draft = lowerPlan(lowering, plan.root, newNames(lowering));
  const shown = plan.outputs.map(({ column }) => column);
  const aliases = new Map(plan.outputs.map(({ column, alias }) => [column, alias]));
  const nameOf = (column: ColumnId) => aliases.get(column) ?? '';
  return finish(draft, shown, nameOf, newNames(lowering)).select;
}

interface Lowering {
  readonly plan: QueryPlan;
  readonly model: ModelIndex;
  readonly dialect: Dialect;
}

function newNames(lowering: Lowering): Names {
  return chooseNames(lowering.dialect.maxIdentifierLength);
}

/** @param relations names taken in the SELECT that the plan becomes part of */
function lowerPlan(lowering: Lowering, plan: Plan, relations: Names): Draft {
  switch (plan.kind) {
    case 'scan':
      return scan(lowering, plan, relations);
    case 'join':
      return join(lowering, plan, relations);
    case 'filter': {
      const input = lowerInput(lowering, plan.input, ['rows', 'groups'], relations);
      const test = lowerCondition(conditionContext(memberContext(lowering, input), input), plan.where);
      return input.stage === 'rows'
        ? { ...input, where: [...input.where, test] }
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
    case 'combine':
      return combine(lowering, plan, relations);
    case 'project': {
      const isFinal = isLast(plan);
      const input = lowerInput(lowering, plan.input, isFinal ? [] : ['rows', 'groups'], relations);
      const context = memberContext(lowering, input);
      const columns = new Map(
        plan.take.map((item) => [item.column, lowerExpression(context, input, item.expression)] as const),
      );
      if (isFinal) return { ...input, stage: 'done', columns };
      return { ...input, columns, groupBy: input.groupBy.map((column) => renamed(plan.take, column)) };
    }
    case 'sort': {
      const stages: readonly Draft['stage'][] = plan.by.every(({ type }) => sortsByAlias(lowering, type))
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

function lowerTake(context: MemberContext, input: Draft, take: PlanAggregate): Sql {
  if (!take.operand) return lowerAggregate(context, take);
  const operand = lowerExpression(context, input, take.operand);
  return take.function === 'raw' ? operand : { kind: 'aggregate', function: take.function, operand };
}

/** A projection names its group columns anew. */
function renamed(take: Extract<Plan, { kind: 'project' }>['take'], column: ColumnId): ColumnId {
  const found = take.find(({ expression }) => expression.kind === 'column' && expression.column === column);
  if (!found) throw new Error(`column ${column} is grouped by but not projected`);
  return found.column;
}

/** An output is sorted by its name, so that its expression is not computed twice, unless a name alone cannot say the order. */
function sortKey(lowering: Lowering, input: Draft, column: ColumnId, type: ValueType): Sql {
  const isByAlias = sortsByAlias(lowering, type);
  const position = isByAlias ? lowering.plan.outputs.findIndex((item) => item.column === column) : -1;
  return position < 0 ? columnOf(input, column) : { kind: 'output', position };
}

function sortsByAlias({ dialect: { can } }: Lowering, type: ValueType): boolean {
  return can.sortNullsLast && (type !== 'string' || can.sortTextByAlias);
}

function memberContext({ model, dialect, plan }: Lowering, { scope }: Pick<Draft, 'scope'>): MemberContext {
  return { model, dialect, scope, zone: plan.zone, year: plan.year, request: plan.context };
}

function scan(lowering: Lowering, { cube, asked }: Extract<Plan, { kind: 'scan' }>, relations: Names): Draft {
  const alias = relations.take(requireCube(lowering.model, cube).alias);
  const scope: RowScope = { aliases: new Map([[cube, alias]]), lookups: new Map(), asked };
  const source = lowerSource(memberContext(lowering, { scope }), cube);
  return draftFrom({ kind: 'source', ...source, alias }, scope);
}

function join(lowering: Lowering, plan: Extract<Plan, { kind: 'join' }>, relations: Names): Draft {
  const left = lowerInput(lowering, plan.left, ['rows'], relations);
  const right = lowerInput(lowering, plan.right, plan.on.kind === 'match' ? [] : ['rows'], relations);
  const columns = new Map([...left.columns, ...right.columns]);
  const scope = mergeScopes(left.scope, right.scope);
  const both = draftFrom(left.from, scope, columns);
  const from: Relation = {
    kind: 'left-join',
    left: left.from,
    right: right.from,
    on: joinTest(lowering, both, plan.on),
  };
  const lookups = lookupsOf(lowering, both, plan.on);
  return { ...draftFrom(from, mergeScopes(scope, { ...emptyScope, lookups }), columns), where: left.where };
}

function joinTest(lowering: Lowering, both: Draft, on: JoinCondition): Sql {
  const context = memberContext(lowering, both);
  if (on.kind === 'edge') return lowerFragment(context, on.join.sql);
  if (on.kind === 'match') {
    return all(
      on.pairs.map(({ left, right, type }): Sql => {
        const [one, other] = [lowerExpression(context, both, left), columnOf(both, right)];
        return { kind: 'same', left: one, right: other, type };
      }),
    );
  }
  const keys = lowerKey(context, on.cube);
  return all(
    on.pairs.map(({ column }, index) => operator('=', columnOf(both, column), keys[index] ?? { kind: 'null' })),
  );
}

function lookupsOf(lowering: Lowering, both: Draft, on: JoinCondition): RowScope['lookups'] {
  if (on.kind !== 'key' || !on.lookup) return new Map();
  const context = memberContext(lowering, both);
  const measures = on.lookup.measures.map(
    ({ member, expression }) => [member, lowerExpression(context, both, expression)] as const,
  );
  return new Map([[on.lookup.dimension, { measures: new Map(measures), needsRow: on.lookup.needsRow }]]);
}

function combine(lowering: Lowering, plan: Extract<Plan, { kind: 'combine' }>, relations: Names): Draft {
  const names = newNames(lowering);
  const nameOf = (column: ColumnId) => lowering.plan.columnNames[column] ?? '';
  const by = plan.by.map((item) => ({ ...item, alias: names.take(nameOf(item.column)) }));
  const take = plan.take.map((item) => ({ ...item, alias: names.take(nameOf(item.column)) }));
  const selects = plan.inputs.map((input, index): Select => {
    const draft = lowerInput(lowering, input, ['rows', 'groups'], newNames(lowering));
    const groups = by.map(({ from, alias }) => ({ expression: columnOf(draft, at(from, index)), alias }));
    const taken = take.map(({ from, alias, type }) => ({
      expression: draft.columns.get(from) ?? lowering.dialect.absent(type),
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

/** The input's own draft if it ends at one of the `stages`, else a new one that selects from it. */
function lowerInput(lowering: Lowering, plan: Plan, stages: readonly Draft['stage'][], relations: Names): Draft {
  if (stages.includes(stageOf(plan))) return lowerPlan(lowering, plan, relations);
  const draft = lowerPlan(lowering, plan, newNames(lowering));
  const nameOf = (column: ColumnId) => lowering.plan.columnNames[column] ?? '';
  const finished = finish(draft, [...draft.columns.keys()], nameOf, newNames(lowering));
  const alias = relations.take(relationName(plan));
  const columns = new Map<ColumnId, Sql>(
    [...finished.aliases].map(([column, name]) => [column, { kind: 'column', table: alias, name }]),
  );
  return draftFrom({ kind: 'derived', select: finished.select, alias }, emptyScope, columns);
}

/** How far the SELECT of a plan has come; `lowerPlan` ends at the same stage. */
function stageOf(plan: Plan): Draft['stage'] {
  switch (plan.kind) {
    case 'scan':
    case 'join':
      return 'rows';
    case 'aggregate':
    case 'combine':
    case 'count':
      return 'groups';
    case 'sort':
    case 'limit':
      return 'done';
    case 'filter':
    case 'project': {
      const below = belowFilters(plan);
      if (below.kind === 'project') return below === plan ? 'done' : 'rows';
      return stageOf(below) === 'groups' ? 'groups' : 'rows';
    }
  }
}

/** A loop, because a thousand filters stand on each other, and each asks. Ends at a projection that nothing shares. */
function belowFilters(plan: Plan): Plan {
  let below = plan;
  while (below.kind === 'filter' || (below.kind === 'project' && !isLast(below))) below = below.input;
  return below;
}

/** What looks at other rows is computed after them, so that nothing else fits into its SELECT. */
function isLast({ take }: Extract<Plan, { kind: 'project' }>): boolean {
  return take.some(({ expression }) => hasWindow(expression));
}

function relationName(plan: Plan): string {
  switch (plan.kind) {
    case 'aggregate':
      return plan.take.length === 0 ? 'keys' : 'totals';
    case 'combine':
      return 'combined';
    case 'scan':
    case 'join':
    case 'filter':
    case 'project':
    case 'sort':
    case 'limit':
    case 'count':
      return 'rows_of_query';
  }
}
