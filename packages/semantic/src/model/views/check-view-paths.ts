import { finding, type Finding, placeOf } from '../../source/index.ts';
import type { MergedView } from '../names/entry.ts';
import { longestJoinPath } from '../graph/join-graph.ts';
import { keptInclusions } from './split-views.ts';

/**
 * Checks that under one root, a view reaches a cube by one path only, because a query can join it once. Paths that are
 * too long are not checked further.
 */
export function checkViewPaths(view: MergedView): readonly Finding[] {
  const { name, definition } = view;
  const all = keptInclusions(view);
  const inclusions = all.filter(({ joinPath }) => joinPath.length <= longestJoinPath + 1);
  const tooLong = all
    .filter((one) => !inclusions.includes(one))
    .map(({ place }) =>
      finding('model.join-path-too-long', { view: name, most: longestJoinPath }, placeOf(place, 'join_path')),
    );
  const byRoot = new Map<string, Map<string, Set<string>>>();
  for (const { joinPath } of inclusions) {
    const [root = ''] = joinPath;
    const paths = byRoot.get(root) ?? new Map<string, Set<string>>();
    byRoot.set(root, paths);
    joinPath.forEach((cube, index) => {
      const path = joinPath.slice(0, index + 1).join('.');
      paths.set(cube, (paths.get(cube) ?? new Set()).add(path));
    });
  }
  const twice = [...byRoot].flatMap(([root, byCube]) =>
    [...byCube].flatMap(([cube, paths]) => {
      if (paths.size < 2) return [];
      const last = inclusions.findLast(({ joinPath }) => joinPath[0] === root && joinPath.includes(cube));
      const place = placeOf((last ?? definition).place, 'join_path');
      return [finding('model.two-view-paths', { view: name, cube, root, paths: [...paths] }, place)];
    }),
  );
  return [...tooLong, ...twice];
}
