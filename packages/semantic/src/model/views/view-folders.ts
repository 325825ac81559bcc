import {
  finding,
  type Finding,
  type FolderDefinition,
  type FolderItem,
  type Inclusion,
  optional,
  placeOf,
} from '../../source/index.ts';
import type { CubeName, FolderSchemas, Hierarchy, Member, MemberId, Piece, ViewFolder } from '../model.ts';

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

/** How folders of views are listed where nothing holds folders inside of others. */
export interface FolderListing {
  /** Separator of paths. When absent, members of inner folders belong to the outermost one. */
  readonly delimiter?: string | undefined;
}

/** A folder without folders inside. */
export interface ListedFolder extends ViewFolder {
  readonly items: readonly string[];
}

/** Lists folders side by side. */
export function listFolders(folders: readonly ViewFolder[], { delimiter }: FolderListing): readonly ListedFolder[] {
  return delimiter === undefined
    ? folders.map((folder) => ({ ...folder, items: itemsBelow(folder) }))
    : folders.flatMap((folder) => byPath(folder, delimiter));
}

function itemsBelow({ items }: ViewFolder): readonly string[] {
  return items.flatMap((item) => (typeof item === 'string' ? [item] : itemsBelow(item)));
}

/** A folder with its own members, followed by the inner ones named by their paths. */
function byPath(folder: ViewFolder, delimiter: string): readonly ListedFolder[] {
  const own = { ...folder, items: folder.items.filter((item) => typeof item === 'string') };
  const inner = folder.items.filter((item) => typeof item !== 'string');
  const below = inner.flatMap((one) => byPath({ ...one, name: `${folder.name}${delimiter}${one.name}` }, delimiter));
  return own.items.length === 0 && below.length > 0 ? below : [own, ...below];
}

/** Finds the schemas that folders make. A hierarchy in a folder stands for its levels. */
export function folderSchemas(pieces: Iterable<Piece>, listing: FolderListing): FolderSchemas {
  const schemas = new Map<string, Map<CubeName, Set<MemberId>>>();
  for (const piece of pieces) {
    if (piece.kind !== 'view') continue;
    for (const { name, items } of listFolders(piece.folders, listing)) {
      if (schemaNameFault(name) !== undefined) continue;
      const views = schemas.get(name) ?? new Map<CubeName, Set<MemberId>>();
      schemas.set(name, views);
      const members = views.get(piece.name) ?? new Set<MemberId>();
      views.set(piece.name, members);
      for (const item of items) for (const id of membersOfItem(piece, item)) members.add(id);
    }
  }
  return schemas;
}

function membersOfItem({ hierarchies }: Piece, item: string): readonly MemberId[] {
  const hierarchy = hierarchies.find(({ id }) => id === item);
  if (hierarchy) return hierarchy.isPublic ? hierarchy.levels : [];
  return [item as MemberId]; // folders hold full names of members and hierarchies
}

/** Names the folders that no schema can be named after. */
export function folderSchemaFaults(pieces: Iterable<Piece>, listing: FolderListing): readonly string[] {
  return [...pieces].flatMap((piece) =>
    (piece.kind === 'view' ? listFolders(piece.folders, listing) : []).flatMap(({ name }) => {
      const fault = schemaNameFault(name);
      return fault === undefined ? [] : [`The folder '${name}' of view '${piece.name}' cannot be a schema: ${fault}`];
    }),
  );
}

/** Bytes of a name in PostgreSQL, and its clients. */
const longestName = 63;

function schemaNameFault(name: string): string | undefined {
  const folded = name.toLowerCase();
  if (folded === 'public' || folded === 'information_schema' || folded.startsWith('pg_')) {
    return 'PostgreSQL keeps the name for itself.';
  }
  if (name === '' || /\p{Cc}/u.test(name) || Buffer.byteLength(name) > longestName) {
    return `its name has no or more than ${longestName} bytes, or controls.`;
  }
  return undefined;
}
