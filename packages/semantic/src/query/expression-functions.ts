import type { ValueType } from '../model/index.ts';
import type { ExpressionFunction } from './expression.ts';

/** Argument and result types of a function. */
export interface FunctionSignature {
  /**
   * `same`: one common type; `comparable`: the same, but not boolean. `case`: condition, value, condition, value, ...,
   * then optionally the value of all other rows.
   */
  readonly arguments: 'number' | 'string' | 'boolean' | 'same' | 'comparable' | 'any' | 'case';
  readonly least: number;
  readonly most: number;
  /** `same`: the type of the arguments (of the values, for `case`). */
  readonly result: ValueType | 'same';
}

export const signatures: Readonly<Record<ExpressionFunction, FunctionSignature>> = {
  add: { arguments: 'number', least: 2, most: 2, result: 'number' },
  subtract: { arguments: 'number', least: 2, most: 2, result: 'number' },
  multiply: { arguments: 'number', least: 2, most: 2, result: 'number' },
  divide: { arguments: 'number', least: 2, most: 2, result: 'number' },
  negate: { arguments: 'number', least: 1, most: 1, result: 'number' },
  lower: { arguments: 'string', least: 1, most: 1, result: 'string' },
  upper: { arguments: 'string', least: 1, most: 1, result: 'string' },
  length: { arguments: 'string', least: 1, most: 1, result: 'number' },
  concat: { arguments: 'string', least: 2, most: Infinity, result: 'string' },
  coalesce: { arguments: 'same', least: 2, most: Infinity, result: 'same' },
  equals: { arguments: 'same', least: 2, most: 2, result: 'boolean' },
  less: { arguments: 'comparable', least: 2, most: 2, result: 'boolean' },
  'less-or-equal': { arguments: 'comparable', least: 2, most: 2, result: 'boolean' },
  and: { arguments: 'boolean', least: 2, most: Infinity, result: 'boolean' },
  or: { arguments: 'boolean', least: 2, most: Infinity, result: 'boolean' },
  not: { arguments: 'boolean', least: 1, most: 1, result: 'boolean' },
  'is-null': { arguments: 'any', least: 1, most: 1, result: 'boolean' },
  case: { arguments: 'case', least: 2, most: Infinity, result: 'same' },
};
