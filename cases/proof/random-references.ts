import type { Choices } from './choices.ts';
import { findMember, leavesOf } from './members.ts';
import { reachable } from './random-members.ts';
import { nameInView, type World, type WorldCube, type WorldDimension, type WorldView } from './world.ts';

/** Now and then a sub-query dimension over a measure that it names by a view. */
export function withReferencesToViews(choices: Choices, world: World): World {
  const [view] = world.views;
  if (!view || view.defaults || !choices.happens(50)) return world;
  const measures = measuresOf(world, view);
  const [root] = view.includes[0]?.path ?? [];
  const cubes = world.cubes.filter(
    (cube) =>
      cube.dimensions.some(({ isKey }) => isKey) &&
      [cube, ...reachable(world.cubes, cube)].some(({ name }) => name === root),
  );
  if (measures.length === 0 || cubes.length === 0) return world;
  const chosen = choices.pick(cubes);
  const added: WorldDimension = {
    name: 'q2',
    type: 'number',
    sql: { kind: 'member', cube: view.name, name: choices.pick(measures) },
    isSubQuery: true,
    ...(choices.happens(30) ? { propagatesFilters: true } : {}),
  };
  const withOne = (cube: WorldCube) => (cube === chosen ? { ...cube, dimensions: [...cube.dimensions, added] } : cube);
  return { ...world, cubes: world.cubes.map(withOne) };
}

/** Those over rows, by their names in the view. */
function measuresOf(world: World, view: WorldView): readonly string[] {
  const names = view.includes.flatMap((inclusion) => inclusion.members.map((member) => nameInView(inclusion, member)));
  return names.filter((name) => {
    const found = findMember(world, `${view.name}.${name}`);
    return found.kind === 'measure' && leavesOf(world, found).every(({ member }) => !member.stage && !member.window);
  });
}
