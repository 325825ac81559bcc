import type { Choices } from './choices.ts';
import { nameInView, type World, type WorldInclusion, type WorldView } from './world.ts';

/** A view along the joins from one cube. */
export function randomView(choices: Choices, world: World): WorldView {
  const root = choices.pick(world.cubes);
  const paths: (readonly string[])[] = [[root.name]];
  for (const path of paths) {
    const cube = world.cubes.find(({ name }) => name === path.at(-1));
    for (const { to } of cube?.joins ?? []) {
      if (!paths.some((known) => known.at(-1) === to)) paths.push([...path, to]);
    }
  }
  const taken = new Set<string>();
  const includes: WorldInclusion[] = [];
  for (const path of [paths[0] ?? [], ...choices.some(paths.slice(1), 3)]) {
    const cube = world.cubes.find(({ name }) => name === path.at(-1));
    if (!cube) continue;
    const isFirst = path.length === 1;
    const prefix = choices.happens(60);
    const members = [...cube.dimensions, ...cube.measures, ...cube.segments]
      .map(({ name }) => (choices.happens(15) ? { name, alias: `${name}_too` } : { name }))
      .filter((member) => {
        const name = nameInView({ path, prefix, members: [] }, member);
        if (taken.has(name)) return false;
        taken.add(name);
        return isFirst || choices.happens(80);
      });
    if (members.length > 0) includes.push({ path, prefix, members });
  }
  return { name: 'v', includes };
}
