import type { Column, Relation, Scalar } from '../relation/index.ts';
import { functionsNamed } from '../functions/index.ts';
import type { Expression, FunctionCall, Name, Select, Target, PlainSelect } from '../syntax/index.ts';
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
 * A SELECT without FROM whose only function of rows is an item, as one over that function in FROM: it has the same rows.
 * Other selections with such an item are left as they are.
 */
export function withRowsInFrom(select: PlainSelect): PlainSelect {
  const { targets, from, groupBy, having, distinct } = select;
  if (groupBy.length > 0 || having || typeof distinct === 'object') return select;
  // A star would show the rows once more.
  if (targets.some(({ expression }) => expression.kind === 'star')) return select;
  const found = targets.flatMap(({ expression }) => (isOfSet(expression) ? [expression] : []));
  const [call, ...others] = found;
  if (!call || others.length > 0) return select;
  const name: Name = { text: call.names.at(-1)?.text ?? 'value', isQuoted: true, position: call.position };
  const table: Name = { ...name, text: `rows of ${name.text}` };
  return {
    ...select,
    from: [
      ...from,
      {
        kind: 'function',
        call,
        alias: { name: table, columns: [name] },
        hasOrdinality: false,
        isLateral: false,
        position: call.position,
      },
    ],
    targets: targets.map((target): Target => {
      if (target.expression !== call) return target;
      const column = { kind: 'column', names: [table, name], position: call.position } as const;
      return { alias: name, ...target, expression: column };
    }),
  };
}

function isOfSet(expression: Expression): expression is FunctionCall {
  if (expression.kind !== 'function' || expression.over) return false;
  return functionsNamed(expression.names.at(-1)?.text.toLowerCase() ?? '')[0]?.kind === 'set';
}
