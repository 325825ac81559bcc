import { finding, type Finding, placeOf } from '../source/finding.ts';
import type { ParsedFile } from '../source/parse-file.ts';
import { optional } from '../source/read-fields.ts';
import type { ViewGroupDefinition } from '../source/view-definition.ts';
import { didYouMean } from '../problem/nearest.ts';
import type { MergedView } from './entry.ts';
import type { ViewGroup } from './model.ts';
import { titleOf } from './title.ts';

export interface ViewGroups {
  readonly byName: ReadonlyMap<string, ViewGroupDefinition>;
  readonly findings: readonly Finding[];
}

/** Groups of all files. */
export function collectGroups(files: readonly ParsedFile[]): ViewGroups {
  const all = files.flatMap(({ viewGroups }) => viewGroups);
  const byName = new Map<string, ViewGroupDefinition>();
  for (const group of all) if (!byName.has(group.name)) byName.set(group.name, group);
  const repeated = all.filter((group) => byName.get(group.name) !== group);
  return {
    byName,
    findings: repeated.map(({ name, place }) => {
      const hint = `Also defined in ${byName.get(name)?.place.file}`;
      return finding('model.duplicate-view-group', { name }, placeOf(place, 'name'), { hint });
    }),
  };
}

/** The groups a view belongs to, by its own word or by theirs. */
export function groupsOf({ name, definition }: MergedView, { byName }: ViewGroups): readonly ViewGroup[] {
  const own = new Set(definition.groups.map(({ group }) => group));
  return [...byName.values()]
    .filter((group) => own.has(group.name) || group.views.includes(name))
    .map((group) => ({
      name: group.name,
      title: group.title ?? titleOf(group.name),
      ...optional('description', group.description),
    }));
}

/** Groups a view names that are nowhere defined. */
export function unknownGroups({ name: view, definition }: MergedView, { byName }: ViewGroups): readonly Finding[] {
  return definition.groups
    .filter(({ group }) => !byName.has(group))
    .map(({ group, place }) =>
      finding('model.unknown-view-group', { view, group }, place, { hint: didYouMean(group, byName.keys()) }),
    );
}
