import type { AggregateCall, Column, Computed, Relation, Scalar, WindowCall } from '../relation/index.ts';
import { columnsOf } from '../relation/index.ts';
import type { Expression, Select, PlainSelect } from '../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { bindExpression } from './bind-expression.ts';
import { bindFrom } from './bind-from.ts';
import { bindGroups, type BoundGroups } from './bind-group.ts';
import { bindLimits, bindOrder, type Ordered } from './bind-order.ts';
import { bindSetOperation } from './bind-set-operation.ts';
import { bindValues, withRowsInFrom } from './bind-values.ts';
import { bindWith } from './bind-with.ts';
import { type StatementBinder, type BoundSelect, deeper, newColumn } from './binder.ts';
import { settled, toBoolean } from './coerce.ts';
import { firstRows } from './first-rows.ts';
import { groupedBy } from './grouped-by.ts';
import { Calls, type ExpressionContext } from './place.ts';
import { columnsOfStar, columnsOfTable, emptyScope, type NameScope } from './scope.ts';

/** @param outer names of the select around this one. @throws StatementRefused */
export function bindSelect(binder: StatementBinder, select: Select, outer?: NameScope): BoundSelect {
  return deeper(binder, select.position, () => {
    const scope = bindWith(binder, select.with, outer);
    if (select.hasTies) refuseUnsupported('sql.with-ties', 'WITH TIES is not supported', select.position);
    switch (select.kind) {
      case 'values':
        return bindValues(binder, select, scope);
      case 'set':
        return bindSetOperation(binder, select, scope);
      case 'select':
        return bindPlain(binder, select, scope);
    }
  });
}

function bindPlain(binder: StatementBinder, given: PlainSelect, outer: NameScope): BoundSelect {
  const select = withRowsInFrom(given);
  const { unsupported } = select;
  if (unsupported) {
    refuseUnsupported('sql.clause', `${unsupported.clause} is not supported`, unsupported.position);
  }
  const { relation: from, scope } = bindFrom(binder, select.from, outer);
  const where = select.where && toBoolean(bindExpression({ binder, scope, clause: 'WHERE' }, select.where), 'WHERE');
  const rows: Relation = where ? { kind: 'filter', input: from, condition: where } : from;

  const aggregates = new Calls<AggregateCall>(binder);
  const windows = new Calls<WindowCall>(binder);
  const named = new Map(select.windows.map(({ name, window }) => [name.text.toLowerCase(), window]));
  const place: ExpressionContext = { binder, scope, clause: 'SELECT', aggregates, windows, named };

  const targets = bindTargets(place, select);
  if (targets.length > mostTargets) {
    const message = `target lists can have at most ${mostTargets} entries`;
    refusePlan('sql.too-many-columns', message, select.position);
  }
  const computed = new Set([...aggregates.all, ...windows.all].map(({ column }) => column.id));
  const groups = bindGroups({ binder, scope, clause: 'GROUP BY' }, select, targets, computed);
  const { windows: _, ...having } = { ...place, clause: 'HAVING' };
  const kept = select.having && toBoolean(bindExpression(having, select.having), 'HAVING');
  const on = typeof select.distinct === 'object' ? select.distinct : [];
  const order = [...on.map((expression) => ({ expression, isDescending: false })), ...select.order];
  const ordered = bindOrder({ ...place, clause: 'ORDER BY' }, { order }, targets);

  const isGrouped = groups !== undefined || aggregates.all.length > 0 || kept !== undefined;
  const shown = isGrouped
    ? grouped({ rows, groups, kept, targets, ordered, windows: windows.all, aggregates: aggregates.all })
    : { input: rows, targets, ordered, windows: windows.all };
  return finish(binder, select, shown);
}

interface SelectedTargets {
  readonly input: Relation;
  readonly targets: readonly Computed<Scalar>[];
  readonly ordered: Ordered;
  readonly windows: readonly Computed<WindowCall>[];
}

function grouped(
  parts: Omit<SelectedTargets, 'input'> & {
    readonly rows: Relation;
    readonly groups: BoundGroups | undefined;
    readonly kept: Scalar | undefined;
    readonly aggregates: readonly Computed<AggregateCall>[];
  },
): SelectedTargets {
  const { rows, groups, kept, aggregates } = parts;
  const keys = groups?.groups ?? [];
  const over = groupedBy({ keys, rows: columnsOf(rows), calls: aggregates });
  const calls = aggregates.map(({ column, expression }) => ({ column, expression: overKeys(expression, over.call) }));
  const aggregate: Relation = {
    kind: 'aggregate',
    input: rows,
    groups: keys,
    ...(groups?.sets ? { sets: groups.sets } : {}),
    calls,
  };
  return {
    input: kept ? { kind: 'filter', input: aggregate, condition: over.scalar(kept) } : aggregate,
    targets: parts.targets.map((item) => ({ ...item, expression: over.scalar(item.expression) })),
    ordered: {
      keys: parts.ordered.keys,
      hidden: parts.ordered.hidden.map((item) => ({ ...item, expression: over.scalar(item.expression) })),
    },
    windows: parts.windows.map((item) => ({ ...item, expression: over.window(item.expression) })),
  };
}

/** GROUPING alone reads keys of groups; aggregates read rows. */
function overKeys(call: AggregateCall, over: (call: AggregateCall) => AggregateCall): AggregateCall {
  if (call.function.name !== 'grouping') return call;
  const made = over(call);
  if (made.arguments.every(({ kind }) => kind === 'column')) return made;
  return refusePlan(
    'sql.grouping',
    'arguments to GROUPING must be grouping expressions of the associated query level',
    call.position,
  );
}

/** Windows, columns, DISTINCT, order and limits, above the rows that are shown. */
function finish(
  binder: StatementBinder,
  select: PlainSelect,
  { input, targets, ordered, windows }: SelectedTargets,
): BoundSelect {
  const withWindows: Relation = windows.length > 0 ? { kind: 'window', input, calls: windows } : input;
  const output = targets.map(({ column }) => column);
  const projected: Relation = { kind: 'project', input: withWindows, items: [...targets, ...ordered.hidden] };
  // DISTINCT ON stands before the order.
  const keys = typeof select.distinct === 'object' ? ordered.keys.slice(select.distinct.length) : ordered.keys;
  const sorted = (relation: Relation): Relation =>
    keys.length > 0 ? { kind: 'sort', input: relation, by: keys } : relation;
  const limits = bindLimits(binder, select, emptyScope([]));
  return { relation: narrowed(limits(distinct(select, projected, sorted)), output), output };

  function distinct({ distinct: kind, position }: PlainSelect, relation: Relation, order: typeof sorted): Relation {
    if (kind === undefined) return order(relation);
    if (kind === 'all') {
      if (ordered.hidden.length > 0) {
        refusePlan(
          'sql.distinct-order',
          'for SELECT DISTINCT, ORDER BY expressions must appear in select list',
          position,
        );
      }
      return order({ kind: 'distinct', input: relation });
    }
    return order(firstRows(binder, relation, ordered.keys.slice(0, kind.length), keys, position));
  }
}

/** Leaves out columns that only the order reads. */
function narrowed(relation: Relation, output: readonly Column[]): Relation {
  if (columnsOf(relation).length === output.length) return relation;
  const items = output.map(
    (column): Computed<Scalar> => ({
      column,
      expression: { kind: 'column', column: column.id, type: column.type, position: 0 },
    }),
  );
  return { kind: 'project', input: relation, items };
}

function bindTargets(place: ExpressionContext, { targets }: PlainSelect): readonly Computed<Scalar>[] {
  return targets.flatMap(({ expression, alias }) => {
    if (expression.kind === 'star') return bindStar(place, expression);
    const bound = settled(bindExpression(place, expression));
    return [
      { column: newColumn(place.binder, alias?.text ?? nameOf(expression, place), bound.type), expression: bound },
    ];
  });
}

function bindStar({ binder, scope }: ExpressionContext, { names, position }: Expression & { readonly kind: 'star' }) {
  const columns = names.length > 0 ? columnsOfTable(scope, names) : columnsOfStar(scope);
  if (columns.length === 0) refusePlan('sql.star', 'SELECT * with no tables specified is not valid', position);
  return columns.map(
    (column): Computed<Scalar> => ({
      column: newColumn(binder, column.name, column.type),
      expression: { kind: 'column', column: column.id, type: column.type, position },
    }),
  );
}

/** The name of a column without alias: that of the column or function, as PostgreSQL finds it. */
function nameOf(expression: Expression, place: ExpressionContext): string {
  switch (expression.kind) {
    case 'column':
      return columnName(expression, place);
    case 'function':
      return expression.names.at(-1)?.text.toLowerCase() ?? '?column?';
    case 'cast': {
      let base = expression.operand;
      while (base.kind === 'cast') base = base.operand;
      const inner = nameOf(base, place);
      return inner === '?column?' ? (expression.type.names.at(-1) ?? inner) : inner;
    }
    case 'case':
    case 'coalesce':
    case 'greatest':
    case 'least':
    case 'nullif':
    case 'array':
    case 'row':
    case 'grouping':
      return expression.kind;
    case 'session-value':
      return expression.name;
    case 'collate':
    case 'subscript':
      return nameOf(expression.operand, place);
    case 'boolean':
      return 'bool';
    case 'query': {
      const [only] = expression.query.kind === 'select' && expression.use === 'scalar' ? expression.query.targets : [];
      if (expression.use === 'exists' || expression.use === 'array') return expression.use;
      return (
        only?.alias?.text ?? (only && only.expression.kind !== 'column' ? nameOf(only.expression, place) : '?column?')
      );
    }
    default:
      return '?column?';
  }
}

/** PostgreSQL's bound. */
const mostTargets = 1664;

/** Returns the name of a column in the model's spelling, whatever the letter case in the statement. */
function columnName(
  { names, position }: Expression & { readonly kind: 'column' },
  { scope }: ExpressionContext,
): string {
  void position;
  const last = names.at(-1)?.text ?? '';
  for (let at: NameScope | undefined = scope; at; at = at.outer) {
    const all = [...at.merged, ...at.tables.flatMap(({ columns }) => columns)];
    const found =
      all.find(({ name }) => name === last) ?? all.find(({ name }) => name.toLowerCase() === last.toLowerCase());
    if (found) return found.name;
  }
  return last;
}
