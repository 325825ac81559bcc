import {
  columnsOf,
  columnsRead,
  type ColumnId,
  type Relation,
  type Scalar,
  type SharedRelation,
  hasQuery,
  conjuncts,
  allOf,
} from '../../relation/index.ts';
import { refuseUnsupported } from '../../refusal.ts';
import { substitute } from '../part.ts';

type FilterRelation = Extract<Relation, { kind: 'filter' }>;

/**
 * Moves conditions on `__user` below the grouping that shows it, since they choose the user with whose rights the rows
 * are read.
 *
 * @returns the filter with its other conditions, or its input where there are none
 * @throws StatementRefused for a condition on `__user` that stays above what it would choose the rows of
 */
export function withUserBelow(filter: FilterRelation, shared: readonly SharedRelation[]): Relation {
  let input = filter.input;
  const above: Scalar[] = [];
  const conditions = conjuncts(filter.condition);
  for (const one of conditions) {
    const users = columnsRead(one).map((id) => shownUser(input, id, shared));
    if (!users.includes('closed')) {
      above.push(one);
      continue;
    }
    const moved = hasQuery(one) || users.includes(undefined) ? undefined : below(input, one, shared);
    if (!moved) refuseAbove(one);
    input = moved;
  }
  if (above.length === 0) return input;
  return above.length === conditions.length ? filter : { ...filter, input, condition: allOf(above) };
}

/** A relation with the condition on the rows that it chooses; undefined where something else is above these. */
function below(relation: Relation, condition: Scalar, shared: readonly SharedRelation[]): Relation | undefined {
  if (columnsRead(condition).every((id) => shownUser(relation, id, shared) === 'open')) {
    return { kind: 'filter', input: relation, condition };
  }
  switch (relation.kind) {
    case 'project':
    case 'aggregate': {
      const items = relation.kind === 'project' ? relation.items : relation.groups;
      const own = new Map(items.map(({ column, expression }) => [column.id, expression]));
      const isOfGroups = columnsRead(condition).every((id) => own.has(id));
      if (!isOfGroups || (relation.kind === 'aggregate' && relation.sets)) return undefined;
      const over = substitute(condition, (id) => own.get(id));
      const input = below(relation.input, over, shared);
      return input && { ...relation, input };
    }
    case 'filter':
    case 'sort': {
      const input = below(relation.input, condition, shared);
      return input && { ...relation, input };
    }
    case 'distinct': {
      const input = relation.on ? undefined : below(relation.input, condition, shared);
      return input && { ...relation, input };
    }
    default:
      return undefined;
  }
}

/** Whether a column shows `__user`: of rows that a condition may still choose, or of what is closed above them. */
function shownUser(relation: Relation, id: ColumnId, shared: readonly SharedRelation[]): 'open' | 'closed' | undefined {
  const closed = (input: Relation, ids: readonly ColumnId[]) =>
    ids.some((one) => shownUser(input, one, shared)) ? 'closed' : undefined;
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'user') ? 'open' : undefined;
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      const read = item ? columnsRead(item.expression) : [];
      return read.map((one) => shownUser(relation.input, one, shared)).find((one) => one !== undefined);
    }
    case 'filter':
    case 'sort':
      return shownUser(relation.input, id, shared);
    case 'join':
      return shownUser(relation.left, id, shared) ?? shownUser(relation.right, id, shared);
    case 'aggregate': {
      const group = relation.groups.find(({ column }) => column.id === id);
      return group && closed(relation.input, columnsRead(group.expression));
    }
    case 'distinct':
    case 'limit':
    case 'window':
      return closed(relation.input, [id]);
    case 'recursive':
    case 'set': {
      const at = relation.columns.findIndex((column) => column.id === id);
      const sides = [relation.left, relation.right].map((side) => ({ side, column: columnsOf(side)[at] }));
      return sides.some(({ side, column }) => column && closed(side, [column.id])) ? 'closed' : undefined;
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      const column = target && columnsOf(target)[relation.columns.findIndex((one) => one.id === id)];
      return target && column && shownUser(target, column.id, shared);
    }
    case 'block':
    case 'catalog':
    case 'recursion':
    case 'values':
    case 'function':
      return undefined;
  }
}

function refuseAbove(condition: Scalar): never {
  const position = 'position' in condition ? condition.position : undefined;
  return refuseUnsupported(
    'sql.user',
    '__user says as whom rows are asked, and is not tested above their groups',
    position,
    "Write __user = '...' into the sub-select that reads the model",
  );
}
