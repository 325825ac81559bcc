import { columnsOf, type Scalar } from '../relation/index.ts';
import type { Select } from '../syntax/index.ts';
import { commonType, type SqlType, typeText } from '../types/index.ts';
import { refusePlan } from '../refusal.ts';
import { bindParameter } from './bind-parameter.ts';
import { isOpen } from './coerce.ts';
import { withTypes } from './with-types.ts';
import { orderedByOutput } from './bind-values.ts';
import { type StatementBinder, type BoundSelect, newColumn } from './binder.ts';
import type { NameScope } from './scope.ts';

/** UNION, INTERSECT and EXCEPT: columns have the names of the left side and the common types of both. */
export function bindSetOperation(
  binder: StatementBinder,
  select: Extract<Select, { kind: 'set' }>,
  scope: NameScope,
): BoundSelect {
  const { operation, isAll, position } = select;
  const [left, right] = [select.left, select.right].map((side) => binder.select(side, scope));
  if (!left || !right) throw new Error('a set operation has two sides');
  const name = operation.toUpperCase();
  if (left.output.length !== right.output.length) {
    refusePlan('sql.set-columns', `each ${name} query must have the same number of columns`, position);
  }
  const [ofLeft, ofRight] = [select.left, select.right].map((side) => literalsOf(binder, side));
  if (!ofLeft || !ofRight) throw new Error('a set operation has two sides');
  const types = left.output.map((column, index): SqlType => {
    const other = right.output[index] ?? column;
    const type = commonType([ofLeft[index]?.type ?? column.type, ofRight[index]?.type ?? other.type]);
    if (!('mismatch' in type)) return type;
    const [one, another] = type.mismatch.map(typeText);
    return refusePlan('sql.type-mismatch', `${name} types ${one} and ${another} cannot be matched`, position);
  });
  const columns = left.output.map((column, index) => newColumn(binder, column.name, types[index] ?? column.type));
  const set = {
    kind: 'set',
    operation,
    isAll,
    left: withTypes(binder, left, types, ofLeft),
    right: withTypes(binder, right, types, ofRight),
    columns,
  } as const;
  return { relation: orderedByOutput(binder, select, set, columnsOf(set)), output: columns };
}

/** Columns of a side that are NULL, a literal or a parameter without a type: the other side gives them one, as in PostgreSQL. */
function literalsOf(binder: StatementBinder, side: Select): readonly (Scalar | undefined)[] {
  const isPlain = side.kind === 'select' && side.distinct === undefined && side.order.length === 0;
  if (!isPlain || side.targets.some(({ expression }) => expression.kind === 'star')) return [];
  return side.targets.map(({ expression }): Scalar | undefined => {
    if (expression.kind === 'parameter') {
      const bound = bindParameter(binder, expression);
      return isOpen(bound) ? bound : undefined;
    }
    if (expression.kind === 'null') return { kind: 'constant', value: null, type: { name: 'unknown' } };
    if (expression.kind !== 'string') return undefined;
    return { kind: 'constant', value: expression.text, type: { name: 'unknown' } };
  });
}
