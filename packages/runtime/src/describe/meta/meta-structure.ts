import type { MetaCube, MetaFolder, MetaViewGroup } from '@orrery/contract';
import {
  type Access,
  listFolders,
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
  const kept = (piece.kind === 'view' ? piece.folders : []).map((folder) => keptOf(folder, keeps));
  const folders = listFolders(kept, { delimiter }).map((one) => ({ ...faceOf(one), members: [...new Set(one.items)] }));
  return { folders, nestedFolders: kept.map(nested) };

  function keeps(id: string): boolean {
    return shown.has(id) || isShown(id, model, access);
  }
}

/** A folder without the members that are not shown. */
function keptOf(folder: ViewFolder, keeps: (id: string) => boolean): ViewFolder {
  const items = folder.items.flatMap((item): ViewFolder['items'] => {
    if (typeof item !== 'string') return [keptOf(item, keeps)];
    return keeps(item) ? [item] : [];
  });
  return { ...folder, items };
}

const faceOf = ({ name, title }: ViewFolder) => ({ name, ...(title === undefined ? {} : { title }) });

function nested(folder: ViewFolder): MetaFolder {
  const members = folder.items.map((item) => (typeof item === 'string' ? item : nested(item)));
  return { ...faceOf(folder), members: [...new Set(members)] };
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
