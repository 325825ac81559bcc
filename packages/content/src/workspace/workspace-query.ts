import type { ItemKind } from '../item/index.ts';

export const workspaceOrders = ['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'] as const;

type WorkspaceOrder = (typeof workspaceOrders)[number];

/** What of a workspace is asked for. */
export interface WorkspaceQuery {
  /** What lies there; `null` the root. Without meaning for what is found wherever it lies. */
  readonly folderId: number | null;
  /** A part of names, wherever they lie. */
  readonly search?: string | undefined;
  /** What the reader marked, wherever it lies. */
  readonly isFavourite?: boolean | undefined;
  readonly kinds: readonly ItemKind[];
  /** Of everything but folders, which come first, as they are placed. */
  readonly orderBy: WorkspaceOrder;
  readonly isDescending: boolean;
}

/**
 * A list is made of parts that follow each other, each ordered by keys of its own: folders, then the others; by last view,
 * those that were viewed before those that were not.
 */
export type WorkspacePart = 'folders' | 'others' | 'viewed' | 'unviewed';

/** After which item a page begins. */
export interface WorkspacePosition {
  readonly part: WorkspacePart;
  /** Of the item, as the part is ordered. */
  readonly keys: readonly (string | number)[];
}

export function partsOf({ kinds, orderBy }: WorkspaceQuery): readonly WorkspacePart[] {
  const hasOthers = kinds.some((kind) => kind !== 'FOLDER');
  const others = orderBy === 'viewer_last_viewed_at' ? (['viewed', 'unviewed'] as const) : (['others'] as const);
  return [...(kinds.includes('FOLDER') ? (['folders'] as const) : []), ...(hasOthers ? others : [])];
}
