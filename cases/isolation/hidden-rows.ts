import { evaluator } from '../proof/answer.ts';
import { type Evaluation, passesFilter, realOf } from '../proof/evaluation.ts';
import { columnsIn } from '../proof/expression.ts';
import type { Filter } from '../proof/filters.ts';
import { findMember, pathsOf, pathsOfFilter } from '../proof/members.ts';
import type { Value, World, WorldColumn, WorldCube } from '../proof/world.ts';
import type { PolicyTest } from './guarded-world.ts';
import { hiddenFromEveryQuery, type Reader } from './reading.ts';

const freshTexts = ['hidden 1', 'hidden 2'];
const freshNumbers = [90_001, 90_002];
const dayMs = 86_400_000;

export interface OtherWorld {
  readonly world: World;
  /** Cubes with other hidden rows. */
  readonly changed: readonly string[];
}

/**
 * Returns a world that differs only in rows that no query of the identity may see: they have other values, and each
 * occurs again, under keys of its own. No answer to the identity may change. `undefined` where no row is hidden by its
 * own values.
 */
export function withOtherHiddenRows(reader: Reader): OtherWorld | undefined {
  const { world, policies } = reader.guarded;
  const tested = new Set([...policies].flatMap(([piece, all]) => all.flatMap(({ rows = [] }) => cubesOf(piece, rows))));
  const cubes = world.cubes.map((cube) => {
    const rule = hiddenFromEveryQuery(reader, cube.name);
    return rule ? withOthers(world, cube, rule) : cube;
  });
  const changed = cubes.flatMap(({ name }, at) => (cubes[at] === world.cubes[at] ? [] : [name]));
  return changed.length > 0 ? { world: { ...world, cubes }, changed } : undefined;

  /** Rules read rows of other cubes without the rules of these. */
  function cubesOf(piece: string, tests: readonly PolicyTest[]): readonly string[] {
    return tests.flatMap((test): readonly string[] => {
      if ('and' in test) return cubesOf(piece, test.and);
      if ('or' in test) return cubesOf(piece, test.or);
      const paths = pathsOf(world, findMember(world, `${piece}.${test.member}`));
      return paths.flat().filter((cube) => cube !== piece);
    });
  }

  function withOthers(all: World, cube: WorldCube, rule: Filter): WorldCube {
    return tested.has(cube.name) ? cube : withOtherRows(all, cube, rule);
  }
}

function withOtherRows(world: World, cube: WorldCube, rule: Filter): WorldCube {
  const isOwn = pathsOfFilter(world, rule).every((path) => path.join() === cube.name);
  const keys = cube.dimensions.filter(({ isKey }) => isKey).map(({ name }) => name);
  if (!isOwn || keys.length === 0) return cube;
  const isHidden = (rows: WorldCube['rows'], at: number): boolean => {
    const cubes = world.cubes.map((one) => (one.name === cube.name ? { ...one, rows } : one));
    return !passesFilter(realOf(evaluationOf({ ...world, cubes })), rule, new Map([[cube.name, at]]));
  };
  const hidden = new Set([...cube.rows.keys()].filter((at) => isHidden(cube.rows, at)));
  const joining = new Set(world.cubes.flatMap(({ joins }) => joins.flatMap(({ on }) => columnsIn(on))).map(nameOf));
  const changed = cube.rows.map((row, at) => {
    const other = hidden.has(at) ? changedOf(cube, keys, joining, row) : row;
    // A rule may let the other values through.
    return isHidden(cube.rows.with(at, other), at) ? other : row;
  });
  const copies = [...hidden]
    .flatMap((at) => [0, 1].map((copy) => freshOf(cube, keys, changed[at] ?? [], copy)))
    .map((row, at) => withNumber(cube, keys, row, at));
  const more = [...changed, ...copies];
  // A rule on a key may let the copy through.
  const isSafe = copies.every((_, at) => isHidden(more, cube.rows.length + at));
  return copies.length > 0 && isSafe ? { ...cube, rows: more } : cube;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Keeps keys, and what joins look at: whether rows meet a hidden one stays. */
function changedOf(
  { columns }: WorldCube,
  keys: readonly string[],
  joining: ReadonlySet<string>,
  row: readonly Value[],
): readonly Value[] {
  return row.map((value, at) => {
    const column = columns[at];
    const isKept = !column || keys.includes(column.name) || joining.has(column.name) || column.name.includes('_k');
    return isKept ? value : otherValue(column, value);
  });
}

function otherValue({ type }: WorldColumn, value: Value): Value {
  switch (type) {
    case 'string':
      return 'hidden value';
    case 'number':
      return 70_001;
    case 'boolean':
      return value !== true;
    case 'time':
      return value === null ? null : Number(value) + 400 * dayMs;
  }
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
