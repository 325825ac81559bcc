import type { Inclusion } from '../source/definition.ts';
import { finding, type Finding, placeOf } from '../source/finding.ts';
import { optional } from '../source/read-fields.ts';
import type { FolderDefinition, FolderItem } from '../source/view-definition.ts';
import { didYouMean } from '../problem/nearest.ts';
import type { Folder, Hierarchy, Member } from './model.ts';

interface FolderView {
  readonly name: string;
  readonly members: readonly Member[];
  readonly hierarchies: readonly Hierarchy[];
  readonly inclusions: readonly Inclusion[];
  /** Something it includes is missing for a reason that is told already. */
  readonly isPartial: boolean;
}

export function viewFolders(
  definitions: readonly FolderDefinition[],
  view: FolderView,
  findings: Finding[],
): readonly Folder[] {
  const names = new Set<string>();
  return definitions.map((definition) => {
    if (names.has(definition.name)) {
      const params = { folder: definition.name, view: view.name };
      findings.push(finding('model.duplicate-folder', params, placeOf(definition.place, 'name')));
    }
    names.add(definition.name);
    return {
      name: definition.name,
      ...optional('title', definition.title),
      items: itemsOf(definition, view, findings),
    };
  });
}

function itemsOf({ name, items }: FolderDefinition, view: FolderView, findings: Finding[]): Folder['items'] {
  if (items === '*') return allOf(view);
  const found = items.flatMap((item): readonly (string | FolderDefinition)[] => {
    if (item.kind === 'folder') return [item.folder];
    return membersOf(item, name, view, findings);
  });
  const folders = viewFolders(
    found.filter((item) => typeof item !== 'string'),
    view,
    findings,
  );
  let next = 0;
  return found.flatMap((item) => (typeof item === 'string' ? item : (folders[next++] ?? [])));
}

function membersOf(
  item: Exclude<FolderItem, { kind: 'folder' }>,
  folder: string,
  view: FolderView,
  findings: Finding[],
): readonly string[] {
  switch (item.kind) {
    case 'all':
      return allOf(view);
    case 'member': {
      const known = [...view.members, ...view.hierarchies];
      const found = known.find(({ name }) => name === item.name);
      if (found) return [found.id];
      const hint = didYouMean(
        item.name,
        known.map(({ name }) => name),
      );
      if (!view.isPartial)
        findings.push(finding('model.folder-member', { member: item.name, folder }, item.place, { hint }));
      return [];
    }
    case 'join-path': {
      const paths = new Set(view.inclusions.map(({ joinPath }) => joinPath.join('.')));
      if (!paths.has(item.path)) {
        const params = { path: item.path, folder, view: view.name };
        findings.push(finding('model.folder-path', params, item.place, { hint: didYouMean(item.path, paths) }));
      }
      return view.members
        .filter(({ expression }) => expression.kind === 'alias' && expression.path.join('.') === item.path)
        .map(({ id }) => id);
    }
  }
}

function allOf({ members, hierarchies }: FolderView): readonly string[] {
  return [...members, ...hierarchies].map(({ id }) => id);
}
