import { type QueryOf, type WireWorkspaceItem, workspaceOperations } from '@orrery/contract';
import { type ContentRights, sharedRightsOf, type WorkspaceItem, type WorkspaceService } from '@orrery/content';
import { type PlatformFace, serve } from '../serve.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';
import { presentFolderRow, presentReportRow } from './present-row.ts';
import { readWorkspaceRequest, writePosition } from './workspace-page.ts';

export interface WorkspaceServices {
  readonly workspace: WorkspaceService;
}

/** Lists everything in a deployment that the caller may see. */
export function serveWorkspace(face: PlatformFace, { workspace }: WorkspaceServices): void {
  const list = async (
    rights: ContentRights,
    given: QueryOf<typeof workspaceOperations.list>,
    show: (item: WorkspaceItem) => WireWorkspaceItem,
  ) => {
    const { query, after, size } = readWorkspaceRequest(given);
    const { items, hasMore, start, end } = await workspace.list(rights, query, { after, most: size });
    return {
      items: items.map(show),
      pageInfo: {
        hasNextPage: hasMore,
        hasPreviousPage: after !== undefined,
        startCursor: writePosition(start, query),
        endCursor: writePosition(end, query),
      },
    };
  };

  serve(face, workspaceOperations.list, ({ rights, query }) => list(rights, query, (item) => present(item, rights)));

  serve(face, workspaceOperations.shared, ({ caller, deploymentId, query }) =>
    list(sharedRightsOf(caller, deploymentId), query, presentShared),
  );

  serve(face, workspaceOperations.addFavorite, ({ rights, params: { id } }) =>
    workspace.setFavourite(rights, id, true),
  );

  serve(face, workspaceOperations.removeFavorite, ({ rights, params: { id } }) =>
    workspace.setFavourite(rights, id, false),
  );
}

function present(item: WorkspaceItem, rights: Pick<ContentRights, 'mayAskSources'>): WireWorkspaceItem {
  const access = item.level === undefined ? {} : { access: item.level };
  if (item.kind === 'FOLDER') return { ...presentFolderRow(item.folder), ...access };
  if (item.kind === 'WORKBOOK') return presentWorkbook(item.workbook, rights);
  return { ...presentReportRow(item.report), ...access };
}

/** Viewers do not learn who owns what is shared with them, nor what the working copy holds beyond what was published. */
function presentShared(item: WorkspaceItem): WireWorkspaceItem {
  return present(withoutOwner(item), {});
}

function withoutOwner(item: WorkspaceItem): WorkspaceItem {
  const { level } = item;
  if (item.kind === 'FOLDER')
    return { level, kind: 'FOLDER', folder: { ...item.folder, ownerId: null, updatedBy: null } };
  if (item.kind === 'REPORT') {
    return { level, kind: 'REPORT', report: { ...item.report, owner: null, refreshedBy: null } };
  }
  const { workbook } = item;
  const published = workbook.published && { ...workbook.published, publishedBy: null };
  return {
    level,
    kind: 'WORKBOOK',
    workbook: { ...workbook, owner: null, changedBy: null, published, draft: null, meta: {}, calculatedFields: {} },
  };
}
