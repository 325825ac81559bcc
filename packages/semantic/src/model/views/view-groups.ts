import {
  finding,
  type Finding,
  optional,
  type ParsedFile,
  placeOf,
  type ViewGroupDefinition,
} from '../../source/index.ts';
import type { MergedView } from '../names/entry.ts';
import type { ViewGroup } from '../model.ts';
import { titleOf } from '../resolve/title.ts';

export interface ViewGroups {
  readonly byName: ReadonlyMap<string, ViewGroupDefinition>;
  /** Groups that name a view, by its name. */
  readonly byView: ReadonlyMap<string, readonly string[]>;
  readonly findings: readonly Finding[];
}

/** Collects the groups of all files. */
export function collectGroups(files: readonly ParsedFile[]): ViewGroups {
  const all = files.flatMap(({ viewGroups }) => viewGroups);
  const byName = new Map<string, ViewGroupDefinition>();
  for (const group of all) if (!byName.has(group.name)) byName.set(group.name, group);
  const repeated = all.filter((group) => byName.get(group.name) !== group);
  const byView = new Map<string, string[]>();
  for (const { name, views } of byName.values()) {
    for (const view of new Set(views)) {
      const groups = byView.get(view);
      if (groups) groups.push(name);
      else byView.set(view, [name]);
    }
  }
  return {
    byName,
    byView,
    findings: repeated.map(({ name, place }) => {
      const hint = `Also defined in ${byName.get(name)?.place.file}`;
      return finding('model.duplicate-view-group', { name }, placeOf(place, 'name'), { hint });
    }),
  };
}

/** Returns the groups of a view, named by the view or by the groups. */
export function groupsOf({ name, definition }: MergedView, { byName, byView }: ViewGroups): readonly ViewGroup[] {
  const named = byView.get(name) ?? [];
  const own = definition.groups.map(({ group }) => group);
  if (own.length + named.length === 0) return [];
  const all = new Set([...own, ...named]);
  // Sorted by the order of the groups, where several could be out of order.
  const groups = all.size === 1 ? [...all].flatMap((one) => byName.get(one) ?? []) : [...byName.values()];
  return groups
    .filter((group) => all.has(group.name))
    .map((group) => ({
      name: group.name,
      title: group.title ?? titleOf(group.name),
      ...optional('description', group.description),
    }));
}

/** Reports groups that a view names and no file defines. */
export function unknownGroups({ name: view, definition }: MergedView, { byName }: ViewGroups): readonly Finding[] {
  return definition.groups
    .filter(({ group }) => !byName.has(group))
    .map(({ group, place }) =>
      finding('model.unknown-view-group', { view, group }, place, {
        hint: { name: group, among: () => byName.keys() },
      }),
    );
}
