import type { ItemRow, Key } from '../item/index.ts';

/** A folder, which contains items. */
export interface Folder {
  readonly id: number;
  readonly deploymentId: number;
  readonly parentId: number | undefined;
  readonly name: string;
  readonly position: number;
  readonly ownerId: number | undefined;
  readonly updatedBy: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NewFolder {
  readonly name: string;
  readonly parentId?: number | undefined;
  /** When missing, the folder comes last. */
  readonly position?: number | undefined;
}

/** Missing fields keep their value. */
export interface FolderChange {
  readonly name?: string | undefined;
  readonly position?: number | undefined;
}

/** Maximum depth of nested folders. */
export const deepestFolder = 10;

export function readFolder(row: ItemRow): Folder {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    parentId: row.folder_id ?? undefined,
    name: row.name,
    position: row.position,
    ownerId: row.owner_id ?? undefined,
    updatedBy: row.updated_by ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Order of folders: by position, then by name. */
export const folderOrder = ['position', 'name_key', 'id'] as const;

export function folderKey(row: Pick<ItemRow, (typeof folderOrder)[number]>): Key {
  return folderOrder.map((column) => row[column]);
}
