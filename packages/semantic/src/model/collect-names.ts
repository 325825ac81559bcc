import type { Definition } from '../source/definition.ts';
import { finding, type Finding, placeOf } from '../source/finding.ts';
import type { ParsedFile } from '../source/parse-file.ts';

export interface NamedDefinitions {
  /** In order of files, then of definitions. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Names that stand somewhere but do not say what they mean. */
  readonly brokenNames: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Cubes and views of all files share one name space; a name defined twice means nothing. */
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
      for (const definition of same) findings.push(duplicate(definition, same));
    } else if (first && !brokenNames.has(name)) definitions.set(name, first);
  }
  return { definitions, brokenNames, findings };
}

function duplicate(definition: Definition, same: readonly Definition[]): Finding {
  const { name, place } = definition;
  const others = same.filter((other) => other !== definition).map((other) => other.place.file);
  const hint = `Also defined in ${[...new Set(others)].join(', ')}`;
  const at = placeOf(place, 'name');
  if (same.some(({ kind }) => kind !== definition.kind)) return finding('model.cube-and-view', { name }, at, { hint });
  return finding(definition.kind === 'cube' ? 'model.duplicate-cube' : 'model.duplicate-view', { name }, at, { hint });
}
