import type { Choices } from './choices.ts';
import { later, startOf } from './clock.ts';
import { call, column, type Expression } from './expression.ts';
import type { Value, World, WorldCube, WorldDimension, WorldMeasure, WorldView } from './world.ts';

const distances = ['1 month', '-1 month', '1 day', '1 year', '-1 year'];

/** Now and then a table of days, to which one cube is joined by one of its times; it lacks some days. */
export function withCalendar(choices: Choices, world: World): World {
  const from = choices.pick(world.cubes);
  if (!choices.happens(20) || !from.dimensions.some(({ isKey }) => isKey)) return world;
  const by = choices.pick(['t', 't', 'd']);
  const cubes = world.cubes.map((cube) => (cube === from ? joined(choices, cube, by) : cube));
  return {
    ...world,
    cubes: [...cubes, randomCalendar(choices, from, by)],
    views: world.views.map((view) => withDays(view, from.name)),
    calendar: { cube: 'cal', from: from.name, column: by },
  };
}

function randomCalendar(choices: Choices, { columns, rows: facts }: WorldCube, by: string): WorldCube {
  const moves = choices.some(distances, 2);
  const at = columns.findIndex(({ name }) => name === by);
  const times = facts.flatMap((row) => row[at] ?? []);
  const days = [...times, Date.parse('2024-02-29T00:00:00Z')].flatMap((time) => {
    const day = startOf('day', Number(time));
    return [day, ...moves.map((distance) => later(day, distance))];
  });
  const known = [...new Set(days)].filter((_, index) => index === 0 || choices.happens(80));
  const rows = known.map((day): readonly Value[] => [day, choices.integer(0, 2), choices.pick(['low', 'high', null])]);
  return {
    name: 'cal',
    ...(choices.happens(50) ? { isCalendar: true } : {}),
    columns: [
      { name: 'day', type: 'time', isDay: true },
      { name: 'w', type: 'number' },
      { name: 'o', type: 'string' },
    ],
    rows,
    joins: [],
    dimensions: [
      { name: 'day', type: 'time', isKey: true, isDay: true, sql: column('day') },
      { name: 'week_no', type: 'number', sql: column('w') },
      { name: 'season', type: 'string', sql: column('o') },
      { name: 'year_no', type: 'number', sql: call('YEAR', { kind: 'member', name: 'day' }) },
    ],
    measures: [],
    segments: [{ name: 'low', sql: call('=', column('o'), { kind: 'constant', value: 'low' }) }],
  };
}

function joined(choices: Choices, cube: WorldCube, by: string): WorldCube {
  const time = column(by);
  const day: Expression = choices.happens(50) ? { kind: 'member', cube: 'cal', name: 'day' } : column('day', 'cal');
  const shown: WorldDimension = {
    name: `at_${cube.name}`,
    type: 'time',
    sql: time,
    ...(by === 'd' ? { isDay: true } : {}),
  };
  const plain = cube.measures.filter(
    ({ type, window, isTime }) => ['count', 'sum', 'max'].includes(type) && !window && !isTime,
  );
  const moved = (name: string, dimension: string): WorldMeasure => ({
    name,
    type: 'stage',
    sql: { kind: 'member', name: choices.pick(plain).name },
    stage: {
      makes: 'number',
      shift: {
        dimension,
        interval: choices.pick(['1 month', '1 day', '1 year']),
        type: choices.pick(['prior', 'next']),
      },
    },
  });
  const measures =
    plain.length === 0 ? [] : [moved('of_day', 'cal.day'), moved('of_at', `${cube.name}.at_${cube.name}`)];
  return {
    ...cube,
    joins: [
      ...cube.joins,
      { to: 'cal', relationship: 'many_to_one', on: call('=', by === 't' ? call('DAY', time) : time, day) },
    ],
    dimensions: [...cube.dimensions, shown],
    measures: [...cube.measures, ...measures],
  };
}

function withDays(view: WorldView, from: string): WorldView {
  const behind = view.includes.find(({ path }) => path.at(-1) === from);
  if (!behind) return view;
  const members = ['day', 'week_no', 'season', 'year_no'].map((name) => ({ name }));
  return { ...view, includes: [...view.includes, { path: [...behind.path, 'cal'], prefix: true, members }] };
}
