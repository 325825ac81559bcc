import {
  createWorkbookInputSchema,
  dashboardEmbeddingInputSchema,
  dashboardSchema,
  dashboardVersionsSchema,
  duplicateWorkbookInputSchema,
  pageQuerySchema,
  publishDashboardInputSchema,
  updateWorkbookInputSchema,
  workbookDashboardInputSchema,
  workbookDashboardSchema,
  workbookSchema,
  workbooksQuerySchema,
  workbooksSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const workbooks = { tag: 'Workbooks' };
const dashboards = { tag: 'Dashboards' };
const one = '/deployments/:deploymentId/workbooks/:workbookId';

export const workbookOperations: Operations = {
  'GET /deployments/:deploymentId/workbooks': {
    ...workbooks,
    id: 'getWorkbooks',
    summary: 'Workbooks that the caller may see, the newest change first',
    query: workbooksQuerySchema,
    answer: workbooksSchema,
  },
  'POST /deployments/:deploymentId/workbooks': {
    ...workbooks,
    id: 'createWorkbook',
    summary: 'Make a workbook; takes edit access to the folder that it comes into',
    body: createWorkbookInputSchema,
    answer: workbookSchema,
  },
  [`GET ${one}`]: {
    ...workbooks,
    id: 'getWorkbook',
    summary: 'A workbook, with the draft of its dashboard and what is published of it',
    answer: workbookSchema,
  },
  [`PUT ${one}`]: {
    ...workbooks,
    id: 'updateWorkbook',
    summary: 'Change a workbook; takes edit access, to move it full access and edit access to the folder',
    body: updateWorkbookInputSchema,
    answer: workbookSchema,
  },
  [`DELETE ${one}`]: {
    ...workbooks,
    id: 'deleteWorkbook',
    summary: 'Delete a workbook with its reports, its dashboard and its notifications; takes full access',
    answer: 'nothing',
  },
  [`POST ${one}/duplicate`]: {
    ...workbooks,
    id: 'duplicateWorkbook',
    summary: 'Make a copy of a workbook in the same folder, with copies of its reports and of what it has published',
    body: duplicateWorkbookInputSchema,
    answer: workbookSchema,
  },
  [`PUT ${one}/dashboard`]: {
    ...dashboards,
    id: 'updateWorkbookDashboard',
    summary: 'Set the draft of the dashboard as a whole; takes edit access',
    body: workbookDashboardInputSchema,
    answer: workbookDashboardSchema,
  },
  [`POST ${one}/publish`]: {
    ...dashboards,
    id: 'publishDashboard',
    summary: 'Publish the draft as a new version, with the reports it shows as they are now; takes edit access',
    body: publishDashboardInputSchema,
    answer: dashboardSchema,
  },
  [`PUT ${one}/dashboard/embedding`]: {
    ...dashboards,
    id: 'updateDashboardEmbedding',
    summary: 'Say whether viewers of embedded content may open the dashboard; takes full access',
    body: dashboardEmbeddingInputSchema,
    answer: dashboardSchema,
  },
  [`GET ${one}/dashboard/versions`]: {
    ...dashboards,
    id: 'getDashboardVersions',
    summary: 'What has been published of a workbook, newest first; takes edit access',
    query: pageQuerySchema,
    answer: dashboardVersionsSchema,
  },
  [`GET ${one}/dashboard/versions/:versionId`]: {
    ...dashboards,
    id: 'getDashboardVersion',
    summary: 'A version with all that it showed; takes edit access',
    answer: dashboardSchema,
  },
  [`POST ${one}/dashboard/versions/:versionId/restore`]: {
    ...dashboards,
    id: 'restoreDashboardVersion',
    summary:
      'Make the draft and all reports of the workbook what they were in a version; what was worked on since is lost. Takes full access',
    answer: workbookSchema,
  },
};
