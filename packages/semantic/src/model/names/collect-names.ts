import { type Definition, finding, type Finding, type ParsedFile, placeOf } from '../../source/index.ts';

export interface NamedDefinitions {
  /** Definitions in order of files and positions. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Names that occur but cannot be resolved. */
  readonly brokenNames: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Cubes and views of all files share one name space; a name defined twice is broken. */
export function collectNames(files: readonly ParsedFile[]): NamedDefinitions {
  const byName = new Map<string, Definition[]>();
  const brokenNames = new Set<string>();
  for (const file of files) {
    for (const name of file.brokenNames) brokenNames.add(name);
    for (const definition of file.definitions) {
      const same = byName.get(definition.name);
      if (same) same.push(definition);
      else byName.set(definition.name, [definition]);
    }
  }
  const findings: Finding[] = [];
  const definitions = new Map<string, Definition>();
  for (const [name, same] of byName) {
    const [first] = same;
    if (same.length > 1) {
      brokenNames.add(name);
      for (const one of duplicates(same)) findings.push(one);
    } else if (first && !brokenNames.has(name)) definitions.set(name, first);
  }
  return { definitions, brokenNames, findings };
}

/** Bound on files named in a hint. */
const mostFiles = 5;

function duplicates(same: readonly Definition[]): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const { place } of same) counts.set(place.file, (counts.get(place.file) ?? 0) + 1);
  const isMixed = new Set(same.map(({ kind }) => kind)).size > 1;
  const first = [...counts.keys()].slice(0, mostFiles + 1);
  return same.map(({ name, kind, place }) => {
    const isAlone = counts.get(place.file) === 1;
    const shown = first.filter((file) => file !== place.file || !isAlone).slice(0, mostFiles);
    const more = counts.size - (isAlone ? 1 : 0) - shown.length;
    const hint = `Also defined in ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const at = placeOf(place, 'name');
    if (isMixed) return finding('model.cube-and-view', { name }, at, { hint });
    return finding(kind === 'cube' ? 'model.duplicate-cube' : 'model.duplicate-view', { name }, at, { hint });
  });
}
