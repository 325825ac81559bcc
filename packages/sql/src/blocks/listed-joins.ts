import {
  type CubeName,
  cubeOf,
  type MemberId,
  membersNamed,
  type ModelIndex,
  type Query,
  type QueryFilter,
} from '@orrery/semantic';
import type { OpenPart } from './part.ts';

/**
 * The paths that joins of a query follow, where FROM lists some. Cubes and views that FROM lists by comma are joined as
 * the model finds best, while the query names a member of each; otherwise they are joined in the order of the list, so
 * that all of them have a part in the rows.
 */
export function joinHintsOf({ pieces, joinHints, listed }: OpenPart, query: Query): readonly (readonly CubeName[])[] {
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

/** Names of the members that a filter reads. */
export function membersTested(filter: QueryFilter): readonly string[] {
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

/**
 * Paths of joins from one of several cubes to each of the others, whatever their order: the shortest, and of several of
 * these one over the cubes themselves.
 *
 * @returns undefined where none of the cubes leads to all others, or the model has several ways
 */
export function pathsTo(cubes: readonly CubeName[], model: ModelIndex): readonly (readonly CubeName[])[] | undefined {
  for (const root of cubes) {
    const others = cubes.filter((cube) => cube !== root);
    const paths = others.map((cube) => pathBetween(root, cube, new Set(cubes), model));
    if (!paths.includes(undefined)) return paths.flatMap((path) => (path ? [path] : []));
  }
  return undefined;
}

function pathBetween(
  from: CubeName,
  to: CubeName,
  named: ReadonlySet<CubeName>,
  model: ModelIndex,
): readonly CubeName[] | undefined {
  const seen = new Set([from]);
  let paths: readonly (readonly CubeName[])[] = [[from]];
  while (paths.length > 0) {
    const found = paths.filter((path) => path.at(-1) === to);
    const ofNamed = found.filter((path) => path.every((cube) => named.has(cube)));
    if (found.length > 0) return onlyOf(ofNamed) ?? onlyOf(found);
    const longer = paths.flatMap((path) =>
      joinedTo(path.at(-1) ?? from, model).flatMap((cube) => (seen.has(cube) ? [] : [[...path, cube]])),
    );
    for (const path of longer) seen.add(path.at(-1) ?? from);
    paths = longer;
  }
  return undefined;
}

function onlyOf<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function joinedTo(name: CubeName, model: ModelIndex): readonly CubeName[] {
  const piece = model.pieces.get(name);
  return piece?.kind === 'cube' ? piece.joins.map(({ to }) => to) : [];
}
