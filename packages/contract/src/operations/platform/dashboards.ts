import {
  dashboardEmbeddingInputSchema,
  dashboardSchema,
  dashboardVersionsSchema,
  pageQuerySchema,
  publishDashboardInputSchema,
  workbookDashboardInputSchema,
  workbookDashboardSchema,
  workbookSchema,
} from '../../platform/index.ts';
import { get, post, put } from '../operation.ts';
import { forViewers, onItem } from '../takes.ts';

const tag = 'Dashboards';

/** The dashboard of a workbook: its draft, its published version, and all versions. */
export const dashboardOperations = {
  updateDraft: put('/deployments/:deploymentId/workbooks/:workbookId/dashboard', {
    id: 'updateWorkbookDashboard',
    mayConflict: true,
    tag,
    summary: 'Set the draft of the dashboard as a whole; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    body: workbookDashboardInputSchema,
    answer: workbookDashboardSchema,
    example: { dashboardDraft: { widgets: [] } },
  }),
  publish: post('/deployments/:deploymentId/workbooks/:workbookId/publish', {
    id: 'publishDashboard',
    mayConflict: true,
    tag,
    summary: 'Publish the draft as a new version, with the present state of the reports it shows; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    body: publishDashboardInputSchema,
    answer: dashboardSchema,
    example: { workbookId: 1, config: { widgets: [] } },
  }),
  updateEmbedding: put('/deployments/:deploymentId/workbooks/:workbookId/dashboard/embedding', {
    id: 'updateDashboardEmbedding',
    tag,
    summary: 'Set whether viewers of embedded content may open the dashboard; takes full access',
    takes: onItem('WORKBOOK', 'full'),
    body: dashboardEmbeddingInputSchema,
    answer: dashboardSchema,
    example: { allowEmbed: true },
  }),
  versions: get('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions', {
    id: 'getDashboardVersions',
    tag,
    summary: 'List the published versions of a workbook, newest first; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    query: pageQuerySchema,
    answer: dashboardVersionsSchema,
  }),
  version: get('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions/:versionId', {
    id: 'getDashboardVersion',
    tag,
    summary: 'Get a version with its full content; takes edit access',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    answer: dashboardSchema,
  }),
  restore: post('/deployments/:deploymentId/workbooks/:workbookId/dashboard/versions/:versionId/restore', {
    id: 'restoreDashboardVersion',
    tag,
    summary:
      'Restore the draft and all reports of the workbook from a version; later changes are lost. Takes full access',
    takes: forViewers(onItem('WORKBOOK', 'full'), 'creator'),
    answer: workbookSchema,
  }),
};
