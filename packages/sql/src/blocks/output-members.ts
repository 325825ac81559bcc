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

/** Which columns of an answer are constants with a value, as `SELECT 123` has one. */
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
