import { type ModelIndex, requireCube } from '../model/model-index.ts';
import type { ValueType } from '../model/model.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { at } from '../plan/at.ts';
import {
  type ColumnId,
  hasWindow,
  readsGroups,
  type JoinCondition,
  lookupOf,
  type Plan,
  type PlanAggregate,
  type QueryPlan,
} from '../plan/plan.ts';
import { close, columnOf, type Draft, draftFrom, finish } from './draft.ts';
import { lowerAggregate } from './lower-aggregate.ts';
import { lowerCondition } from './lower-condition.ts';
import { conditionContext, lowerExpression } from './lower-expression.ts';
import { lowerFragment, lowerKey, lowerSource, type MemberContext } from './lower-member.ts';
import { knownNumber, lowerSeriesColumns, mostBuckets, numberFromData, numbersOverData } from './lower-series.ts';
import { clock } from '../time/clock.ts';
import { chooseNames, type Names } from './names.ts';
import { emptyScope, mergeScopes, type RowScope } from './row-scope.ts';
import { all, call, cast, fragment, operator, type Relation, type Select, type Sql } from './sql.ts';

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
    case 'values':
      return values(lowering, plan, relations);
    case 'join':
      return join(lowering, plan, relations);
    case 'series':
      return series(lowering, plan, relations);
    case 'accumulate':
      return accumulate(lowering, plan, relations);
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
      const input = lowerInput(lowering, plan.input, standsApart(plan) ? [] : ['rows', 'groups'], relations);
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

function values(lowering: Lowering, plan: Extract<Plan, { kind: 'values' }>, relations: Names): Draft {
  const names = newNames(lowering);
  const columns = plan.columns.map((column) => names.take(lowering.plan.columnNames[column] ?? ''));
  const alias = relations.take('values_of_query');
  const rows = plan.rows.map((row) => row.map((text): Sql => ({ kind: 'parameter', type: 'string', text })));
  const read = plan.columns.map(
    (column, index) => [column, { kind: 'column', table: alias, name: at(columns, index) } as const] as const,
  );
  return draftFrom({ kind: 'values', columns, rows, alias }, emptyScope, new Map(read));
}

function join(lowering: Lowering, plan: Extract<Plan, { kind: 'join' }>, relations: Names): Draft {
  const left = lowerInput(lowering, plan.left, ['rows'], relations);
  const right = lowerInput(
    lowering,
    plan.right,
    plan.on.kind === 'bucket' || (plan.on.kind === 'match' && plan.right.kind !== 'values') ? [] : ['rows'],
    relations,
  );
  const columns = new Map([...left.columns, ...right.columns]);
  const scope = mergeScopes(left.scope, right.scope);
  const both = draftFrom(left.from, scope, columns);
  const from: Relation = {
    kind: plan.on.kind === 'window' || plan.on.kind === 'reached' ? 'inner-join' : 'left-join',
    left: left.from,
    right: right.from,
    on: joinTest(lowering, both, plan.on),
  };
  const lookups = lookupsOf(lowering, both, plan.on);
  return { ...draftFrom(from, mergeScopes(scope, { ...emptyScope, lookups }), columns), where: left.where };
}

function joinTest(lowering: Lowering, both: Draft, on: JoinCondition): Sql {
  const context = memberContext(lowering, both);
  switch (on.kind) {
    case 'edge':
      return lowerFragment(context, on.join.sql);
    case 'match':
      return all(
        on.pairs.map(({ left, right, type }): Sql => {
          const [one, other] = [lowerExpression(context, both, left), columnOf(both, right)];
          return { kind: 'same', left: one, right: other, type };
        }),
      );
    case 'key': {
      const keys = lowerKey(context, on.cube);
      return all(
        on.pairs.map(({ column }, index) => operator('=', columnOf(both, column), keys[index] ?? { kind: 'null' })),
      );
    }
    case 'window': {
      const time = lowerExpression(context, both, on.time);
      const tests = [
        ...(on.from === undefined ? [] : [operator('>=', time, columnOf(both, on.from))]),
        ...(on.to === undefined ? [] : [operator('<', time, columnOf(both, on.to))]),
      ];
      // A time that is missing lies in no window, not even in one without ends.
      return tests.length > 0 ? all(tests) : { kind: 'null-test', operand: time, isNegated: true };
    }
    case 'reached': {
      const [step, next, bound] = [columnOf(both, on.step), columnOf(both, on.next), columnOf(both, on.bound)];
      return all([
        ...(on.since ? [operator('=', columnOf(both, on.since.left), columnOf(both, on.since.right))] : []),
        ...(on.isBackwards
          ? [operator('>=', step, bound), operator('<', next, bound)]
          : [operator('<', step, bound), operator('>=', next, bound)]),
      ]);
    }
    case 'bucket':
      return operator('=', columnOf(both, on.series), columnOf(both, on.rolled));
  }
}

function lookupsOf(lowering: Lowering, both: Draft, on: JoinCondition): RowScope['lookups'] {
  const lookup = lookupOf(on);
  if (!lookup) return new Map();
  const context = memberContext(lowering, both);
  const measures = lookup.measures.map(
    ({ member, expression }) => [member, lowerExpression(context, both, expression)] as const,
  );
  return new Map([[lookup.dimension, { measures: new Map(measures), needsRow: lookup.needsRow }]]);
}

function series(lowering: Lowering, plan: Extract<Plan, { kind: 'series' }>, relations: Names): Draft {
  const { extent, rule } = plan;
  const alias = relations.take('steps');
  const step: Sql = { kind: 'column', table: alias, name: 'n' };
  if (extent.kind === 'known') {
    const number = knownNumber(extent, step);
    return draftFrom(
      { kind: 'numbers', count: extent.count, alias },
      emptyScope,
      seriesColumns(plan, number, (bucket) => bucket),
    );
  }
  const input = lowerInput(lowering, extent.input, [], newNames(lowering));
  const ends = (name: 'min' | 'max'): Sql => ({
    kind: 'aggregate',
    function: name,
    operand: columnOf(input, extent.bucket),
    type: 'time',
  });
  const nameOf = (column: ColumnId) => lowering.plan.columnNames[column] ?? '';
  const bounds = finish(
    {
      ...input,
      stage: 'groups',
      columns: new Map([
        [extent.first, ends('min')],
        [extent.last, ends('max')],
      ]),
    },
    [extent.first, extent.last],
    nameOf,
    newNames(lowering),
  );
  const ofBounds = relations.take('bounds');
  const end = (column: ColumnId): Sql =>
    cast({ kind: 'column', table: ofBounds, name: bounds.aliases.get(column) ?? '' }, 'timestamp');
  const from: Relation = {
    kind: 'inner-join',
    left: { kind: 'derived', select: bounds.select, alias: ofBounds },
    right: { kind: 'numbers', count: numbersOverData, alias },
    on: { kind: 'true' },
  };
  const number = numberFromData(rule, end(extent.first), end(extent.last), step);
  // The test of the last bucket stands here too: engines may read a column before they test the row.
  const isTooMany = (bucket: Sql) =>
    all([operator('>', step, { kind: 'integer', value: mostBuckets + 1 }), operator('<=', bucket, end(extent.last))]);
  const message = 'The count of generated date ranges is over limit (50000)';
  const columns = seriesColumns(plan, number, (bucket) => ({
    kind: 'case',
    when: [{ condition: isTooMany(bucket), value: { kind: 'fail', message, beside: step } }],
    otherwise: bucket,
  }));
  const { bucket } = lowerSeriesColumns(plan, number);
  const draft = draftFrom(from, emptyScope, columns);
  return { ...draft, where: [operator('>=', bucket, end(extent.first)), operator('<=', bucket, end(extent.last))] };
}

const ends = { first: clock(1, 1, 1), last: clock(9999, 12, 31) };

function accumulate(lowering: Lowering, plan: Extract<Plan, { kind: 'accumulate' }>, relations: Names): Draft {
  const input = lowerInput(lowering, plan.input, [], relations);
  const context = memberContext(lowering, input);
  const within = plan.within.map(
    ({ column, expression }) => [column, lowerExpression(context, input, expression)] as const,
  );
  const along = columnOf(input, plan.along);
  const partition = within.flatMap(([, sql], index) => [index === 0 ? 'PARTITION BY ' : ', ', sql]);
  const order = [...partition, within.length > 0 ? ' ORDER BY ' : 'ORDER BY ', along, plan.isBackwards ? ' DESC' : ''];
  const taken = plan.take.map(({ column, function: name, from }) => {
    const value: Sql = { kind: 'aggregate', function: name, operand: columnOf(input, from) };
    return [column, fragment(value, ' OVER (', ...order, ' ROWS UNBOUNDED PRECEDING)')] as const;
  });
  const end: Sql = { kind: 'reading', reading: plan.isBackwards ? ends.first : ends.last };
  const next = call('COALESCE', fragment(call('LEAD', along), ' OVER (', ...order, ')'), end);
  return draftFrom(
    input.from,
    input.scope,
    new Map<ColumnId, Sql>([[plan.along, along], ...within, [plan.next, next], ...taken]),
  );
}

function seriesColumns(
  plan: Extract<Plan, { kind: 'series' }>,
  number: Sql,
  guarded: (bucket: Sql) => Sql,
): ReadonlyMap<ColumnId, Sql> {
  const { bucket, bound } = lowerSeriesColumns(plan, number);
  return new Map([
    [plan.bucket, guarded(bucket)],
    ...plan.bounds.map((one) => [one.column, bound(one.bound)] as const),
  ]);
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
    case 'values':
    case 'join':
      return 'rows';
    case 'aggregate':
    case 'combine':
    case 'count':
      return 'groups';
    // What it computes is read more than once.
    case 'series':
    case 'accumulate':
    case 'sort':
    case 'limit':
      return 'done';
    case 'filter':
    case 'project': {
      const below = belowFilters(plan);
      if (below.kind === 'project') return below === plan && isLast(below) ? 'done' : 'rows';
      return stageOf(below) === 'groups' ? 'groups' : 'rows';
    }
  }
}

/** A loop, because a thousand filters stand on each other, and each asks. Ends at a projection that nothing shares. */
function belowFilters(plan: Plan): Plan {
  let below = plan;
  while (below.kind === 'filter' || (below.kind === 'project' && !standsApart(below))) below = below.input;
  return below;
}

function standsApart(plan: Extract<Plan, { kind: 'project' }>): boolean {
  return isLast(plan) || plan.take.some(({ expression }) => readsGroups(expression));
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
    case 'series':
      return 'series';
    case 'accumulate':
      return 'accumulated';
    case 'scan':
    case 'values':
    case 'join':
    case 'filter':
    case 'project':
    case 'sort':
    case 'limit':
    case 'count':
      return 'rows_of_query';
  }
}
