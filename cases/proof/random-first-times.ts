import type { Choices } from './choices.ts';
import type { World, WorldCube, WorldMeasure } from './world.ts';

/** Now and then the first or last one of the times of a cube. */
export function withFirstTimes(choices: Choices, world: World): World {
  return { ...world, cubes: world.cubes.map((cube) => (choices.happens(30) ? withFirstTime(choices, cube) : cube)) };
}

function withFirstTime(choices: Choices, cube: WorldCube): WorldCube {
  const stored = cube.dimensions.filter(({ name }) => /^t\d$/.test(name));
  if (stored.length === 0) return cube;
  const type = choices.pick<'min' | 'max'>(['min', 'max']);
  const added: WorldMeasure = {
    name: `${type}_time`,
    type,
    sql: { kind: 'member', name: choices.pick(stored).name },
    isTime: true,
  };
  return { ...cube, measures: [...cube.measures, added] };
}
