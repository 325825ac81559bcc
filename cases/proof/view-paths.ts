import { Unsettled } from './refusal.ts';
import type { World, WorldView } from './world.ts';

type Path = readonly string[];

/**
 * Returns the path by which a member of a view reaches a cube that its SQL names: a path of the view if one leads
 * there, else the fewest joins that agree with these paths. It does not depend on the rest of the question.
 *
 * @param path of the member
 */
export function wayThrough(world: World, view: WorldView, path: Path, cube: string): Path {
  const [root = ''] = path;
  const paths = [path, ...view.includes.map((inclusion) => inclusion.path).filter(([first]) => first === root)];
  const fixed = paths.find((one) => one.includes(cube));
  if (fixed) return fixed.slice(0, fixed.indexOf(cube) + 1);
  const entered = new Map(paths.flatMap((one) => stepsOf(one).map(({ from, to }) => [to, from] as const)));
  const ways = waysTo(world, [root], cube).filter((way) =>
    stepsOf(way).every(({ from, to }) => (entered.get(to) ?? from) === from),
  );
  const added = (way: Path) => stepsOf(way).filter(({ to }) => !entered.has(to)).length;
  const beside = (way: Path) => way.filter((one) => !path.includes(one)).length;
  const best = [(way: Path) => way.length, added, beside].reduce((left, cost) => {
    const least = Math.min(...left.map(cost));
    return left.filter((way) => cost(way) === least);
  }, ways);
  if (best.length > 1) throw new Unsettled('two ways that a view leaves open');
  return best[0] ?? [cube];
}

function waysTo(world: World, path: Path, cube: string): readonly Path[] {
  const from = path.at(-1);
  if (from === cube) return [path];
  const joins = world.cubes.find(({ name }) => name === from)?.joins ?? [];
  return joins.flatMap(({ to }) => (path.includes(to) ? [] : waysTo(world, [...path, to], cube)));
}

function stepsOf(path: Path) {
  return path.slice(1).map((to, at) => ({ from: path[at], to }));
}
