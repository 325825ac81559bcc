import { finding, type Finding, type KeyPath, placeOf } from '../../source/index.ts';
import { checkSources } from './check-expansion.ts';
import { hasLosses } from '../names/entry.ts';
import { type Cycle, findCycles } from '../graph/find-cycles.ts';
import type { Expansions } from './measure-expansion.ts';
import { cubeNameOf } from '../resolve/scope.ts';
import { strongComponents } from '../graph/strong-components.ts';
import type { CubeName, MemberId } from '../model.ts';
import type { ResolvedCube } from '../resolve/resolve-cube.ts';

/** A finding that makes cubes unavailable, although it points at one of them. */
export interface CheckFinding {
  readonly finding: Finding;
  readonly cubes: readonly CubeName[];
}

type Cubes = ReadonlyMap<CubeName, ResolvedCube>;

/** Checks everything that needs all cubes to be resolved. */
export function checkCubes(cubes: Cubes, sources: Expansions): readonly CheckFinding[] {
  return [
    ...checkMemberCycles(cubes),
    ...checkSourceCycles(cubes),
    ...checkSources(cubes, sources),
    ...checkPrimaryKeys(cubes),
    ...checkKeyColumns(cubes),
    ...checkPoliciesOfSources(cubes),
  ];
}

function checkMemberCycles(cubes: Cubes): readonly CheckFinding[] {
  const circles = new Map<KeyPath, CheckFinding>();
  for (const chain of memberCycles(cubes)) {
    const place = placeOfMember(chain[0], cubes);
    if (!place) continue;
    // An inherited cycle is reported once.
    const known = circles.get(place);
    const names = [...(known?.cubes ?? []), ...chain.map(cubeNameOf)];
    const reported = known?.finding ?? finding('model.member-cycle', { chain }, placeOf(place, 'sql'));
    circles.set(place, { finding: reported, cubes: [...new Set(names)] });
  }
  return [...circles.values()];
}

/** Cycles within one cube are known with it; only cubes whose members refer to each other are examined together. */
function memberCycles(cubes: Cubes): readonly Cycle<MemberId>[] {
  const none: ReadonlySet<CubeName> = new Set();
  const referenced = (name: CubeName): ReadonlySet<CubeName> => cubes.get(name)?.referencedCubes ?? none;
  return strongComponents(new Set(cubes.keys()), referenced).flatMap((component) => {
    const together = component.flatMap((name) => cubes.get(name) ?? []);
    if (together.length === 1) return together.flatMap(({ cycles }) => cycles);
    const references = new Map(together.flatMap((one) => [...one.references]));
    return findCycles(references.keys(), (id) => references.get(id) ?? []);
  });
}

function checkSourceCycles(cubes: Cubes): readonly CheckFinding[] {
  return findCycles(cubes.keys(), (name) => cubes.get(name)?.sources ?? []).flatMap((chain) => {
    const definition = cubes.get(chain[0])?.merged.definition;
    if (!definition) return [];
    const place = placeOf(definition.place, 'sql');
    return [{ finding: finding('model.source-cycle', { chain }, place), cubes: [...new Set(chain)] }];
  });
}

/**
 * Joins multiply rows, so aggregates that repeated rows would falsify need a key. Minima, maxima and distinct counts
 * are not affected; a calculated measure is affected when one of its parts is.
 */
function checkPrimaryKeys(cubes: Cubes): readonly CheckFinding[] {
  const joined = new Set<CubeName>();
  for (const { cube } of cubes.values()) for (const { from, to } of cube.joins) joined.add(from).add(to);
  return [...joined].flatMap((name) => {
    const resolved = cubes.get(name);
    if (!resolved || hasLosses(resolved.merged) || resolved.cube.primaryKey.length > 0) return [];
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

/** A row is identified before any join, so its key consists only of its own columns. */
function checkKeyColumns(cubes: Cubes): readonly CheckFinding[] {
  return [...cubes.values()].flatMap(({ cube, references }) =>
    cube.primaryKey.flatMap((key) => {
      const seen = new Set([key]);
      for (const member of seen) for (const read of references.get(member) ?? []) seen.add(read);
      const other = [...seen].find((member) => cubeNameOf(member) !== cube.name);
      const place = other && placeOfMember(key, cubes);
      if (!place) return [];
      return [
        {
          finding: finding('model.foreign-primary-key', { member: key, other }, placeOf(place, 'sql')),
          cubes: [cube.name],
        },
      ];
    }),
  );
}

/** Two cubes with one SQL alias: in a query over both, the second gets another name. */
export function aliasNotices(cubes: Cubes): readonly Finding[] {
  const byAlias = Map.groupBy(cubes.values(), ({ cube }) => cube.alias);
  return [...byAlias].flatMap(([alias, same]) => {
    if (same.length < 2) return [];
    const names = same.map(({ cube }) => cube.name);
    return same
      .filter(({ merged }) => merged.definition.alias !== undefined)
      .map(({ merged }) =>
        finding('model.duplicate-alias', { alias, cubes: names }, placeOf(merged.definition.place, 'sql_alias')),
      );
  });
}

/** Rows read from the source of another cube bypass its policies, which must not happen by oversight. */
function checkPoliciesOfSources(cubes: Cubes): readonly CheckFinding[] {
  return [...cubes.values()].flatMap(({ cube, merged, sourcesRead }) => {
    if (cube.policies) return [];
    const source = [...sourcesRead].find((name) => cubes.get(name)?.cube.policies);
    if (source === undefined) return [];
    const hint = `Give ${cube.name} an access_policy of its own; - group: "*" grants it to everybody`;
    const place = placeOf(merged.definition.place, 'name');
    const params = { cube: cube.name, source };
    return [{ finding: finding('model.policy-left-behind', params, place, { hint }), cubes: [cube.name] }];
  });
}

function placeOfMember(id: MemberId, cubes: Cubes): KeyPath | undefined {
  return cubes.get(cubeNameOf(id))?.merged.members.get(id.slice(id.indexOf('.') + 1))?.place;
}
