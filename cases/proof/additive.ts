import type { WorldQuery } from './answer.ts';
import type { Choices } from './choices.ts';
import { type Expression, membersIn } from './expression.ts';
import { findTree, leadsToMany } from './joined-rows.ts';
import { type FoundDimension, pathsOf, subQueriesOf } from './members.ts';
import { timeColumnsOf } from './moved-times.ts';
import { reachable } from './random-members.ts';
import { Refused, Unsettled } from './refusal.ts';
import type { World, WorldCube, WorldDimension } from './world.ts';

/**
 * A measure that adds up, by dimensions of cubes that its own leads to without repeating its rows. Its cube is the root
 * then, so that no row is lost.
 */
export function additiveQuestion(choices: Choices, world: World): WorldQuery | undefined {
  const cube = choices.pick(world.cubes);
  const measures = cube.measures.filter(({ type, sql, filters = [] }) => {
    const parts = [...(sql ? [sql] : []), ...filters];
    const readsOwn = parts.every(ofOwnColumns) && parts.flatMap(membersIn).every(({ name }) => name !== 'q0');
    return (type === 'count' || type === 'sum') && readsOwn;
  });
  if (measures.length === 0) return undefined;
  const measure = choices.pick(measures);
  // Windows around buckets of time lie over each other, and follow nothing else that is computed from times.
  const isApart = (owner: WorldCube, member: WorldDimension) =>
    !measure.window || timeColumnsOf(world, found(owner, member)).length === 0;
  const dimensions = [cube, ...reachable(world.cubes, cube, true)].flatMap((owner) =>
    owner.dimensions
      .filter((member) => readsOwnOnly(world, owner, member) && isApart(owner, member))
      .map((member) => ({ owner, member })),
  );
  if (dimensions.length === 0) return undefined;
  const chosen = choices.some(dimensions, 2, 1);
  const read = chosen.flatMap(({ owner, member }) => pathsOf(world, found(owner, member)));
  // Where joins meet again, another cube may lead to all of them with fewer joins, or a shorter way repeat rows.
  if (
    !startsAt(world, cube, [
      [cube.name],
      ...pathsOf(world, { kind: 'measure', cube, path: [cube.name], member: measure }),
      ...read,
    ])
  ) {
    return undefined;
  }
  return {
    measures: [`${cube.name}.${measure.name}`],
    dimensions: chosen.map(({ owner, member }) => `${owner.name}.${member.name}`),
    segments: [],
    timeDimensions: [],
    filters: [],
    order: [],
    timezone: 'UTC',
  };
}

function ofOwnColumns(expression: Expression): boolean {
  if (expression.kind === 'call') return expression.operands.every(ofOwnColumns);
  return expression.kind === 'constant' || expression.cube === undefined;
}

function startsAt(world: World, cube: WorldCube, paths: readonly (readonly string[])[]): boolean {
  try {
    const tree = findTree(world, paths);
    const others = paths.flatMap((path) => path.at(-1) ?? []).filter((name) => name !== cube.name);
    return tree.root === cube.name && !others.some((name) => leadsToMany(tree, cube.name, name));
  } catch (error) {
    if (error instanceof Refused || error instanceof Unsettled) return false;
    throw error;
  }
}

function found(cube: WorldCube, member: WorldCube['dimensions'][number]): FoundDimension {
  return { kind: 'dimension', cube, path: [cube.name], member };
}

function readsOwnOnly(world: World, cube: WorldCube, member: WorldCube['dimensions'][number]): boolean {
  if (member.values) return false;
  if (subQueriesOf(world, found(cube, member)).length > 0) return false;
  return !member.sql || membersIn(member.sql).every((reference) => reference.cube === undefined);
}
