import { columnsRead, type ColumnId, type Relation, type Scalar } from '../../relation/index.ts';
import { hasQuery, substitute } from '../part.ts';
import { conjuncts } from './row-filters.ts';

type Filter = Extract<Relation, { kind: 'filter' }>;

/**
 * Moves conditions on `__user` below the grouping that shows it, since they say as whom the rows are asked.
 *
 * @returns what is left to find
 */
export function withUserBelow({ input, condition }: Filter): Relation {
  let at = input;
  const above: Scalar[] = [];
  for (const one of conjuncts(condition)) {
    const moved = hasQuery(one) ? undefined : below(at, one);
    if (moved) at = moved;
    else above.push(one);
  }
  return above.reduce<Relation>((relation, one) => ({ kind: 'filter', input: relation, condition: one }), at);
}

/** A relation whose grouping has the condition below it; undefined when it is not about `__user` alone. */
function below(relation: Relation, condition: Scalar): Relation | undefined {
  switch (relation.kind) {
    case 'project':
    case 'filter':
    case 'sort': {
      const input = below(relation.input, overItems(relation, condition));
      return input && { ...relation, input };
    }
    case 'aggregate': {
      const groups = new Map(relation.groups.map(({ column, expression }) => [column.id, expression]));
      const read = columnsRead(condition);
      if (relation.sets || read.length === 0 || !read.every((id) => groups.has(id))) return undefined;
      const own = substitute(condition, (id) => groups.get(id));
      if (!columnsRead(own).every((id) => isUser(relation.input, id))) return undefined;
      return { ...relation, input: { kind: 'filter', input: relation.input, condition: own } };
    }
    default:
      return undefined;
  }
}

function overItems(relation: Relation, condition: Scalar): Scalar {
  if (relation.kind !== 'project') return condition;
  const items = new Map(relation.items.map(({ column, expression }) => [column.id, expression]));
  return substitute(condition, (id) => items.get(id));
}

function isUser(relation: Relation, id: ColumnId): boolean {
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'user');
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      return item?.expression.kind === 'column' && isUser(relation.input, item.expression.column);
    }
    case 'filter':
    case 'sort':
      return isUser(relation.input, id);
    case 'join':
      return isUser(relation.left, id) || isUser(relation.right, id);
    default:
      return false;
  }
}
