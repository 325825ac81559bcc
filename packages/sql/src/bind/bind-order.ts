import { type Computed, type Relation, sameScalar, type Scalar, type SortKey } from '../relation/index.ts';
import type { OrderItem, Select } from '../syntax/index.ts';
import { refusePosition } from './bind-group.ts';
import { bindExpression } from './bind-expression.ts';
import { type StatementBinder, newColumn } from './binder.ts';
import { coerce, settled } from './coerce.ts';
import type { ExpressionContext } from './place.ts';
import type { NameScope } from './scope.ts';

export interface Ordered {
  /** The keys of the order, over columns of the select list and of `hidden`. */
  readonly keys: readonly SortKey[];
  /** Columns that only the order reads. */
  readonly hidden: readonly Computed<Scalar>[];
}

/** Keys are positions in the select list, names of its columns, or expressions over the rows below it. */
export function bindOrder(
  place: ExpressionContext,
  { order }: Pick<Select, 'order'>,
  targets: readonly Computed<Scalar>[],
): Ordered {
  const hidden: Computed<Scalar>[] = [];
  const keys = order.map((item): SortKey => {
    const named = namedTarget(item, targets);
    if (named) return keyOf(item, named);
    const expression = settled(bindExpression(place, item.expression));
    const known = [...targets, ...hidden].find((one) => sameScalar(one.expression, expression));
    if (known) return keyOf(item, known);
    const made = { column: newColumn(place.binder, 'order', expression.type), expression };
    hidden.push(made);
    return keyOf(item, made);
  });
  return { keys, hidden };
}

/** @throws StatementRefused for a position that the list does not have */
export function namedTarget(
  { expression }: OrderItem,
  targets: readonly Computed<Scalar>[],
): Computed<Scalar> | undefined {
  if (expression.kind === 'number' && /^\d+$/.test(expression.text)) {
    return targets[Number(expression.text) - 1] ?? refusePosition('ORDER BY', expression);
  }
  const [name, ...more] = expression.kind === 'column' ? expression.names : [];
  if (!name || more.length > 0) return undefined;
  const exact = targets.find(({ column }) => column.name === name.text);
  return exact ?? targets.find(({ column }) => column.name.toLowerCase() === name.text.toLowerCase());
}

export function keyOf({ isDescending, nulls }: OrderItem, { column }: Pick<Computed<Scalar>, 'column'>): SortKey {
  return {
    expression: { kind: 'column', column: column.id, type: column.type, position: 0 },
    isDescending,
    nullsFirst: nulls === undefined ? isDescending : nulls === 'first',
  };
}

/** LIMIT and OFFSET, which read no columns. `LIMIT NULL` and `LIMIT ALL` are no limit. */
export function bindLimits(
  binder: StatementBinder,
  { limit, offset }: Pick<Select, 'limit' | 'offset'>,
  scope: NameScope,
): (relation: Relation) => Relation {
  const bound = (written: Select['limit'], clause: string): Scalar | undefined => {
    if (!written || written.kind === 'null') return undefined;
    const value = bindExpression({ binder, scope, clause }, written);
    return coerce(value, { name: 'int8' }, 'assignment', written.position);
  };
  const [count, skipped] = [bound(limit, 'LIMIT'), bound(offset, 'OFFSET')];
  if (!count && !skipped) return (relation) => relation;
  return (input) => ({
    kind: 'limit',
    input,
    ...(count ? { count } : {}),
    ...(skipped ? { offset: skipped } : {}),
  });
}
