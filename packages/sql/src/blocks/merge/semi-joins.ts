import { type ColumnId, type Relation, type Scalar, allOf, type JoinRelation } from '../../relation/index.ts';
import { equated } from '../above/row-keys.ts';
import { unordered } from '../above/without-order.ts';
import { joinConditions } from './null-safe.ts';

/**
 * A join by `__cubeJoinField` without an order on its sides, and without groupings by that field: it stands for a row of
 * its cube, so that the groups are what the model joins.
 */
export function ofSelections(join: JoinRelation): JoinRelation {
  const conditions = joinConditions(join.on);
  const isByField = conditions.some((one) => isFieldPair(one, join));
  const sideOf = (side: Relation) => (isByField ? ofSelection(unordered(side)) : unordered(side));
  const on = join.on ? { on: allOf(conditions) } : {};
  return { ...join, left: sideOf(join.left), right: sideOf(join.right), ...on };
}

/** Whether a join compares `__cubeJoinField` of its sides, whatever they are. */
export function joinsByField(join: JoinRelation): boolean {
  return joinConditions(join.on).some((one) => isFieldPair(one, join));
}

function isFieldPair(condition: Scalar, { left, right }: JoinRelation): boolean {
  const pair = equated(condition) ?? [];
  const isFieldOf = (side: Relation) => pair.some((one) => one.kind === 'column' && isJoinField(side, one.column));
  return isFieldOf(left) && isFieldOf(right);
}

function ofSelection(relation: Relation): Relation {
  if (relation.kind === 'project' || relation.kind === 'filter') {
    const input = ofSelection(relation.input);
    return input === relation.input ? relation : { ...relation, input };
  }
  if (relation.kind !== 'aggregate' || relation.sets || relation.calls.length > 0) return relation;
  const isByRow = relation.groups.some(
    ({ expression }) => expression.kind === 'column' && isJoinField(relation.input, expression.column),
  );
  return isByRow ? { kind: 'project', input: relation.input, items: relation.groups } : relation;
}

function isJoinField(relation: Relation, id: ColumnId): boolean {
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'join');
    case 'filter':
    case 'sort':
    case 'limit':
    case 'distinct':
    case 'window':
      return isJoinField(relation.input, id);
    case 'join':
      return isJoinField(relation.left, id) || isJoinField(relation.right, id);
    case 'project':
    case 'aggregate': {
      const items = relation.kind === 'project' ? relation.items : relation.groups;
      const expression = items.find(({ column }) => column.id === id)?.expression;
      return expression?.kind === 'column' && isJoinField(relation.input, expression.column);
    }
    default:
      return false;
  }
}
