import { dashboardOperations } from '@orrery/contract';
import type { DashboardService, WorkbookService } from '@orrery/content';
import type { AccountSettingsService } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { requireFeature } from '../may-use.ts';
import { type ListOrder, presentPage, rangeBefore, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentDashboard, presentVersion } from './present-dashboard.ts';
import { presentWorkbook } from './present-workbook.ts';

export interface DashboardServices {
  readonly workbooks: WorkbookService;
  readonly dashboards: DashboardService;
  readonly settings: Pick<AccountSettingsService, 'get'>;
}

const newestFirst: ListOrder<{ readonly versionNumber: number }> = {
  name: 'versions',
  key: ['number'],
  keyOf: ({ versionNumber }) => [versionNumber],
};

/** Serves the dashboard of a workbook: its draft, its published version and its earlier versions. */
export function serveDashboards(face: PlatformFace, { workbooks, dashboards, settings }: DashboardServices): void {
  serve(face, dashboardOperations.updateDraft, async ({ rights, makeChange, params: { workbookId }, body }) => {
    const { dashboardDraft: draft, basedOn } = body;
    const changed = presentWorkbook(
      await makeChange((change) => workbooks.setDraft(change, rights, workbookId, { draft, basedOn })),
      rights,
    );
    const { dashboardDraft, draftRevision, dashboardPublished } = changed;
    return { dashboardDraft, ...(draftRevision === undefined ? {} : { draftRevision }), dashboardPublished };
  });

  serve(
    face,
    dashboardOperations.publish,
    async ({ rights, makeChange, params, body: { workbookId, ...publishing } }) => {
      if (workbookId === params.workbookId) {
        return presentDashboard(
          await makeChange((change) => dashboards.publish(change, rights, workbookId, publishing)),
          rights,
        );
      }
      throw new InvalidFields([{ path: 'workbookId', message: 'is not that of the path' }]);
    },
  );

  serve(face, dashboardOperations.updateEmbedding, async (asked) => {
    const { accountId, rights, makeChange, params, body } = asked;
    if (body.allowEmbed) await requireFeature(settings, accountId, 'embedding');
    const set = makeChange((change) => dashboards.setEmbedding(change, rights, params.workbookId, body));
    return presentDashboard(await set, rights);
  });

  serve(face, dashboardOperations.versions, async ({ rights, params: { workbookId }, query }) => {
    const page = readPage(query, newestFirst);
    const { beforeId: before, most } = rangeBefore(page);
    return presentPage(await dashboards.versions(rights, workbookId, { before, most }), page, presentVersion);
  });

  serve(face, dashboardOperations.version, async ({ rights, params: { workbookId, versionId } }) =>
    presentDashboard(await dashboards.version(rights, workbookId, versionId), rights),
  );

  serve(face, dashboardOperations.restore, async ({ rights, makeChange, params: { workbookId, versionId } }) => {
    await makeChange((change) => dashboards.restore(change, rights, workbookId, versionId));
    return presentWorkbook(await workbooks.get(rights, workbookId), rights);
  });
}
