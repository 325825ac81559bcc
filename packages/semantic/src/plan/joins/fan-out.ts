import type { CubeName } from '../../model/index.ts';
import type { JoinTree } from './join-tree.ts';

/**
 * Whether a row of `cube` can occur more than once among the rows of `tree`: on the way from the cube along the tree,
 * some join is crossed towards its "many" side.
 */
export function isMultiplied(tree: JoinTree, cube: CubeName): boolean {
  return crossesToMany(tree, cube, () => true);
}

/** Whether the path from one cube to another crosses a join towards its "many" side. */
export function leadsToMany(tree: JoinTree, from: CubeName, to: CubeName): boolean {
  const parents = new Map(tree.edges.map((edge) => [edge.to, edge.from]));
  const above = (cube: CubeName): readonly CubeName[] => {
    const parent = parents.get(cube);
    return parent === undefined ? [cube] : [cube, ...above(parent)];
  };
  const [up, down] = [above(from), above(to)];
  const meeting = up.find((cube) => down.includes(cube));
  const way = new Set([...up.slice(0, up.indexOf(meeting ?? from) + 1), ...down.slice(0, down.indexOf(meeting ?? to))]);
  return crossesToMany(tree, from, (cube) => way.has(cube));
}

function crossesToMany(tree: JoinTree, start: CubeName, mayEnter: (cube: CubeName) => boolean): boolean {
  const visited = new Set([start]);
  const queue = [start];
  for (const cube of queue) {
    for (const edge of tree.edges) {
      const isForward = edge.from === cube;
      if (!isForward && edge.to !== cube) continue;
      const next = isForward ? edge.to : edge.from;
      if (visited.has(next) || !mayEnter(next)) continue;
      if (edge.relationship === (isForward ? 'one-to-many' : 'many-to-one')) return true;
      visited.add(next);
      queue.push(next);
    }
  }
  return false;
}
