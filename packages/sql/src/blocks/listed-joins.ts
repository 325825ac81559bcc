import { type CubeName, cubeOf, type MemberId, membersNamed, type Query, type QueryFilter } from '@orrery/semantic';
import type { Open } from './part.ts';

/**
 * The paths that joins of a query follow. Cubes and views that FROM lists by comma are joined as the model finds best,
 * while the query names a member of each; otherwise they are joined in the order of the list, so that all of them have a
 * part in the rows.
 */
export function joinHintsOf({ pieces, joinHints, listed }: Open, query: Query): readonly (readonly CubeName[])[] {
  if (listed.length === 0) return joinHints;
  const read = new Set<string>([...piecesOf(query), ...joinHints.flat()]);
  return pieces.every(({ piece }) => read.has(piece)) ? joinHints : [...joinHints, ...listed];
}

function piecesOf({ measures, dimensions, segments, timeDimensions, filters }: Query): ReadonlySet<string> {
  const items = [...measures, ...dimensions].flatMap((item) =>
    typeof item === 'string' ? [item] : membersNamed(item.expression),
  );
  const names = [
    ...items,
    ...segments,
    ...timeDimensions.map(({ dimension }) => dimension),
    ...filters.flatMap(membersTested),
  ];
  return new Set(names.map((name) => cubeOf(name as MemberId)));
}

function membersTested(filter: QueryFilter): readonly string[] {
  switch (filter.kind) {
    case 'expression':
      return membersNamed(filter.expression);
    case 'member':
      return [filter.member];
    case 'and':
    case 'or':
      return filter.filters.flatMap(membersTested);
  }
}
