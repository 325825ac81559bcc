import type { Choices } from './choices.ts';
import { call, column, type Expression } from './expression.ts';
import { nameInView, type World, type WorldCube, type WorldDimension, type WorldInclusion } from './world.ts';

/**
 * Members that are computed from the times of cubes, of themselves and in filters of measures, and measures that a shift
 * moves. Some are in the views of the world too.
 */
export function withComputedTimes(choices: Choices, world: World): World {
  const cubes = world.cubes.map((cube) => (choices.happens(45) ? withComputed(choices, cube) : cube));
  const made = { ...world, cubes };
  return {
    ...made,
    views: made.views.map((view) => ({ ...view, includes: withIncluded(choices, made, view.includes) })),
  };
}

function withComputed(choices: Choices, cube: WorldCube): WorldCube {
  const times = cube.dimensions.filter(({ name }) => /^t\d$/.test(name));
  if (times.length === 0) return cube;
  const year = (): Expression => {
    const { name, sql } = choices.pick(times);
    const byColumn = sql?.kind === 'column' && choices.happens(40);
    return call('YEAR', byColumn ? column(sql.name) : { kind: 'member', name });
  };
  const test = (): Expression => call(choices.pick(['=', '>=', '<']), year(), { kind: 'constant', value: 2024 });
  const dimensions: readonly WorldDimension[] = [
    { name: `y_${cube.name}`, type: 'number', sql: year() },
    ...(choices.happens(40)
      ? [
          {
            name: `age_${cube.name}`,
            type: 'string' as const,
            case: { when: [{ condition: test(), label: 'new' }], ...(choices.happens(50) ? { otherwise: 'old' } : {}) },
          },
        ]
      : []),
  ];
  const plain = cube.measures.filter(({ type }) => ['count', 'sum', 'min', 'max', 'avg'].includes(type));
  const filtered = cube.measures.map((measure) =>
    plain.includes(measure) && choices.happens(20)
      ? { ...measure, filters: [...(measure.filters ?? []), test()] }
      : measure,
  );
  const over = plain.filter(({ window, isTime }) => !window && !isTime);
  const before =
    over.length > 0 && choices.happens(60)
      ? [
          {
            name: `before_${cube.name}`,
            type: 'stage' as const,
            sql: { kind: 'member' as const, name: choices.pick(over).name },
            stage: {
              makes: 'number' as const,
              shift: {
                ...(choices.happens(60) ? { dimension: `${cube.name}.${choices.pick(times).name}` } : {}),
                interval: choices.pick(['1 year', '1 year', '1 month', '5 month', '1 day']),
                type: choices.pick<'prior' | 'next'>(['prior', 'next']),
              },
            },
          },
        ]
      : [];
  return {
    ...cube,
    dimensions: [...cube.dimensions, ...dimensions],
    measures: [...filtered, ...before],
    segments: choices.happens(40) ? [...cube.segments, { name: `of_year_${cube.name}`, sql: test() }] : cube.segments,
  };
}

function withIncluded(choices: Choices, world: World, includes: readonly WorldInclusion[]): readonly WorldInclusion[] {
  const named = new Set(includes.flatMap((one) => one.members.map((member) => nameInView(one, member))));
  return includes.map((inclusion) => {
    const cube = world.cubes.find(({ name }) => name === inclusion.path.at(-1));
    if (!cube) return inclusion;
    const all = [...cube.dimensions, ...cube.measures, ...cube.segments];
    const added = all
      .filter(({ name }) => /^(?:y|age|of_year|before)_/.test(name))
      .map(({ name }) => ({ name }))
      .filter((member) => !named.has(nameInView(inclusion, member)) && choices.happens(70));
    for (const member of added) named.add(nameInView(inclusion, member));
    return { ...inclusion, members: [...inclusion.members, ...added] };
  });
}
