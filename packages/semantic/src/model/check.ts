import { finding, type Finding, type Place, placeOf } from '../source/finding.ts';
import { findCycles } from './find-cycles.ts';
import type { CubeName, MemberId } from './model.ts';
import type { ResolvedCube } from './resolve-cube.ts';

/** A finding that takes cubes out of service, though it points at one of them. */
export interface CheckFinding {
  readonly finding: Finding;
  readonly cubes: readonly CubeName[];
}

type Cubes = ReadonlyMap<CubeName, ResolvedCube>;

/** Everything that can only be seen when all cubes are resolved. */
export function checkCubes(cubes: Cubes): readonly CheckFinding[] {
  return [...checkMemberCycles(cubes), ...checkSourceCycles(cubes), ...checkPrimaryKeys(cubes), ...checkAliases(cubes)];
}

function checkMemberCycles(cubes: Cubes): readonly CheckFinding[] {
  const references = new Map<MemberId, readonly MemberId[]>();
  for (const resolved of cubes.values()) {
    for (const [id, members] of resolved.references) references.set(id, members);
  }
  const none: readonly MemberId[] = [];
  return findCycles(references.keys(), (id) => references.get(id) ?? none).map((chain) => ({
    finding: finding('model.member-cycle', { chain }, placeOfMember(chain[0]!, cubes)),
    cubes: [...new Set(chain.map(cubeNameOf))],
  }));
}

function checkSourceCycles(cubes: Cubes): readonly CheckFinding[] {
  const none: readonly CubeName[] = [];
  return findCycles(cubes.keys(), (name) => cubes.get(name)?.sources ?? none).map((chain) => ({
    finding: finding('model.source-cycle', { chain }, placeOf(cubes.get(chain[0]!)!.merged.definition.place, 'sql')),
    cubes: [...new Set(chain)],
  }));
}

/**
 * Joins multiply rows, and what a repeated row would break needs a key to be told apart by. Minima, maxima and
 * distinct counts do not mind; a calculated measure minds as much as its parts do.
 */
function checkPrimaryKeys(cubes: Cubes): readonly CheckFinding[] {
  const joined = new Set<CubeName>();
  for (const { cube } of cubes.values()) for (const { from, to } of cube.joins) joined.add(from).add(to);
  return [...joined].flatMap((name) => {
    const resolved = cubes.get(name);
    if (!resolved || resolved.merged.isDamaged || resolved.cube.primaryKey.length > 0) return [];
    const breakable = resolved.cube.measures.find(({ expression }) => {
      if (expression.kind === 'raw-aggregate') return true;
      return expression.kind === 'aggregate' && ['count', 'sum', 'avg'].includes(expression.function);
    });
    if (!breakable) return [];
    const hint = `Mark the dimensions of ${name} that identify a row with primary_key: true`;
    const place = placeOf(resolved.merged.definition.place, 'name');
    return [{ finding: finding('model.missing-primary-key', { cube: name }, place, { hint }), cubes: [name] }];
  });
}

/** Two cubes with one SQL alias could not stand in one query. */
function checkAliases(cubes: Cubes): readonly CheckFinding[] {
  const byAlias = new Map<string, ResolvedCube[]>();
  for (const resolved of cubes.values()) {
    const { alias } = resolved.cube;
    const same = byAlias.get(alias);
    if (same) same.push(resolved);
    else byAlias.set(alias, [resolved]);
  }
  return [...byAlias].flatMap(([alias, same]) => {
    if (same.length < 2) return [];
    const names = same.map(({ cube }) => cube.name);
    return same
      .filter(({ merged }) => merged.definition.alias !== undefined)
      .map(({ cube, merged }) => ({
        finding: finding(
          'model.duplicate-alias',
          { alias, cubes: names },
          placeOf(merged.definition.place, 'sql_alias'),
        ),
        cubes: [cube.name],
      }));
  });
}

function placeOfMember(id: MemberId, cubes: Cubes): Place {
  const { merged } = cubes.get(cubeNameOf(id))!;
  const place = merged.members.get(id.slice(id.indexOf('.') + 1))?.place ?? merged.definition.place;
  return placeOf(place, 'sql');
}

function cubeNameOf(id: MemberId): CubeName {
  return id.slice(0, id.indexOf('.'));
}
