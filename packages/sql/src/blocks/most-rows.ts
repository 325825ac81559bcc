import type { BoundStatement, Relation, Scalar } from '../relation/index.ts';

/** The first rows of a statement, at most so many. */
export function withMostRows(statement: BoundStatement, mostRows: number): BoundStatement {
  return { ...statement, relation: limited(statement.relation, mostRows) };
}

function limited(relation: Relation, mostRows: number): Relation {
  const isNarrow =
    relation.kind === 'project' && relation.items.every(({ expression }) => expression.kind === 'column');
  if (isNarrow) return { ...relation, input: limited(relation.input, mostRows) };
  const most: Scalar = { kind: 'constant', value: String(mostRows), type: { name: 'int8' } };
  if (relation.kind !== 'limit') return { kind: 'limit', input: relation, count: most };
  return { ...relation, count: relation.count ? fewer(relation.count, mostRows, most) : most };
}

/** A limit that is NULL is none, and NULL counts for nothing among several. */
function fewer(count: Scalar, mostRows: number, most: Scalar): Scalar {
  if (count.kind === 'constant' && count.value !== null) return BigInt(count.value) < mostRows ? count : most;
  return { kind: 'least', items: [count, most], type: most.type };
}
