import type { MetaCube, MetaFolder, MetaViewGroup } from '@orrery/contract';
import {
  type Access,
  type ViewFolder,
  isVisible,
  type MemberId,
  type ModelIndex,
  type Piece,
  type View,
} from '@orrery/semantic';

/** Hierarchies over visible members; one without levels is not shown. */
export function presentHierarchies(piece: Piece, model: ModelIndex, access: Access): MetaCube['hierarchies'] {
  return piece.hierarchies.flatMap((hierarchy) => {
    const levels = hierarchy.levels.filter((level) => isShown(level, model, access));
    if (!hierarchy.isPublic || levels.length === 0) return [];
    const { id, title, isPublic, aliasOf } = hierarchy;
    const alias = aliasOf !== undefined && !isKept(aliasOf, model, access) ? { aliasMember: aliasOf } : {};
    return [{ name: id, title, levels, public: isPublic, ...alias }];
  });
}

/** Whether policies hide every level of a hierarchy from the caller. */
function isKept(id: string, model: ModelIndex, access: Access): boolean {
  const its = model.pieces.get(id.slice(0, id.indexOf('.')))?.hierarchies.find((one) => one.id === id);
  return its?.levels.every((level) => access.hidden.has(level)) ?? true;
}

/** Lists folders flat, either with the members of inner folders or by path, and also nested. */
export function presentFolders(
  piece: Piece,
  model: ModelIndex,
  access: Access,
  delimiter: string | undefined,
): Pick<MetaCube, 'folders' | 'nestedFolders'> {
  const shown = new Set(presentHierarchies(piece, model, access).map(({ name }) => name));
  const nestedFolders = (piece.kind === 'view' ? piece.folders : []).map((folder) => nested(folder, keeps));
  const folders =
    delimiter === undefined
      ? nestedFolders.map((folder) => ({ ...folder, members: flat(folder) }))
      : nestedFolders.flatMap((folder) => byPath(folder, delimiter));
  return { folders, nestedFolders };

  function keeps(id: string): boolean {
    return shown.has(id) || isShown(id, model, access);
  }
}

function nested({ name, title, items }: ViewFolder, keeps: (id: string) => boolean): MetaFolder {
  const members = items.flatMap((item): (string | MetaFolder)[] => {
    if (typeof item !== 'string') return [nested(item, keeps)];
    return keeps(item) ? [item] : [];
  });
  return { name, ...(title === undefined ? {} : { title }), members: [...new Set(members)] };
}

function flat({ members }: MetaFolder): string[] {
  return [...new Set(members.flatMap((member): string[] => (typeof member === 'string' ? [member] : flat(member))))];
}

/** A folder with its own members, followed by the nested ones named by their paths. */
function byPath(folder: MetaFolder, delimiter: string): MetaCube['folders'] {
  const own = { ...folder, members: folder.members.filter((member) => typeof member === 'string') };
  const inner = folder.members.filter((member) => typeof member !== 'string');
  const below = inner.flatMap((one) => byPath({ ...one, name: `${folder.name}${delimiter}${one.name}` }, delimiter));
  return own.members.length === 0 && below.length > 0 ? below : [own, ...below];
}

function isShown(id: string, model: ModelIndex, access: Access): boolean {
  const member = model.members.get(id as MemberId);
  return member !== undefined && isVisible(member, model, access);
}

/** Groups with their visible views. */
export function presentViewGroups(views: readonly View[]): readonly MetaViewGroup[] {
  const groups = new Map<string, MetaViewGroup>();
  for (const view of views) {
    for (const { name, title, description } of view.groups) {
      const group = groups.get(name) ?? {
        name,
        title,
        ...(description === undefined ? {} : { description }),
        views: [],
      };
      group.views.push(view.name);
      groups.set(name, group);
    }
  }
  return [...groups.values()];
}
