import { type Access, isVisible, type ModelIndex, type RowsInQuery, rowsInQuery } from '@orrery/semantic';

/** Members of a query by what they do in it. */
export interface MembersOfQuery {
  readonly measures: readonly string[];
  readonly groups: readonly string[];
  readonly filters: readonly string[];
  readonly segments: readonly string[];
}

/** Facts about the rows behind a model that its metadata lacks; they decide which of several views a question is for. */
export interface RowsOfModel {
  /** How the rows that a query counts fare in its joins. */
  inQuery(members: MembersOfQuery): RowsInQuery;
  /** A measure that counts all rows of a cube and that the caller may ask with each of its dimensions. */
  countOf(cube: string): string | undefined;
  /** The members that tell rows of a cube apart, whether or not the caller sees them. */
  keyOf(cube: string): readonly string[];
}

/** Reads facts about the rows behind the model of a caller from its joins and keys. */
export function rowsOfModel(index: ModelIndex, access: Access): RowsOfModel {
  const known = new Map<string, RowsInQuery>();
  return {
    inQuery: (members) => {
      const key = JSON.stringify(members);
      const found = known.get(key) ?? rowsInQuery(queryOf(members), index, access);
      known.set(key, found);
      return found;
    },
    keyOf: (name) => {
      const piece = index.pieces.get(name);
      return piece?.kind === 'cube' ? piece.primaryKey : [];
    },
    countOf: (name) => {
      const piece = index.pieces.get(name);
      if (piece?.kind !== 'cube' || piece.primaryKey.length === 0) return undefined;
      return piece.measures.find(
        ({ expression, ...measure }) =>
          expression.kind === 'aggregate' &&
          expression.function === 'count' &&
          expression.filters.length === 0 &&
          expression.sql === undefined &&
          isVisible({ expression, ...measure }, index, access),
      )?.id;
    },
  };
}

function queryOf({ measures, groups, filters, segments }: MembersOfQuery) {
  const set = filters.map((member) => ({ kind: 'member' as const, member, operator: 'set' as const }));
  return { measures, dimensions: groups, segments, timeDimensions: [], filters: set };
}
