import type { ItemKind } from '../item/index.ts';

export const workspaceOrders = ['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'] as const;

type WorkspaceOrder = (typeof workspaceOrders)[number];

/** A request for items of a workspace. */
export interface WorkspaceQuery {
  /** Lists the content of a folder; `null` the root. Ignored in searches over all folders. */
  readonly folderId: number | null;
  /** Searches for a part of names in all folders. */
  readonly search?: string | undefined;
  /** Lists the user's favourites in all folders. */
  readonly isFavourite?: boolean | undefined;
  /** Lists what others own, in all folders. */
  readonly isOfOthers?: boolean | undefined;
  readonly kinds: readonly ItemKind[];
  /** Order of all items but folders, which come first, by position. */
  readonly orderBy: WorkspaceOrder;
  readonly isDescending: boolean;
}

/**
 * A list consists of consecutive parts, each with its own sort key: folders, then the others; by last view, viewed
 * items before those never viewed.
 */
export type WorkspacePart = 'folders' | 'others' | 'viewed' | 'unviewed';

/** The item after which a page begins. */
export interface WorkspacePosition {
  readonly part: WorkspacePart;
  /** Sort keys of the item in its part. */
  readonly keys: readonly (string | number)[];
}

export function partsOf({ kinds, orderBy }: WorkspaceQuery): readonly WorkspacePart[] {
  const hasOthers = kinds.some((kind) => kind !== 'FOLDER');
  const others = orderBy === 'viewer_last_viewed_at' ? (['viewed', 'unviewed'] as const) : (['others'] as const);
  return [...(kinds.includes('FOLDER') ? (['folders'] as const) : []), ...(hasOthers ? others : [])];
}
