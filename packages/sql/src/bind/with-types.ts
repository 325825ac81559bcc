import type { Computed, Relation, Scalar } from '../relation/index.ts';
import { type SqlType, sameType } from '../types/index.ts';
import { coerce } from './coerce.ts';
import { type StatementBinder, type BoundSelect, newColumn } from './binder.ts';

/**
 * Casts the columns of one side of a set operation; columns of the wanted types stay.
 *
 * @param literals those of its columns that have no type of their own
 */
export function withTypes(
  binder: StatementBinder,
  { relation, output }: BoundSelect,
  types: readonly SqlType[],
  literals: readonly (Scalar | undefined)[],
): Relation {
  const items = output.map((column, index): Computed<Scalar> => {
    const type = types[index] ?? column.type;
    const value: Scalar = { kind: 'column', column: column.id, type: column.type, position: 0 };
    const expression: Scalar = sameType(type, column.type) ? value : typed(literals[index] ?? value, type);
    return { column: newColumn(binder, column.name, type), expression };
  });
  return items.every(({ expression }) => expression.kind === 'column')
    ? relation
    : { kind: 'project', input: relation, items };
}

function typed(value: Scalar, type: SqlType): Scalar {
  return value.kind === 'constant' || value.kind === 'parameter'
    ? coerce(value, type, 'implicit')
    : { kind: 'cast', operand: value, type, position: 0 };
}
