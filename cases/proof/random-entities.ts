import type { Choices } from './choices.ts';
import { call } from './expression.ts';
import type { World, WorldCube, WorldDimension } from './world.ts';

/** Now and then a dimension made of measures, which sorts keys, texts or numbers of its cube. */
export function withEntities(choices: Choices, world: World): World {
  return { ...world, cubes: world.cubes.map((cube) => (choices.happens(30) ? withEntity(choices, cube) : cube)) };
}

function withEntity(choices: Choices, cube: WorldCube): WorldCube {
  const sorted = cube.dimensions.filter(({ name }) => /^[ksn]\d$/.test(name));
  const measures = cube.measures.filter(({ stage, window, sql, type }) => {
    const isInner = stage?.makes === 'number' && stage.include !== undefined;
    return !isInner && !stage?.choice && !window && type !== 'calculated' && !JSON.stringify(sql ?? '').includes('"q');
  });
  if (sorted.length === 0 || measures.length === 0) return cube;
  const one = () => ({ kind: 'member', name: choices.pick(measures).name }) as const;
  const limit = { kind: 'constant', value: choices.pick([0, 1, 2, 5]) } as const;
  const isAbove = choices.happens(50) ? call('>', one(), limit) : call('>', one(), one());
  const added: WorldDimension = {
    name: 'e0',
    type: 'string',
    entity: { include: choices.some(sorted, 2, 1).map(({ name }) => `${cube.name}.${name}`) },
    sql: call('CASE', isAbove, { kind: 'constant', value: 'above' }, { kind: 'constant', value: 'below' }),
  };
  const above = call('=', { kind: 'member', name: 'e0' }, { kind: 'constant', value: 'above' });
  const told: WorldDimension = {
    name: 'e1',
    type: 'string',
    isMultiStage: true,
    sql: call('CASE', above, { kind: 'member', name: choices.pick(texts(cube)) }, { kind: 'member', name: 'e0' }),
  };
  return { ...cube, dimensions: [...cube.dimensions, added, ...(choices.happens(40) ? [told] : [])] };
}

/** Returns the text members that a dimension of dimensions may show. */
function texts({ dimensions }: WorldCube): readonly string[] {
  return ['e0', ...dimensions.filter(({ name, textOf }) => /^s\d$/.test(name) && !textOf).map(({ name }) => name)];
}
