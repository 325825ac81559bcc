import {
  finding,
  type Finding,
  type FolderDefinition,
  type FolderItem,
  type Inclusion,
  optional,
  placeOf,
} from '../../source/index.ts';
import type { ViewFolder, Hierarchy, Member } from '../model.ts';

interface FolderView {
  readonly name: string;
  readonly members: readonly Member[];
  readonly hierarchies: readonly Hierarchy[];
  readonly inclusions: readonly Inclusion[];
  /** Whether part of the view is missing for a reason that is already reported. */
  readonly isPartial: boolean;
}

/** A view with lookups for folders. */
interface IndexedView extends FolderView {
  readonly ids: ReadonlyMap<string, string>;
  readonly idsByPath: ReadonlyMap<string, readonly string[]>;
  readonly paths: ReadonlySet<string>;
}

export function viewFolders(
  definitions: readonly FolderDefinition[],
  view: FolderView,
  findings: Finding[],
): readonly ViewFolder[] {
  if (definitions.length === 0) return [];
  const named = [...view.members, ...view.hierarchies].map(({ name, id }) => [name, id] as const);
  const aliases = view.members.flatMap(({ id, expression }) =>
    expression.kind === 'alias' ? [{ id, path: expression.path.join('.') }] : [],
  );
  const idsByPath = new Map<string, string[]>();
  for (const { id, path } of aliases) {
    const ids = idsByPath.get(path);
    if (ids) ids.push(id);
    else idsByPath.set(path, [id]);
  }
  const paths = new Set(view.inclusions.map(({ joinPath }) => joinPath.join('.')));
  return foldersOf(definitions, { ...view, ids: new Map(named.toReversed()), idsByPath, paths }, findings);
}

function foldersOf(
  definitions: readonly FolderDefinition[],
  view: IndexedView,
  findings: Finding[],
): readonly ViewFolder[] {
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

function itemsOf({ name, items }: FolderDefinition, view: IndexedView, findings: Finding[]): ViewFolder['items'] {
  if (items === '*') return allOf(view);
  const found = items.flatMap((item): readonly (string | FolderDefinition)[] => {
    if (item.kind === 'folder') return [item.folder];
    return membersOf(item, name, view, findings);
  });
  const folders = foldersOf(
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
  view: IndexedView,
  findings: Finding[],
): readonly string[] {
  switch (item.kind) {
    case 'all':
      return allOf(view);
    case 'member': {
      const found = view.ids.get(item.name);
      if (found !== undefined) return [found];
      const hint = { name: item.name, among: () => view.ids.keys() };
      if (!view.isPartial)
        findings.push(finding('model.folder-member', { member: item.name, folder }, item.place, { hint }));
      return [];
    }
    case 'join-path': {
      const { paths } = view;
      if (!paths.has(item.path)) {
        const params = { path: item.path, folder, view: view.name };
        findings.push(
          finding('model.folder-path', params, item.place, { hint: { name: item.path, among: () => paths } }),
        );
      }
      return view.idsByPath.get(item.path) ?? [];
    }
  }
}

function allOf({ members, hierarchies }: FolderView): readonly string[] {
  return [...members, ...hierarchies].map(({ id }) => id);
}
