import { readLiteral } from '../functions/index.ts';
import { refuseConstant, refusePlan } from '../refusal.ts';
import type { Scalar } from '../relation/index.ts';
import type { Expression } from '../syntax/index.ts';
import { elementOf, isArrayName, type SqlType, type TypeName } from '../types/index.ts';
import { bindNumber } from './bind-number.ts';
import type { StatementBinder } from './binder.ts';

type ParameterExpression = Pick<Expression & { readonly kind: 'parameter' }, 'number' | 'position'>;

/** PostgreSQL's bound. */
const mostParameters = 65_535;

/** A parameter while types are sought; then its value, as a constant of its type. */
export function bindParameter(binder: StatementBinder, { number, position }: ParameterExpression): Scalar {
  if (number < 1 || number > mostParameters) refusePlan('sql.parameter', `there is no parameter $${number}`, position);
  const { types, values } = binder.parameters;
  const known = types.get(number);
  if (!values) return { kind: 'parameter', number, type: known ?? { name: 'unknown' }, types };
  const value = values.get(number);
  if (value === undefined) return refusePlan('sql.parameter', `there is no parameter $${number}`, position);
  return valueOfType(value, known ?? { name: 'text' }, position);
}

/** Types whose constants are written as such; others are literals with a cast, as `DATE '2024-01-31'`. */
const plainNames: ReadonlySet<TypeName> = new Set(['bool', 'int2', 'int4', 'int8', 'numeric', 'text']);

/** A value in text form as a constant of a type. @throws StatementRefused for a text that is no value of the type */
export function valueOfType(value: string | null, type: SqlType, position: number): Scalar {
  if (value === null) return { kind: 'constant', value, type };
  if (type.name === 'float8' && /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value)) {
    return { kind: 'cast', operand: bindNumber(value, position), type, position };
  }
  if (!plainNames.has(type.name)) {
    return { kind: 'cast', operand: { kind: 'constant', value, type: { name: 'unknown' } }, type, position };
  }
  const read = readLiteral(type, value, 'UTC');
  if ('refusal' in read) return refuseConstant(read.code ?? 'sql.value', read.refusal);
  return { kind: 'constant', value: read.value, type };
}

/** Items of an array that a parameter holds, as expressions; undefined while types are sought. */
export function arrayParameter(
  binder: StatementBinder,
  { number, position }: ParameterExpression,
  ofItems: SqlType,
): { readonly text: string | null; readonly type: SqlType } | undefined {
  const { types, values } = binder.parameters;
  const known = types.get(number);
  const element = ofItems.name === 'unknown' ? 'text' : elementOf(ofItems.name);
  if (!known) types.set(number, { name: `${element}[]` });
  else if (!isArrayName(known.name)) {
    refusePlan('sql.array-test', 'op ANY/ALL (array) requires array on right side', position);
  }
  const type: SqlType = { name: elementOf(known?.name ?? element) };
  const text = values?.get(number);
  return text === undefined ? undefined : { text, type };
}
