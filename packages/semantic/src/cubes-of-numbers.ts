import { type CubeName, cubeOf, type ModelIndex, requireMember, requirePiece } from './model/index.ts';
import { resolveAlias } from './plan/index.ts';
import { numbersOf } from './probe.ts';
import { type BoundQuery, membersOf, membersOfFilter } from './query/index.ts';

/** Finds the cubes whose numbers a query names, and whose types its data source can tell. */
export function cubesOfNumbers(query: BoundQuery, model: ModelIndex): readonly CubeName[] {
  const members = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
  ];
  const cubes = new Set(members.map((id) => cubeOf(resolveAlias(model, id, requireMember(model, id).kind).member.id)));
  return [...cubes].filter((name) => numbersOf(requirePiece(model, name)).length > 0);
}
