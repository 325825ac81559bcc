import {
  type AggregateCall,
  type Column,
  type Computed,
  mapCall,
  mapScalars,
  mapScalarsOf,
  mapWindow,
  type Relation,
  sameScalar,
  type Scalar,
  type WindowCall,
} from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';

interface SelectGrouping {
  readonly keys: readonly Computed<Scalar>[];
  /** Columns of the rows that are grouped. */
  readonly rows: readonly Column[];
  readonly calls: readonly Computed<AggregateCall>[];
}

/**
 * Rewrites expressions over rows as expressions over their groups: what equals a group key becomes its column.
 *
 * Its methods throw StatementRefused for a column that is neither grouped nor aggregated.
 */
export function groupedBy({ keys, rows, calls }: SelectGrouping) {
  const ungrouped = new Map(rows.map((column) => [column.id, column]));
  const over = (scalar: Scalar): Scalar => {
    const key = keys.find(({ expression }) => sameScalar(expression, scalar));
    const position = 'position' in scalar ? scalar.position : 0;
    if (key) return { kind: 'column', column: key.column.id, type: key.column.type, position };
    if (scalar.kind === 'column') {
      const column = ungrouped.get(scalar.column);
      if (column) refuseUngrouped(column, scalar.position);
      return scalar;
    }
    return mapScalars(scalar, over, inside);
  };
  const inside = (query: Relation): Relation => mapScalarsOf(query, over);
  return {
    scalar: over,
    window: (call: WindowCall) => mapWindow(call, over),
    call: (call: AggregateCall) => mapCall(call, over),
  };

  function refuseUngrouped(column: Column, position: number): never {
    const available = [...keys.map((key) => key.column), ...calls.map((call) => call.column)].map(({ name }) => name);
    const what = `Expression #${column.name} could not be resolved from available columns: ${available.join(', ')}`;
    return refusePlan(
      'sql.ungrouped-column',
      `Projection references non-aggregate values: ${what}`,
      position,
      `Add ${column.name} to GROUP BY, or use it inside of an aggregate function`,
    );
  }
}
