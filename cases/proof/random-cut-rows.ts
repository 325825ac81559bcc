import type { Choices } from './choices.ts';
import { compareValues } from './expression.ts';
import type { Value, World, WorldCube } from './world.ts';

/** Now and then the SELECT of a cube ends in ORDER BY its keys and LIMIT, so that joins and filters stand above it. */
export function withCutRows(choices: Choices, world: World): World {
  return { ...world, cubes: world.cubes.map((cube) => (choices.happens(25) ? cut(choices, cube) : cube)) };
}

function cut(choices: Choices, cube: WorldCube): WorldCube {
  const keys = cube.columns.flatMap(({ name }, at) => (/^k\d$/.test(name) ? [at] : []));
  if (keys.length === 0 || cube.rows.length < 2) return cube;
  const order = (a: readonly Value[], b: readonly Value[]) =>
    keys.map((at) => compareValues(a[at] ?? null, b[at] ?? null)).find((difference) => difference !== 0) ?? 0;
  const sorted = cube.rows.toSorted(order);
  const kept = choices.integer(1, sorted.length - 1);
  return { ...cube, rows: sorted.slice(0, kept), cutRows: sorted.slice(kept) };
}
