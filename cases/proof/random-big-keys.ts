import type { Choices } from './choices.ts';
import type { Value, World, WorldCube } from './world.ts';

/** Now and then the numbers in keys of a cube, and in references to it, are integers that doubles cannot tell apart. */
export function withBigKeys(choices: Choices, world: World): World {
  const enlarged = new Set(world.cubes.filter(() => choices.happens(25)).map(({ name }) => name));
  const isEnlarged = (cube: WorldCube, name: string) => {
    const owner = /^k\d$/.test(name) ? cube.name : /^(c\d+)_k\d$/.exec(name)?.[1];
    return owner !== undefined && enlarged.has(owner);
  };
  const cubes = world.cubes.map((cube): WorldCube => {
    const isBig = cube.columns.map(({ name, type, stored }) => !stored && type === 'number' && isEnlarged(cube, name));
    return {
      ...cube,
      columns: cube.columns.map((column, at) => (isBig[at] ? { ...column, stored: 'big' } : column)),
      rows: cube.rows.map((row) => row.map((value, at) => (isBig[at] ? big(value) : value))),
      dimensions: cube.dimensions.map((one) =>
        one.isKey && one.type === 'number' && isEnlarged(cube, one.name) ? { ...one, isBig: true } : one,
      ),
    };
  });
  return { ...world, cubes };
}

function big(value: Value): Value {
  return value === null ? null : String(9_007_199_254_740_992n + BigInt(Number(value)));
}
