/** Functions an expression may use; every dialect renders each of them with the same meaning. */
export type ExpressionFunction =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide' // always fractional; by zero is NULL
  | 'negate'
  | 'lower'
  | 'upper'
  | 'length'
  | 'concat'
  | 'coalesce'
  | 'equals'
  | 'less'
  | 'less-or-equal'
  | 'and'
  | 'or'
  | 'not'
  | 'is-null'
  | 'case'; // condition, value, condition, value, ..., otherwise
