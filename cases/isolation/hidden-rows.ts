import { evaluator } from '../proof/answer.ts';
import { type Evaluation, passesFilter, realOf } from '../proof/evaluation.ts';
import type { Filter } from '../proof/filters.ts';
import { pathsOfFilter } from '../proof/members.ts';
import type { Value, World, WorldCube } from '../proof/world.ts';

const freshTexts = ['hidden 1', 'hidden 2'];
const freshNumbers = [90_001, 90_002];

/**
 * Returns a world that differs only in rows that rules hide: each hidden row of a cube occurs again, under keys of its
 * own. No answer to the identity may change. `undefined` where no row is hidden by what stands in the row itself.
 */
export function withMoreHiddenRows(world: World, rules: ReadonlyMap<string, Filter>): World | undefined {
  const cubes = world.cubes.map((cube) => withCopies(world, cube, rules.get(cube.name)));
  return cubes.some((cube, at) => cube !== world.cubes[at]) ? { ...world, cubes } : undefined;
}

function withCopies(world: World, cube: WorldCube, rule: Filter | undefined): WorldCube {
  const isOwn = rule && pathsOfFilter(world, rule).every((path) => path.join() === cube.name);
  const keys = cube.dimensions.filter(({ isKey }) => isKey).map(({ name }) => name);
  if (!rule || !isOwn || keys.length === 0) return cube;
  const isHidden = ({ rows }: WorldCube, at: number): boolean => {
    const cubes = world.cubes.map((one) => (one.name === cube.name ? { ...one, rows } : one));
    return !passesFilter(realOf(evaluationOf({ ...world, cubes })), rule, new Map([[cube.name, at]]));
  };
  const hidden = cube.rows.filter((_, at) => isHidden(cube, at));
  const copies = hidden
    .flatMap((row) => [0, 1].map((copy) => freshOf(cube, keys, row, copy)))
    .map((row, at) => withNumber(cube, keys, row, at));
  const more = { ...cube, rows: [...cube.rows, ...copies] };
  // A rule on a key may let the copy through.
  const isSafe = copies.every((_, at) => isHidden(more, cube.rows.length + at));
  return copies.length > 0 && isSafe ? more : cube;
}

function freshOf(
  { columns }: WorldCube,
  keys: readonly string[],
  row: readonly Value[],
  copy: number,
): readonly Value[] {
  return row.map((value, at) => {
    const column = columns[at];
    if (!column || !keys.includes(column.name)) return value;
    return (column.type === 'string' ? freshTexts : freshNumbers)[copy] ?? value;
  });
}

/** Makes keys of copies differ from each other. */
function withNumber(
  { columns }: WorldCube,
  keys: readonly string[],
  row: readonly Value[],
  at: number,
): readonly Value[] {
  return row.map((value, place) => {
    const column = columns[place];
    if (!column || !keys.includes(column.name)) return value;
    return typeof value === 'number' ? value + 10 * at : `${String(value)} ${at}`;
  });
}

function evaluationOf(world: World): Evaluation {
  return {
    world,
    zone: 'UTC',
    rowFilters: [],
    requestedFilters: [],
    shifts: [],
    lookups: new Map(),
    evaluator,
  };
}
