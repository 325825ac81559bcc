import { type CubeName, cubeOf, type MemberId, type ModelIndex, requireMember, requirePiece } from './model/index.ts';
import { resolveAlias } from './plan/index.ts';
import { numbersOf } from './probe.ts';
import { type Access, type BoundQuery, isVisible, membersOf, membersOfFilter } from './query/index.ts';

/** Finds the cubes whose numbers a query names, and whose types its data source can tell. */
export function cubesOfNumbers(query: BoundQuery, model: ModelIndex): readonly CubeName[] {
  const members = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
  ];
  return withNumbers(members, model);
}

/** Finds the cubes with numbers that a caller may see, whose types its data source can tell. */
export function cubesOfVisibleNumbers(model: ModelIndex, access: Access): readonly CubeName[] {
  const members = [...model.pieces.values()].flatMap(({ measures, dimensions }) => [...measures, ...dimensions]);
  const visible = members.filter((member) => isVisible(member, model, access)).map(({ id }) => id);
  return withNumbers(visible, model);
}

function withNumbers(members: readonly MemberId[], model: ModelIndex): readonly CubeName[] {
  const cubes = new Set(members.map((id) => cubeOf(resolveAlias(model, id, requireMember(model, id).kind).member.id)));
  return [...cubes].filter((name) => numbersOf(requirePiece(model, name)).length > 0);
}
