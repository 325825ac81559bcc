import type { Choices } from './choices.ts';
import type { WorldCube, WorldDimension } from './world.ts';

const units = ['day', 'week', 'month', 'month', 'quarter', 'year'];
const own = [
  { interval: '1 year', offset: '1 month' },
  { interval: '6 month' },
  { interval: '1 month', origin: '2024-01-31' },
  { interval: '1 week', offset: '-1 day' },
];

/** Times that show granularities of other times of their cube, of each other, or another one's values by another name. */
export function randomProxies(choices: Choices, cube: WorldCube): WorldCube {
  const added: WorldDimension[] = [];
  const count = choices.happens(45) ? choices.integer(1, 3) : 0;
  for (let at = 0; at < count; at++) {
    const times = [...cube.dimensions, ...added].filter(({ name }) => /^[tu]\d$/.test(name));
    if (times.length === 0) break;
    const target = choices.pick(times);
    const names = [...units, ...(target.granularities ?? []).map(({ name }) => name)];
    const granularity = choices.happens(75) ? choices.pick(names) : undefined;
    added.push({
      name: `u${at}`,
      type: 'time',
      sql: { kind: 'member', name: target.name, ...(granularity === undefined ? {} : { granularity }) },
      ...(choices.happens(20) ? { granularities: [{ name: 'own', ...choices.pick(own) }] } : {}),
    });
  }
  return { ...cube, dimensions: [...cube.dimensions, ...added] };
}
