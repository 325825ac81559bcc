import { type ColumnId, columnsOf, columnsRead, type Relation, type SharedRelation } from '../relation/index.ts';

/**
 * Whether a column is a measure of a selection that nothing has grouped or chosen rows of, or is made of one.
 *
 * @param shared common table expressions; without them their columns are none
 */
export function measureIn(
  relation: Relation,
  id: ColumnId,
  shared: readonly SharedRelation[] = [],
): 'itself' | 'a part' | undefined {
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'measure')
        ? 'itself'
        : undefined;
    case 'filter':
    case 'sort':
      return measureIn(relation.input, id, shared);
    case 'join':
      return measureIn(relation.left, id, shared) ?? measureIn(relation.right, id, shared);
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      if (!item) return undefined;
      if (item.expression.kind === 'column') return measureIn(relation.input, item.expression.column, shared);
      return columnsRead(item.expression).some((one) => measureIn(relation.input, one, shared)) ? 'a part' : undefined;
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      const column = target && columnsOf(target)[relation.columns.findIndex((one) => one.id === id)];
      return target && column && measureIn(target, column.id, shared);
    }
    default:
      return undefined;
  }
}
