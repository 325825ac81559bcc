import type { ValueType } from '../model/index.ts';
import { type Binder, report } from './binder.ts';
import { type FunctionSignature, signatures } from './expression-functions.ts';
import type { ExpressionFunction } from './expression.ts';

/** The result type of a function for these argument types; `undefined` after reporting when it does not accept them. */
export function checkArguments(
  binder: Binder,
  name: ExpressionFunction,
  types: readonly ValueType[],
  path: string,
): ValueType | undefined {
  const signature = signatures[name];
  if (types.length < signature.least || types.length > signature.most) {
    const params = { function: name, expected: countText(signature), given: types.length };
    return report(binder, 'query.argument-count', params, path);
  }
  const values = valuePositions(signature, types.length);
  const same = types[values[0] ?? 0];
  let isSound = true;
  for (const [index, given] of types.entries()) {
    const expected = values.includes(index) ? expectedType(signature, same) : 'boolean';
    if (expected === 'any' || given === expected) continue;
    isSound = false;
    const params = { function: name, position: index + 1, expected, given };
    report(binder, 'query.argument-type', params, `${path}.arguments[${index}]`);
  }
  return isSound ? (signature.result === 'same' ? same : signature.result) : undefined;
}

/** Positions of all arguments except the conditions of a `case`. */
function valuePositions({ arguments: kind }: FunctionSignature, count: number): readonly number[] {
  const positions = Array.from({ length: count }, (_, index) => index);
  return kind === 'case' ? positions.filter((index) => index % 2 === 1 || index === count - 1) : positions;
}

function expectedType(
  { arguments: kind }: FunctionSignature,
  same: ValueType | undefined,
): ValueType | 'any' | 'number, string or time' {
  switch (kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'any':
      return kind;
    case 'same':
    case 'case':
      return same ?? 'any';
    case 'comparable':
      return same === 'boolean' ? 'number, string or time' : (same ?? 'any');
  }
}

function countText({ least, most }: FunctionSignature): string {
  if (least === most) return String(least);
  return most === Infinity ? `${least} or more` : `${least} to ${most}`;
}
