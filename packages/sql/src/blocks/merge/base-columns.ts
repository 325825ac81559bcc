import type { CubeName } from '@orrery/semantic';
import {
  type ColumnId,
  columnsOf,
  columnsRead,
  type PieceColumn,
  type Relation,
  type Scalar,
  type SharedRelation,
} from '../../relation/index.ts';
import { equated } from '../above/row-keys.ts';
import { joinConditions } from './null-safe.ts';

export interface OfPiece {
  readonly piece: CubeName;
  readonly column: PieceColumn;
}

/**
 * The columns of cubes and views that an expression over a selection is made of.
 *
 * @returns undefined where it reads anything else
 */
export function baseColumns(
  relation: Relation,
  scalar: Scalar,
  shared: readonly SharedRelation[],
): readonly OfPiece[] | undefined {
  const found = columnsRead(scalar).map((id) => baseOf(relation, id, shared));
  return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? []);
}

function baseOf(relation: Relation, id: ColumnId, shared: readonly SharedRelation[]): readonly OfPiece[] | undefined {
  switch (relation.kind) {
    case 'piece': {
      const column = relation.columns.find((one) => one.id === id);
      return column && [{ piece: relation.piece, column }];
    }
    case 'filter':
    case 'sort':
      return baseOf(relation.input, id, shared);
    case 'join':
      return baseOf(relation.left, id, shared) ?? baseOf(relation.right, id, shared);
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      return item && baseColumns(relation.input, item.expression, shared);
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      const column = target && columnsOf(target)[relation.columns.findIndex((one) => one.id === id)];
      return target && column && baseOf(target, column.id, shared);
    }
    default:
      return undefined;
  }
}

/** The cubes and views of a selection that nothing has grouped or chosen rows of; undefined for anything else. */
export function piecesOf(relation: Relation, shared: readonly SharedRelation[]): readonly CubeName[] | undefined {
  switch (relation.kind) {
    case 'piece':
      return [relation.piece];
    case 'filter':
    case 'project':
      return piecesOf(relation.input, shared);
    case 'join': {
      const [left, right] = [piecesOf(relation.left, shared), piecesOf(relation.right, shared)];
      return left && right && [...left, ...right];
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      return target && piecesOf(target, shared);
    }
    default:
      return undefined;
  }
}

/** Expressions that joins within a selection equate: where they join no row, either one is NULL. */
export function equatedIn(relation: Relation): readonly (readonly [Scalar, Scalar])[] {
  if (relation.kind === 'filter') return equatedIn(relation.input);
  if (relation.kind !== 'join') return [];
  const own = joinConditions(relation.on).flatMap((one) => {
    const pair = equated(one);
    return pair ? [pair] : [];
  });
  return [...own, ...equatedIn(relation.left), ...equatedIn(relation.right)];
}
