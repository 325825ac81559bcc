import { workbookOperations } from '@orrery/contract';
import { sharedRightsOf, type Workbook, type WorkbookService, type WorkspaceService } from '@orrery/content';
import { Forbidden } from '@orrery/kernel';
import { type ListOrder, presentPage, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { recordView } from '../workspace/record-view.ts';
import { presentWorkbook } from './present-workbook.ts';

export interface WorkbookServices {
  readonly workbooks: WorkbookService;
  readonly workspace: Pick<WorkspaceService, 'recordView'>;
}

const newestFirst: ListOrder<Workbook> = {
  name: 'workbooks by change',
  key: ['instant', 'number'],
  keyOf: ({ updatedAt, id }) => [updatedAt, id],
};

/** Serves the workbooks of a deployment. */
export function serveWorkbooks(face: PlatformFace, { workbooks, workspace }: WorkbookServices): void {
  serve(face, workbookOperations.list, async ({ rights, query: { folderId, ...cursor } }) => {
    const page = readPage(cursor, newestFirst);
    const [updatedAt, id] = page.range.after ?? [];
    const after = updatedAt === undefined ? undefined : { updatedAt: Number(updatedAt), id: Number(id) };
    const range = { folderId: folderId === 0 ? null : folderId, after, most: page.size };
    const { workbooks: found, hasMore, count } = await workbooks.list(rights, range);
    // A page that is full before it has the requested number.
    const rows = hasMore ? [...found, ...found.slice(-1)] : found;
    const { items, pageInfo } = presentPage(rows, { ...page, size: found.length }, (workbook) =>
      presentWorkbook(workbook, rights),
    );
    return { items, data: items, pageInfo, count };
  });

  serve(face, workbookOperations.create, async ({ rights, makeChange, body }) =>
    presentWorkbook(await makeChange((change) => workbooks.create(change, rights, body)), rights),
  );

  serve(face, workbookOperations.get, async ({ rights, params: { workbookId }, request }) => {
    const workbook = await workbooks.get(rights, workbookId);
    await recordView(request, workspace, rights, workbookId);
    return presentWorkbook(workbook, rights);
  });

  serve(face, workbookOperations.update, async ({ rights, makeChange, params: { workbookId }, body }) =>
    presentWorkbook(await makeChange((change) => workbooks.update(change, rights, workbookId, body)), rights),
  );

  serve(face, workbookOperations.delete, ({ rights, makeChange, params: { workbookId } }) =>
    makeChange((change) => workbooks.delete(change, rights, workbookId)),
  );

  serve(face, workbookOperations.duplicate, async ({ caller, rights, makeChange, params: { workbookId }, body }) => {
    if (!body.shared)
      return presentWorkbook(await makeChange((change) => workbooks.duplicate(change, rights, workbookId)), rights);
    if (caller.kind === 'viewer') {
      const shared = sharedRightsOf(caller, rights.deploymentId);
      return presentWorkbook(
        await makeChange((change) => workbooks.duplicateShared(change, rights, shared, workbookId)),
        rights,
      );
    }
    throw new Forbidden('workbook.shared', 'Only viewers of embedded content copy from what is shared with them');
  });
}
