import { functionsNamed } from '../../functions/index.ts';
import {
  type AggregateCall,
  type Column,
  type ColumnId,
  columnsOf,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
} from '../../relation/index.ts';
import { columnScalar, fresh, type NewColumns, substitute } from '../part.ts';

/** Columns of measures as values of groups. */
export interface MeasureValues {
  /** MEASURE of each column that is read. */
  readonly calls: readonly Computed<AggregateCall>[];
  /** An expression over these values in place of the columns. */
  over(scalar: Scalar): Scalar;
}

/** @param scalars what reads the columns */
export function measureValues(scalars: readonly Scalar[], input: Relation, numbers: NewColumns): MeasureValues {
  const values = new Map<ColumnId, Computed<AggregateCall>>();
  for (const scalar of scalars) {
    for (const id of columnsRead(scalar)) {
      const column = columnsOf(input).find((one) => one.id === id);
      if (column && !values.has(id)) values.set(id, measureOf(column, fresh(numbers, column), positionOf(scalar) ?? 0));
    }
  }
  return {
    calls: [...values.values()],
    over: (scalar) =>
      substitute(scalar, (id) => {
        const value = values.get(id);
        return value && columnScalar(value.column);
      }),
  };
}

function measureOf(column: Column, value: Column, position: number): Computed<AggregateCall> {
  const [entry] = functionsNamed('measure');
  if (!entry) throw new Error('MEASURE is a function');
  const call = { function: entry, arguments: [columnScalar(column)], isDistinct: false, order: [] };
  return { column: value, expression: { ...call, type: column.type, position } };
}

export function positionOf(scalar: Scalar): number | undefined {
  return 'position' in scalar ? scalar.position : undefined;
}
