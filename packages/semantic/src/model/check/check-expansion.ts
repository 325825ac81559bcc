import { finding, type Finding, type KeyPath, placeOf } from '../../source/index.ts';
import type { Isolated } from './broken-members.ts';
import type { CheckFinding } from './check.ts';
import type { ExpandedView } from '../views/expand-views.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import {
  type ExpansionSize,
  expandFragment,
  expandMembers,
  type Expansions,
  isTooLarge,
  longestChain,
  mostStages,
} from './measure-expansion.ts';
import type { PlaceOf } from './member-places.ts';
import type { CubeName, Member, MemberId } from '../model.ts';
import type { ResolvedCube } from '../resolve/resolve-cube.ts';

/** Finds cubes whose source or refresh key would expand to statements too large to run. */
export function checkSources(cubes: ReadonlyMap<CubeName, ResolvedCube>, sources: Expansions): readonly CheckFinding[] {
  const reported = new Map<KeyPath, CheckFinding>();
  const tell = (name: CubeName, what: string, place: KeyPath, expansion: ExpansionSize): void => {
    // An inherited source is reported once.
    const known = reported.get(place);
    const one = known?.finding ?? tooFar(what, place, expansion);
    reported.set(place, { finding: one, cubes: [...(known?.cubes ?? []), name] });
  };
  for (const name of sources.beyond) {
    const merged = cubes.get(name)?.merged;
    const expansion = sources.found.get(name);
    if (merged && expansion)
      tell(name, `The source of '${name}'`, merged.source?.sql.place ?? merged.definition.place, expansion);
  }
  for (const [name, { cube, merged }] of cubes) {
    const { refreshKey } = merged.definition;
    if (cube.refreshKey?.kind !== 'sql' || refreshKey?.kind !== 'sql') continue;
    const expansion = expandFragment(cube.refreshKey.sql, sources);
    if (isTooLarge(expansion)) tell(name, `The refresh key of '${name}'`, refreshKey.sql.place, expansion);
  }
  return [...reported.values()];
}

/** Finds members and joins whose SQL would expand too far, each with those that inherit it. */
export function checkMembers(
  cubes: readonly FinishedCube[],
  views: readonly ExpandedView[],
  sources: Expansions,
  placeOfMember: PlaceOf,
): readonly Isolated[] {
  const pieces = [...cubes.map(({ cube }) => cube), ...views.map(({ view }) => view)];
  const members = expandMembers(
    pieces.flatMap((piece): readonly Member[] => [...piece.dimensions, ...piece.measures, ...piece.segments]),
    sources,
  );
  const joins = cubes.flatMap((cube) => checkJoins(cube, members));
  if (members.beyond.length === 0) return joins;
  const byPlace = Map.groupBy(members.beyond, (id) => placeOfMember(id));
  return [...joins, ...[...byPlace].flatMap(([place, ids]) => isolate(place, ids, members))];
}

function isolate(place: KeyPath | undefined, ids: readonly string[], { found }: Expansions): readonly Isolated[] {
  const [first = ''] = ids;
  const expansion = found.get(first);
  if (!place || !expansion) return [];
  // Only names of members were expanded.
  const members = ids as readonly MemberId[];
  return [{ finding: tooFar(`'${first}'`, placeOf(place, 'sql'), expansion), takes: { members } }];
}

function checkJoins({ cube, resolved }: FinishedCube, members: Expansions): readonly Isolated[] {
  return cube.joins.flatMap(({ from, to, sql }) => {
    const expansion = expandFragment(sql, members);
    const place = resolved.merged.joins.find((join) => join.to === to)?.sql.place;
    if (!place || !isTooLarge(expansion)) return [];
    return [{ finding: tooFar(`The join from '${from}' to '${to}'`, place, expansion), takes: { join: { from, to } } }];
  });
}

function tooFar(what: string, place: KeyPath, expansion: ExpansionSize): Finding {
  if (isTooLarge(expansion)) {
    const hint =
      'Refer to each part once: move repeated parts into a column of a table, or into a WITH clause of a source';
    return finding('model.expands-too-far', { what }, place, { hint });
  }
  if (expansion.stages > mostStages) {
    const hint = 'Make it of measures that are nearer to the rows';
    return finding('model.too-many-stages', { what, most: mostStages }, place, { hint });
  }
  const hint = 'Refer to something nearer to the columns';
  return finding('model.chain-too-long', { what, most: longestChain }, place, { hint });
}
