import type { BoundStatement, ColumnId, Relation } from '../relation/index.ts';
import { plainColumn } from './whole-query.ts';

/**
 * Lists the members of the model, and the buckets of times, that the columns of an answer show unchanged.
 *
 * @param statement a statement with its blocks @returns one name for each column; undefined for a computed one
 */
export function outputMembers({ relation, output }: BoundStatement): readonly (string | undefined)[] {
  return output.map(({ id }) => memberOf(relation, id));
}

/** Lists which columns of an answer are constants with a value, as in `SELECT 123`. */
export function outputConstants({ relation, output }: BoundStatement): readonly boolean[] {
  let at = relation;
  while (at.kind === 'sort' || at.kind === 'limit') at = at.input;
  const items = at.kind === 'project' ? at.items : [];
  return output.map(({ id }) => {
    const expression = items.find(({ column }) => column.id === id)?.expression;
    return expression?.kind === 'constant' && expression.value !== null;
  });
}

function memberOf(relation: Relation, column: ColumnId): string | undefined {
  let [at, id]: [Relation, ColumnId | undefined] = [relation, column];
  for (;;) {
    switch (at.kind) {
      case 'block': {
        const { block, columns } = at;
        return block.outputs[columns.findIndex((one) => one.id === id)]?.name;
      }
      case 'project': {
        const item = at.items.find((one) => one.column.id === id);
        id = item && plainColumn(item.expression);
        if (id === undefined) return undefined;
        at = at.input;
        break;
      }
      case 'sort':
      case 'limit':
      case 'filter':
      case 'distinct':
      case 'window':
        at = at.input;
        break;
      default:
        return undefined;
    }
  }
}
