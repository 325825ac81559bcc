import type { BoundStatement, ColumnId, Relation } from '../relation/index.ts';
import { plainColumn } from './whole-query.ts';

/**
 * What the columns of an answer show of the model as it is: names of members, and of buckets of times.
 *
 * @param statement its blocks are found @returns one for each column; undefined for what is computed
 */
export function outputMembers({ relation, output }: BoundStatement): readonly (string | undefined)[] {
  return output.map(({ id }) => memberOf(relation, id));
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
