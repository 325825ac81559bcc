import type { Choices } from './choices.ts';
import { randomValue } from './random-data.ts';
import { nameInView, type World, type WorldInclusion, type WorldView } from './world.ts';

/** A view along the joins from one cube. */
export function randomView(choices: Choices, world: World): WorldView {
  const root = choices.pick(world.cubes);
  const paths = randomPaths(choices, world, root.name);
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
  const defaults = choices.happens(40) ? randomDefaults(choices, world, includes) : [];
  return { name: 'v', includes, ...(defaults.length > 0 ? { defaults } : {}) };
}

/** One path to each cube that joins lead to, not always the shortest. */
function randomPaths(choices: Choices, world: World, root: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [[root]];
  const isShort = choices.happens(50);
  for (;;) {
    const further = paths.flatMap((path) => {
      const joins = world.cubes.find(({ name }) => name === path.at(-1))?.joins ?? [];
      return joins.flatMap(({ to }) => (paths.some((known) => known.at(-1) === to) ? [] : [[...path, to]]));
    });
    const [first] = further;
    if (!first) return paths;
    paths.push(isShort ? first : choices.pick(further));
  }
}

function randomDefaults(
  choices: Choices,
  world: World,
  includes: readonly WorldInclusion[],
): NonNullable<WorldView['defaults']> {
  const names = includes.flatMap((inclusion) =>
    inclusion.members.flatMap((member) => {
      const cube = world.cubes.find(({ name }) => name === inclusion.path.at(-1));
      const dimension = cube?.dimensions.find(({ name }) => name === member.name);
      const isPlain = dimension && /^[nsb]\d$/.test(dimension.name);
      return isPlain ? [{ name: nameInView(inclusion, member), type: dimension.type }] : [];
    }),
  );
  if (names.length === 0) return [];
  const { name, type } = choices.pick(names);
  const values = [String(randomValue(choices, type))];
  const operator = choices.pick<'equals' | 'notEquals'>(['equals', 'notEquals', 'notEquals']);
  const unless = choices.some(
    names.map((one) => one.name),
    2,
  );
  return [{ filter: { member: name, operator, values }, unless }];
}
