import type { QueryOf, workspaceOperations } from '@orrery/contract';
import { itemKinds, partsOf, type WorkspacePart, type WorkspacePosition, type WorkspaceQuery } from '@orrery/content';
import { InvalidFields } from '../invalid-fields.ts';
import { keyIn, type ListOrder, sizeOf, writeCursor } from '../page.ts';

/** The requested page of a workspace. */
export interface WorkspaceRequest {
  readonly query: WorkspaceQuery;
  readonly after: WorkspacePosition | undefined;
  readonly size: number;
}

/** @throws InvalidFields */
export function readWorkspaceRequest(given: QueryOf<typeof workspaceOperations.list>): WorkspaceRequest {
  const { folderId, types, search, favorites, ofOthers, orderByField, orderByDirection, first, after } = given;
  const orderBy = orderByField ?? 'updated_at';
  const query: WorkspaceQuery = {
    folderId: folderId === undefined || folderId === 0 ? null : folderId,
    search,
    isFavourite: favorites === 'true',
    isOfOthers: ofOthers === 'true',
    kinds: types === undefined ? itemKinds : [...new Set(types)],
    orderBy,
    isDescending: (orderByDirection ?? (orderBy === 'name' ? 'ASC' : 'DESC')) === 'DESC',
  };
  return {
    query,
    after: after === undefined ? undefined : readPosition(after, query),
    size: sizeOf(first),
  };
}

export function writePosition(position: WorkspacePosition | undefined, query: WorkspaceQuery): string | null {
  return position === undefined ? null : writeCursor(orderOf(position.part, query), position.keys);
}

/** @throws InvalidFields when the cursor is of another list, or of another order of this list */
function readPosition(text: string, query: WorkspaceQuery): WorkspacePosition {
  for (const part of partsOf(query)) {
    const keys = keyIn(text, orderOf(part, query));
    if (keys) return { part, keys };
  }
  throw new InvalidFields([{ path: 'after', message: 'is no cursor of this list' }]);
}

function orderOf(
  part: WorkspacePart,
  { orderBy, isDescending }: WorkspaceQuery,
): Pick<ListOrder<never>, 'name' | 'key'> {
  const name = `workspace ${part} by ${orderBy}${isDescending ? ' down' : ''}`;
  if (part === 'folders') return { name, key: ['number', 'text', 'number'] };
  if (part === 'unviewed') return { name, key: ['number'] };
  return { name, key: [orderBy === 'name' ? 'text' : 'instant', 'number'] };
}
