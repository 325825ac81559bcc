import {
  mapShapesRequestSchema,
  mapShapesSchema,
  contentCheckSchema,
  newReportSchema,
  pageQuerySchema,
  reportPlacementSchema,
  reportSchema,
  reportsQuerySchema,
  reportsSchema,
  reportUpdateSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { forViewers, maker, onDeployment, onItem, onAccount } from '../takes.ts';

const tag = 'Reports';

/** Saved queries. */
export const reportOperations = {
  list: get('/deployments/:deploymentId/reports', {
    id: 'getReports',
    tag,
    summary: 'Reports that the caller may see, tabs of workbooks among them',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    query: reportsQuerySchema,
    answer: reportsSchema,
  }),
  create: post('/deployments/:deploymentId/reports', {
    id: 'createReport',
    mayConflict: true,
    tag,
    summary: 'Create a report; takes the right AIBIExplore, and edit access to its workbook or folder',
    takes: forViewers(maker, 'creator'),
    body: newReportSchema,
    answer: reportSchema,
    example: { name: 'Sales' },
  }),
  get: get('/deployments/:deploymentId/reports/:reportId', {
    id: 'getReport',
    tag,
    summary: 'A report, with what the model as the caller sees it has against its query',
    takes: forViewers(onItem('REPORT', 'view'), 'creator'),
    answer: reportSchema,
  }),
  update: put('/deployments/:deploymentId/reports/:reportId', {
    id: 'updateReport',
    mayConflict: true,
    tag,
    summary: 'Change the given fields; a move to another workbook or folder takes full access',
    takes: forViewers(onItem('REPORT', 'edit'), 'creator'),
    body: reportUpdateSchema,
    answer: reportSchema,
    example: { name: 'Sales' },
  }),
  delete: remove('/deployments/:deploymentId/reports/:reportId', {
    id: 'deleteReport',
    tag,
    summary: 'Delete a report; dashboards that were published keep what they show of it. Takes full access',
    takes: forViewers(onItem('REPORT', 'full'), 'creator'),
    answer: 'nothing',
  }),
  refresh: put('/deployments/:deploymentId/reports/:reportId/refresh', {
    id: 'refreshReport',
    tag,
    summary: 'Run the query of a report again, as the caller',
    takes: forViewers(onItem('REPORT', 'view'), 'creator'),
    answer: reportSchema,
  }),
  connect: put('/deployments/:deploymentId/reports/:reportId/connect-workbook', {
    id: 'connectReportToWorkbook',
    tag,
    summary: 'Record where a spreadsheet shows the rows of a report',
    takes: forViewers(onItem('REPORT', 'edit'), 'creator'),
    body: reportPlacementSchema,
    answer: reportSchema,
    example: {},
  }),
  checkContent: get('/deployments/:deploymentId/content-check', {
    id: 'checkContent',
    tag,
    summary: 'What of reports and dashboards the model breaks as it is now, as far as the caller sees both',
    takes: onDeployment('DeploymentRead'),
    query: pageQuerySchema,
    answer: contentCheckSchema,
  }),
};

/** Shapes of maps that stand elsewhere. */
export const mapShapesOperations = {
  fetch: post('/map-shapes', {
    id: 'fetchMapShapes',
    tag: 'Reports',
    summary: 'Fetch GeoJSON from an address once, for a map that keeps it; takes the right AIBIExplore',
    takes: onAccount('AIBIExplore'),
    body: mapShapesRequestSchema,
    answer: mapShapesSchema,
    example: { url: 'https://maps.example.com/regions.geojson' },
  }),
};
