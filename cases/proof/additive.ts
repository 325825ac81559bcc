import type { WorldQuery } from './answer.ts';
import type { Choices } from './choices.ts';
import { membersIn } from './expression.ts';
import { subQueriesOf } from './members.ts';
import { reachable } from './random-members.ts';
import type { World, WorldCube } from './world.ts';

/**
 * A measure that adds up, by dimensions of cubes that its own leads to without repeating its rows. Its cube is the root
 * then, so that no row is lost.
 */
export function additiveQuestion(choices: Choices, world: World): WorldQuery | undefined {
  const cube = choices.pick(world.cubes);
  const measures = cube.measures.filter(({ type, sql, filters = [] }) => {
    const reads = [...(sql ? [sql] : []), ...filters].flatMap(membersIn);
    return (type === 'count' || type === 'sum') && reads.every((one) => one.cube === undefined && one.name !== 'q0');
  });
  const dimensions = [cube, ...reachable(world.cubes, cube, true)].flatMap((owner) =>
    owner.dimensions.filter((member) => readsOwnOnly(world, owner, member)).map((member) => ({ owner, member })),
  );
  if (measures.length === 0 || dimensions.length === 0) return undefined;
  const measure = choices.pick(measures);
  const chosen = choices.some(dimensions, 2, 1);
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

function readsOwnOnly(world: World, cube: WorldCube, member: WorldCube['dimensions'][number]): boolean {
  if (member.values) return false;
  if (subQueriesOf(world, { kind: 'dimension', cube, path: [cube.name], member }).length > 0) return false;
  return !member.sql || membersIn(member.sql).every((reference) => reference.cube === undefined);
}
