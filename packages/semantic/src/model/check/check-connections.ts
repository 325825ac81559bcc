import { finding, type KeyPath, placeOf } from '../../source/index.ts';
import type { Isolated } from './broken-members.ts';
import { type FinishedCube, islandOf } from '../resolve/finish-cubes.ts';
import { fragmentsOf } from '../facts/fragments-of.ts';
import type { PlaceOf } from './member-places.ts';
import type { CubeName, Member, MemberId } from '../model.ts';
import { cubeNameOf } from '../resolve/scope.ts';

/**
 * Finds members made of members of a cube that no join connects with their own, in either direction: no query has rows
 * of both.
 *
 * @param placeOfMember where a member is defined
 */
export function checkConnections(cubes: readonly FinishedCube[], placeOfMember: PlaceOf): readonly Isolated[] {
  const islands = new Map(cubes.map((one) => [one.cube.name, islandOf(one)]));
  const isApart = (from: CubeName, to: CubeName): boolean => islands.has(to) && islands.get(to) !== islands.get(from);
  const suspects = cubes.filter(({ cube, resolved }) =>
    [...resolved.referencedCubes].some((to) => isApart(cube.name, to)),
  );
  const hasNoRows = valuesWithoutRows(suspects.length > 0 ? cubes : []);
  const apart = suspects.flatMap(({ cube }) =>
    [...cube.dimensions, ...cube.measures, ...cube.segments].flatMap((member) => {
      const read = alwaysRead(member).find((id) => isApart(cube.name, cubeNameOf(id)) && !hasNoRows.has(id));
      return read === undefined ? [] : [{ id: member.id, from: cube.name, to: cubeNameOf(read), read }];
    }),
  );
  // An inherited member is reported once.
  return [...Map.groupBy(apart, ({ id }) => placeOfMember(id))].flatMap(([place, some]) => isolate(place, some));
}

interface Apart {
  readonly id: MemberId;
  readonly from: CubeName;
  readonly to: CubeName;
  readonly read: MemberId;
}

function isolate(place: KeyPath | undefined, some: readonly Apart[]): readonly Isolated[] {
  const [first] = some;
  if (!first || !place) return [];
  const { from, to, read } = first;
  const hint = `No join connects ${from} with ${to}: declare one, or leave '${read}' out`;
  const reported = finding('model.no-join', { from, to }, placeOf(place, 'sql'), { hint });
  return [{ finding: reported, takes: { members: some.map(({ id }) => id) } }];
}

/** Members that its SQL reads whatever the filters, the caller or a value are. */
function alwaysRead(member: Member): readonly MemberId[] {
  const { expression } = member;
  const isChosen = expression.kind === 'choice' || (expression.kind === 'stage' && expression.value?.kind === 'choice');
  if (isChosen) return [];
  return fragmentsOf(member).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'member' ? [part.member] : [])),
  );
}

/** Switches, which are values of a query and exist in no table. */
function valuesWithoutRows(cubes: readonly FinishedCube[]): ReadonlySet<MemberId> {
  const dimensions = cubes.flatMap(({ cube }) => cube.dimensions);
  return new Set(dimensions.filter(({ expression }) => expression.kind === 'switch').map(({ id }) => id));
}
