import type { ColumnId, Scalar } from '../../relation/index.ts';

/** Whether a condition is not true for rows that have NULL in all of certain columns. */
export function rejectsNull(condition: Scalar, columns: ReadonlySet<ColumnId>): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.some((one) => rejectsNull(one, columns));
    case 'or':
      return condition.conditions.every((one) => rejectsNull(one, columns));
    case 'is-null':
      return condition.isNegated && isNullWith(condition.operand, columns);
    case 'is-truth':
      return condition.truth === null
        ? condition.isNegated && isNullWith(condition.operand, columns)
        : !condition.isNegated && isNullWith(condition.operand, columns);
    default:
      return isNullWith(condition, columns);
  }
}

/** Whether an expression is NULL where certain columns are. */
export function isNullWith(scalar: Scalar, columns: ReadonlySet<ColumnId>): boolean {
  switch (scalar.kind) {
    case 'column':
      return columns.has(scalar.column);
    case 'constant':
      return scalar.value === null;
    case 'cast':
    case 'not':
      return isNullWith(scalar.operand, columns);
    case 'in-list':
      return isNullWith(scalar.operand, columns);
    case 'case': {
      const others = scalar.when.filter(({ condition }) => !rejectsNull(condition, columns)).map(({ value }) => value);
      return [...others, ...(scalar.otherwise ? [scalar.otherwise] : [])].every((one) => isNullWith(one, columns));
    }
    case 'coalesce':
    case 'greatest':
    case 'least':
      return scalar.items.every((one) => isNullWith(one, columns));
    case 'call':
      return scalar.function.isStrict && scalar.arguments.some((one) => isNullWith(one, columns));
    default:
      return false;
  }
}
