import type { Column, Relation, Scalar } from '../relation/index.ts';
import { functionsNamed } from '../functions/index.ts';
import type { Expression, FromItem, FunctionCall, Name, Select, Target, PlainSelect } from '../syntax/index.ts';
import { refusePlan } from '../refusal.ts';
import { bindExpression } from './bind-expression.ts';
import { bindLimits, keyOf, namedTarget } from './bind-order.ts';
import { type StatementBinder, type BoundSelect, newColumn } from './binder.ts';
import { settled, toCommonType } from './coerce.ts';
import { emptyScope, type NameScope } from './scope.ts';

/** `VALUES (1, 'a'), (2, 'b')`: each column has the common type of its values. */
export function bindValues(
  binder: StatementBinder,
  select: Extract<Select, { kind: 'values' }>,
  scope: NameScope,
): BoundSelect {
  const rows = select.rows.map((row) => row.map((one) => bindExpression({ binder, scope, clause: 'VALUES' }, one)));
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) {
    refusePlan('sql.values', 'VALUES lists must all be the same length', select.position);
  }
  const typed = Array.from({ length: width }, (_, index) =>
    toCommonType(
      rows.flatMap((row) => row[index] ?? []),
      'VALUES',
      select.position,
    ).map(settled),
  );
  const columns = typed.map((values, index): Column => {
    const [first] = values;
    return newColumn(binder, `column${index + 1}`, first?.type ?? { name: 'text' });
  });
  const values: Relation = {
    kind: 'values',
    columns,
    rows: rows.map((_, row) => typed.flatMap((column): Scalar[] => (column[row] ? [column[row]] : []))),
  };
  return { relation: orderedByOutput(binder, select, values, columns), output: columns };
}

/** ORDER BY, LIMIT and OFFSET over rows whose columns are all there is to order by. */
export function orderedByOutput(
  binder: StatementBinder,
  select: Select,
  input: Relation,
  output: readonly Column[],
): Relation {
  const targets = output.map((column) => ({
    column,
    expression: { kind: 'column', column: column.id, type: column.type, position: 0 } as const,
  }));
  const by = select.order.map((item) => {
    const target = namedTarget(item, targets);
    if (target) return keyOf(item, target);
    const tables = [{ qualifiers: [], columns: output }];
    const scope: NameScope = { ...emptyScope([]), tables };
    const expression = settled(bindExpression({ binder, scope, clause: 'ORDER BY' }, item.expression));
    const nullsFirst = item.nulls === undefined ? item.isDescending : item.nulls === 'first';
    return { expression, isDescending: item.isDescending, nullsFirst };
  });
  const sorted: Relation = by.length > 0 ? { kind: 'sort', input, by } : input;
  return bindLimits(binder, select, emptyScope([]))(sorted);
}

/**
 * A SELECT with functions of rows among its items, as one over those functions in FROM: it has the same rows. Groups, and
 * selections with a star, are left as they are.
 */
export function withRowsInFrom(select: PlainSelect): PlainSelect {
  const { targets, from, groupBy, having, distinct } = select;
  if (groupBy.length > 0 || having || typeof distinct === 'object') return select;
  // A star would show the rows once more.
  if (targets.some(({ expression }) => expression.kind === 'star')) return select;
  const found: FunctionCall[] = [];
  const position = targets[0]?.expression.position ?? 0;
  const table: Name = { text: 'rows of functions', isQuoted: true, position };
  const nameOf = (call: FunctionCall, at: number): Name => {
    const own = call.names.at(-1)?.text ?? 'value';
    return { text: at > 0 ? `${own} ${at}` : own, isQuoted: true, position };
  };
  const replaced = targets.map((target): Target => {
    const expression = withoutSets(target.expression, (call) => {
      const name = nameOf(call, found.length);
      found.push(call);
      return { kind: 'column', names: [table, name], position: call.position };
    });
    if (expression === target.expression) return target;
    const shown = shownName(target.expression);
    return { ...(shown ? { alias: shown } : {}), ...target, expression };
  });
  const [call, ...others] = found;
  if (!call) return select;
  const columns = found.map(nameOf);
  const rows: FromItem = {
    kind: 'function',
    call,
    others,
    alias: { name: table, columns },
    hasOrdinality: false,
    isLateral: false,
    position: call.position,
  };
  return { ...select, from: [...from, rows], targets: replaced };
}

/** The name that a function of rows gives to its column. */
function shownName(expression: Expression): Name | undefined {
  if (expression.kind === 'field') return expression.name;
  if (expression.kind === 'cast') return shownName(expression.operand);
  return expression.kind === 'function' ? expression.names.at(-1) : undefined;
}

/** An expression with columns in place of the functions of rows in it; those inside of conditions and queries stay. */
function withoutSets(expression: Expression, replace: (call: FunctionCall) => Expression): Expression {
  const set = setCall(expression);
  if (set) return replace(set);
  const inner = (one: Expression) => withoutSets(one, replace);
  switch (expression.kind) {
    case 'cast':
    case 'field': {
      const operand = inner(expression.operand);
      return operand === expression.operand ? expression : { ...expression, operand };
    }
    case 'operator': {
      const [left, right] = [expression.left && inner(expression.left), inner(expression.right)];
      if (left === expression.left && right === expression.right) return expression;
      return { ...expression, ...(left ? { left } : {}), right };
    }
    case 'subscript': {
      const [operand, index] = [inner(expression.operand), expression.index && inner(expression.index)];
      if (operand === expression.operand && index === expression.index) return expression;
      return { ...expression, operand, ...(index ? { index } : {}) };
    }
    case 'function': {
      const given = expression.over ? expression.arguments : expression.arguments.map(inner);
      return given.every((one, at) => one === expression.arguments[at])
        ? expression
        : { ...expression, arguments: given };
    }
    default:
      return expression;
  }
}

function setCall(expression: Expression): FunctionCall | undefined {
  if (expression.kind !== 'function' || expression.over) return undefined;
  const isOfSet = functionsNamed(expression.names.at(-1)?.text.toLowerCase() ?? '')[0]?.kind === 'set';
  return isOfSet ? expression : undefined;
}
