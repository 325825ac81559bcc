import { type WireWorkspaceItem, workspaceOperations } from '@orrery/contract';
import type { WorkspaceItem, WorkspaceService } from '@orrery/content';
import { type PlatformFace, serve } from '../serve.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';
import { presentFolderRow, presentReportRow } from './present-row.ts';
import { readWorkspaceRequest, writePosition } from './workspace-page.ts';

export interface WorkspaceServices {
  readonly workspace: WorkspaceService;
}

/** Lists everything in a deployment that the caller may see. */
export function serveWorkspace(face: PlatformFace, { workspace }: WorkspaceServices): void {
  serve(face, workspaceOperations.list, async ({ rights, query: given }) => {
    const { query, after, size } = readWorkspaceRequest(given);
    const { items, hasMore, start, end } = await workspace.list(rights, query, { after, most: size });
    return {
      items: items.map(present),
      pageInfo: {
        hasNextPage: hasMore,
        hasPreviousPage: after !== undefined,
        startCursor: writePosition(start, query),
        endCursor: writePosition(end, query),
      },
    };
  });

  serve(face, workspaceOperations.shared, () => {
    throw new Error('a viewer of embedded content was admitted before there is one');
  });

  serve(face, workspaceOperations.addFavorite, ({ rights, params: { id } }) =>
    workspace.setFavourite(rights, id, true),
  );

  serve(face, workspaceOperations.removeFavorite, ({ rights, params: { id } }) =>
    workspace.setFavourite(rights, id, false),
  );
}

function present(item: WorkspaceItem): WireWorkspaceItem {
  if (item.kind === 'FOLDER') return presentFolderRow(item.folder);
  return item.kind === 'WORKBOOK' ? presentWorkbook(item.workbook) : presentReportRow(item.report);
}
