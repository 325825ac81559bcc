import type { ItemRow, Key } from '../item/index.ts';

/** What items lie in. */
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
  /** Last when it is not given. */
  readonly position?: number | undefined;
}

/** What is not given stays. */
export interface FolderChange {
  readonly name?: string | undefined;
  readonly position?: number | undefined;
}

/** Levels of folders in folders. */
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

/** As folders are sorted: by position, then by name. */
export const folderOrder = ['position', 'name_key', 'id'] as const;

export function folderKey(row: Pick<ItemRow, (typeof folderOrder)[number]>): Key {
  return folderOrder.map((column) => row[column]);
}
