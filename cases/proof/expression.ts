import { startOf } from './clock.ts';
import type { Value } from './world.ts';

/** The SQL of random models, small enough to be computed without a database. */
export type Expression =
  /** A column of the cube, or of another cube in a join. */
  | { readonly kind: 'column'; readonly cube?: string; readonly name: string }
  /** `name`, `cube.name`, or with a granularity. */
  | { readonly kind: 'member'; readonly cube?: string; readonly name: string; readonly granularity?: string }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'call'; readonly operator: Operator; readonly operands: readonly Expression[] };

type Operator =
  | '+'
  | '-'
  | '*'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'AND'
  | 'OR'
  | 'NOT'
  | 'IS NULL'
  | 'IS NOT NULL'
  | '||'
  | 'COALESCE'
  /** The first divided by the second in full precision, NULL by zero. */
  | 'RATIO'
  /** The year of a stored time. */
  | 'YEAR'
  /** The day of a stored time, as a date. */
  | 'DAY'
  /** Condition, value, otherwise. */
  | 'CASE'
  | 'SUM'
  | 'MIN'
  | 'MAX';

/** Writes SQL as an author would: parentheses only inside, none around references. */
export function writeSql(expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return `{${expression.cube ?? 'CUBE'}}.${expression.name}`;
    case 'member':
      return `{${[expression.cube, expression.name, expression.granularity].filter((part) => part !== undefined).join('.')}}`;
    case 'constant':
      return writeConstant(expression.value);
    case 'call':
      return writeCall(expression.operator, expression.operands);
  }
}

export function writeConstant(value: string | number | boolean): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value < 0 ? `(${value})` : String(value);
}

function writeCall(operator: Operator, operands: readonly Expression[]): string {
  const [first = '', second = '', third = ''] = operands.map(writeOperand);
  switch (operator) {
    case 'NOT':
      return `NOT ${first}`;
    case 'IS NULL':
    case 'IS NOT NULL':
      return `${first} ${operator}`;
    case 'COALESCE':
    case 'SUM':
    case 'MIN':
    case 'MAX':
      return `${operator}(${operands.map(writeSql).join(', ')})`;
    case 'YEAR':
      return `EXTRACT(YEAR FROM ${operands.map(writeSql).join()})`;
    case 'DAY':
      return `CAST(${operands.map(writeSql).join()} AS DATE)`;
    case 'RATIO':
      return `1e0 * ${first} / NULLIF(${second}, 0)`;
    case 'CASE':
      return `CASE WHEN ${first} THEN ${second} ELSE ${third} END`;
    default:
      return operands.map(writeOperand).join(` ${operator} `);
  }
}

function writeOperand(expression: Expression): string {
  const isCall =
    expression.kind === 'call' &&
    !['COALESCE', 'SUM', 'MIN', 'MAX', 'CASE', 'YEAR', 'DAY'].includes(expression.operator);
  return isCall ? `(${writeSql(expression)})` : writeSql(expression);
}

/** Where an expression gets its columns, members and aggregates from. */
export interface Scope {
  readonly column: (cube: string | undefined, name: string) => Value;
  readonly member: (reference: Extract<Expression, { kind: 'member' }>) => Value;
  readonly aggregate?: (operator: 'SUM' | 'MIN' | 'MAX', operand: Expression) => Value;
}

export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'column':
      return scope.column(expression.cube, expression.name);
    case 'member':
      return scope.member(expression);
    case 'constant':
      return expression.value;
    case 'call':
      return evaluateCall(expression.operator, expression.operands, scope);
  }
}

function evaluateCall(operator: Operator, operands: readonly Expression[], scope: Scope): Value {
  const [one, two, three] = operands;
  if (!one) throw new Error(`${operator} of nothing`);
  if (operator === 'SUM' || operator === 'MIN' || operator === 'MAX') {
    if (!scope.aggregate) throw new Error(`${operator} where rows are computed`);
    return scope.aggregate(operator, one);
  }
  if (operator === 'CASE') {
    const chosen = evaluate(one, scope) === true ? two : three;
    return chosen ? evaluate(chosen, scope) : null;
  }
  const values = operands.map((operand) => evaluate(operand, scope));
  switch (operator) {
    case 'AND':
      return values.includes(false) ? false : values.includes(null) ? null : true;
    case 'OR':
      return values.includes(true) ? true : values.includes(null) ? null : false;
    case 'IS NULL':
      return values[0] === null;
    case 'IS NOT NULL':
      return values[0] !== null;
    case 'COALESCE':
      return values.find((value) => value !== null) ?? null;
    default:
      return values.includes(null) ? null : ofKnown(operator, values);
  }
}

/** Operators that are NULL as soon as an operand is. */
function ofKnown(operator: Operator, values: readonly Value[]): Value {
  const [a = null, b = null] = values;
  switch (operator) {
    case 'NOT':
      return a !== true;
    case 'YEAR':
      return new Date(Number(a)).getUTCFullYear();
    case 'DAY':
      return startOf('day', Number(a));
    case '||':
      return values.map(String).join('');
    case '+':
      return Number(a) + Number(b);
    case '-':
      return Number(a) - Number(b);
    case '*':
      return Number(a) * Number(b);
    case 'RATIO':
      return Number(b) === 0 ? null : Number(a) / Number(b);
    case '=':
      return compareValues(a, b) === 0;
    case '<>':
      return compareValues(a, b) !== 0;
    case '<':
      return compareValues(a, b) < 0;
    case '<=':
      return compareValues(a, b) <= 0;
    case '>':
      return compareValues(a, b) > 0;
    case '>=':
      return compareValues(a, b) >= 0;
    default:
      throw new Error(`${operator} has a rule of its own`);
  }
}

/** Neither is NULL. Texts by code point, false before true. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

export function membersIn(expression: Expression): readonly Extract<Expression, { kind: 'member' }>[] {
  if (expression.kind === 'member') return [expression];
  return expression.kind === 'call' ? expression.operands.flatMap(membersIn) : [];
}

export function columnsIn(expression: Expression): readonly Extract<Expression, { kind: 'column' }>[] {
  if (expression.kind === 'column') return [expression];
  return expression.kind === 'call' ? expression.operands.flatMap(columnsIn) : [];
}

export function column(name: string, cube?: string): Expression {
  return { kind: 'column', ...(cube === undefined ? {} : { cube }), name };
}

export function call(
  operator: Extract<Expression, { kind: 'call' }>['operator'],
  ...operands: Expression[]
): Expression {
  return { kind: 'call', operator, operands };
}
