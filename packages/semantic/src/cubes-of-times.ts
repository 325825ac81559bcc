import {
  type Cube,
  type CubeName,
  cubeOf,
  factOf,
  membersIn,
  type ModelIndex,
  requireMember,
  touchedAnywhere,
} from './model/index.ts';
import { hasTimes } from './probe.ts';
import { type BoundQuery, membersOf, membersOfFilter, operandsIn, piecesNamedIn } from './query/index.ts';

/**
 * Finds the cubes and views whose times a query may read: through its members, what policies add to it, what those are
 * made of, and conditions of joins that may connect them. The joins actually taken are only known once there is a plan.
 */
export function cubesOfTimes(query: BoundQuery, model: ModelIndex): readonly CubeName[] {
  const members = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
    ...query.rowRules.flatMap(({ where }) => membersOfFilter(where)),
    ...query.masks.flatMap(({ member, unless }) => [member, ...(unless ? membersOfFilter(unless) : [])]),
    ...query.timeMembers,
  ];
  const expressions = [...query.outputs.map(({ expression }) => expression), ...query.groupFilters.flatMap(operandsIn)];
  const pieces = new Set([
    ...touchedAnywhere(model, members, () => 'somewhere').pieces,
    ...query.joinHints.flat(),
    ...expressions.flatMap(piecesNamedIn),
  ]);
  const touched = [...pieces].filter((name) => model.pieces.has(name) && hasTimes(model, name));
  return [...new Set([...touched, ...readByJoins(model, pieces)])];
}

/** The data source of a cube; a view uses that of the cubes behind it. */
export function dataSourceOf({ pieces }: ModelIndex, name: CubeName): string {
  const piece = pieces.get(name);
  const cube = piece?.kind === 'view' ? pieces.get(piece.joinPaths[0]?.[0] ?? '') : piece;
  return cube?.kind === 'cube' ? cube.dataSource : 'default';
}

/** Cubes of other data sources are left out: a query has one. */
function readByJoins(model: ModelIndex, pieces: ReadonlySet<CubeName>): readonly CubeName[] {
  const cubes = [...pieces].flatMap((name) => cubeNamed(model, name) ?? []);
  const sources = new Set(cubes.map(({ dataSource }) => dataSource));
  const components = new Set(cubes.flatMap(({ component }) => component ?? []));
  const found = [...components].flatMap((component) => factOf(model, timesInJoins).get(component) ?? []);
  return found.filter(({ dataSource }) => sources.has(dataSource)).map(({ name }) => name);
}

/** Cubes whose times are read by join conditions, by the component of the joins. */
function timesInJoins(model: ModelIndex): ReadonlyMap<number, readonly Cube[]> {
  const found = new Map<number, Set<Cube>>();
  for (const piece of model.pieces.values()) {
    if (piece.kind !== 'cube' || piece.component === undefined) continue;
    const cubes = found.get(piece.component) ?? new Set();
    found.set(piece.component, cubes);
    const read = membersIn(piece.joins.map(({ sql }) => sql));
    for (const id of touchedAnywhere(model, read).members) {
      const member = requireMember(model, id);
      if (member.kind === 'segment' || member.type === 'boolean') continue;
      const cube = cubeNamed(model, cubeOf(id));
      if (cube && hasTimes(model, cube.name)) cubes.add(cube);
    }
  }
  return new Map([...found].map(([component, cubes]) => [component, [...cubes]]));
}

function cubeNamed({ pieces }: ModelIndex, name: CubeName): Cube | undefined {
  const piece = pieces.get(name);
  return piece?.kind === 'cube' ? piece : undefined;
}
