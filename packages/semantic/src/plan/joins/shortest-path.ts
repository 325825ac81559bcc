import { type CubeName, type Join, longestJoinPath, type ModelIndex, requireCube } from '../../model/index.ts';

/** Bound on compared paths of equal length to one cube; two are already an error that names them. */
const comparedPaths = 32;

/**
 * Finds the shortest paths of joins, and of those the ones that add the fewest joins to `known`. A known cube is
 * reached by its known path. The length of paths is bounded.
 */
export function shortestPaths(
  model: ModelIndex,
  root: CubeName,
  target: CubeName,
  known: ReadonlyMap<CubeName, Join>,
): readonly (readonly Join[])[] {
  const paths = pathsFrom(model, root, target, known);
  const cost = (path: readonly Join[]) => path.filter(({ to }) => !known.has(to)).length;
  const least = Math.min(...paths.map(cost));
  return paths.filter((path) => cost(path) === least);
}

function pathsFrom(
  model: ModelIndex,
  root: CubeName,
  target: CubeName,
  known: ReadonlyMap<CubeName, Join>,
): readonly (readonly Join[])[] {
  let frontier: readonly (readonly Join[])[] = [[]];
  const seen = new Set([root]);
  const isOpen = ({ from, to }: Join) => model.pieces.has(to) && (known.get(to)?.from ?? from) === from;
  const longer = (isWanted: (join: Join) => boolean) =>
    frontier.flatMap((path) =>
      requireCube(model, path.at(-1)?.to ?? root)
        .joins.filter((join) => isWanted(join) && isOpen(join))
        .map((join) => [...path, join]),
    );
  for (let length = 1; length <= longestJoinPath && frontier.length > 0; length += 1) {
    const found = longer(({ to }) => to === target && !seen.has(to));
    if (found.length > 0) return found;
    const next = Map.groupBy(
      longer(({ to }) => !seen.has(to)),
      (path) => path.at(-1)?.to ?? root,
    );
    for (const cube of next.keys()) seen.add(cube);
    frontier = [...next.values()].flatMap((paths) => paths.slice(0, comparedPaths));
  }
  return [];
}

/** @throws when the model lacks such joins: paths were checked when they were resolved */
export function joinsAlong(model: ModelIndex, path: readonly CubeName[]): readonly Join[] {
  return path.slice(1).map((to, index) => {
    const from = path[index] ?? to;
    const join = requireCube(model, from).joins.find((one) => one.to === to);
    if (!join) throw new Error(`resolved model has no join from '${from}' to '${to}'`);
    return join;
  });
}

export function cubesAlong(root: CubeName, joins: readonly Join[]): readonly CubeName[] {
  return [root, ...joins.map(({ to }) => to)];
}
