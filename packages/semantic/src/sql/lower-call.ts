import type { ValueType } from '../model/index.ts';
import { call, cast, operator, type Sql } from './sql.ts';
import type { ExpressionFunction } from '../query/index.ts';

/**
 * Lowers a typed function of an expression. Number and types of its arguments were checked when the query was bound.
 *
 * @param types types of the arguments, where known
 */
export function lowerCall(
  name: ExpressionFunction,
  args: readonly Sql[],
  type: ValueType,
  types: readonly (ValueType | undefined)[],
): Sql {
  const [first = missing(name), second = missing(name)] = [args[0], args[1] ?? args[0]];
  switch (name) {
    case 'add':
      return { kind: 'addition', operator: '+', operands: args };
    case 'subtract':
      return { kind: 'addition', operator: '-', operands: args };
    case 'multiply':
      return { kind: 'product', operands: args };
    case 'divide':
      return { kind: 'divide', dividend: first, divisor: second };
    case 'negate':
      return { kind: 'addition', operator: '-', operands: [{ kind: 'integer', value: 0 }, first] };
    case 'lower':
      return { kind: 'letter-case', to: 'lower', operand: cast(first, 'string') };
    case 'upper':
      return { kind: 'letter-case', to: 'upper', operand: cast(first, 'string') };
    case 'length':
      return { kind: 'text-length', operand: cast(first, 'string') };
    case 'concat':
      return operator('||', ...args.map((arg) => cast(arg, 'string')));
    case 'coalesce':
      return type === 'number' ? { kind: 'first-number', items: args } : call('COALESCE', ...args);
    case 'equals':
      return operator('=', first, second);
    case 'less':
      return lowerOrder('<', first, second, types);
    case 'less-or-equal':
      return lowerOrder('<=', first, second, types);
    case 'and':
      return operator('AND', ...args);
    case 'or':
      return operator('OR', ...args);
    case 'not':
      return { kind: 'not', operand: first };
    case 'is-null':
      return { kind: 'null-test', operand: first, isNegated: false };
    case 'case':
      return lowerCase(args, type);
  }
}

/** condition, value, condition, value, ..., otherwise */
function lowerCase(args: readonly Sql[], type: ValueType): Sql {
  const branches = args.slice(0, args.length - (args.length % 2));
  const when = branches.flatMap((condition, index) => {
    const value = branches[index + 1];
    return index % 2 === 0 && value ? [{ condition, value: typed(value, type) }] : [];
  });
  const otherwise = args.length % 2 === 1 ? args.at(-1) : undefined;
  return {
    kind: type === 'number' ? 'chosen-number' : 'case',
    when,
    ...(otherwise ? { otherwise: typed(otherwise, type) } : {}),
  };
}

/** Arguments that are compared have one type; one that tells it is enough. */
function lowerOrder(sign: '<' | '<=', left: Sql, right: Sql, types: readonly (ValueType | undefined)[]): Sql {
  if (types.includes('string')) return operator(sign, { kind: 'text-order', operand: cast(left, 'string') }, right);
  if (types.includes('time') || types.includes('boolean')) return operator(sign, left, right);
  return { kind: 'number-order', operator: sign, left, right };
}

function typed(value: Sql, type: ValueType): Sql {
  return type === 'string' ? cast(value, 'string') : value;
}

function missing(name: ExpressionFunction): never {
  throw new Error(`the function '${name}' lost its arguments`);
}
