import { functionsNamed } from '../functions/index.ts';
import type { Relation, SortKey, WindowCall } from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';
import { operatorOf } from './bind-call.ts';
import { type StatementBinder, newColumn } from './binder.ts';

/**
 * DISTINCT ON: the first row of each of its values, in the order of the statement.
 *
 * @param on keys of DISTINCT ON @param order keys of ORDER BY
 * @returns a relation with a column more @throws StatementRefused for an order that begins with other expressions
 */
export function firstRows(
  binder: StatementBinder,
  input: Relation,
  on: readonly SortKey[],
  order: readonly SortKey[],
  position: number,
): Relation {
  const idOf = ({ expression }: SortKey) => (expression.kind === 'column' ? expression.column : -1);
  const wanted = new Set(on.map(idOf));
  // The order begins with all of them, in any order, each as often as it likes.
  const others = order.findIndex((key) => !wanted.has(idOf(key)));
  const first = new Set((others < 0 ? order : order.slice(0, others)).map(idOf));
  if (others >= 0 && first.size < wanted.size) {
    refusePlan('sql.distinct-on', 'SELECT DISTINCT ON expressions must match initial ORDER BY expressions', position);
  }
  const [rowNumber] = functionsNamed('row_number');
  if (!rowNumber) throw new Error('the catalogue has row_number');
  const call: WindowCall = {
    function: rowNumber,
    arguments: [],
    isDistinct: false,
    order: [],
    type: { name: 'int8' },
    position,
    partition: on.map(({ expression }) => expression),
    over: order,
  };
  const column = newColumn(binder, 'row_number', call.type);
  const number = { kind: 'column', column: column.id, type: column.type, position } as const;
  const one = { kind: 'constant', value: '1', type: column.type } as const;
  return {
    kind: 'filter',
    input: { kind: 'window', input, calls: [{ column, expression: call }] },
    condition: operatorOf('=', [number, one], position),
  };
}
