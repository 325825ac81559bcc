import { fieldOf, type ItemRow, type SortKeyValues, readFields, type ValuesOf } from '../item/index.ts';

const fieldIn = fieldOf<ItemRow>();

const folderFields = {
  id: fieldIn('id'),
  deploymentId: fieldIn('deployment_id'),
  parentId: fieldIn('folder_id'),
  name: fieldIn('name'),
  position: fieldIn('position'),
  ownerId: fieldIn('owner_id'),
  updatedBy: fieldIn('updated_by'),
  createdAt: fieldIn('created_at'),
  updatedAt: fieldIn('updated_at'),
};

/** A folder, which contains items. */
export type Folder = ValuesOf<typeof folderFields>;

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
  return readFields(folderFields, row);
}

/** Order of folders: by position, then by name. */
export const folderOrder = ['position', 'name_key', 'id'] as const;

export function folderKey(row: Pick<ItemRow, (typeof folderOrder)[number]>): SortKeyValues {
  return folderOrder.map((column) => row[column]);
}
