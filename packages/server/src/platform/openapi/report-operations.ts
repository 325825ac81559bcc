import {
  contentCheckSchema,
  newReportSchema,
  pageQuerySchema,
  reportPlacementSchema,
  reportSchema,
  reportsQuerySchema,
  reportsSchema,
  reportUpdateSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const reports = { tag: 'Reports' };

export const reportOperations: Operations = {
  'GET /deployments/:deploymentId/reports': {
    ...reports,
    id: 'getReports',
    summary: 'Reports that the caller may see, tabs of workbooks among them',
    query: reportsQuerySchema,
    answer: reportsSchema,
  },
  'POST /deployments/:deploymentId/reports': {
    ...reports,
    id: 'createReport',
    summary: 'Save a question; takes the right AIBIExplore, and to edit the workbook or folder it goes into',
    body: newReportSchema,
    answer: reportSchema,
  },
  'GET /deployments/:deploymentId/reports/:reportId': {
    ...reports,
    id: 'getReport',
    summary: 'A report, with what the model as the caller sees it has against its query',
    answer: reportSchema,
  },
  'PUT /deployments/:deploymentId/reports/:reportId': {
    ...reports,
    id: 'updateReport',
    summary: 'Change what is given; another workbook or folder takes full access',
    body: reportUpdateSchema,
    answer: reportSchema,
  },
  'DELETE /deployments/:deploymentId/reports/:reportId': {
    ...reports,
    id: 'deleteReport',
    summary: 'Delete a report; dashboards that were published keep what they show of it. Takes full access',
    answer: 'nothing',
  },
  'PUT /deployments/:deploymentId/reports/:reportId/refresh': {
    ...reports,
    id: 'refreshReport',
    summary: 'Read the data of a report anew, as the caller',
    answer: reportSchema,
  },
  'PUT /deployments/:deploymentId/reports/:reportId/connect-workbook': {
    ...reports,
    id: 'connectReportToWorkbook',
    summary: 'Say where a spreadsheet shows the rows of a report',
    body: reportPlacementSchema,
    answer: reportSchema,
  },
  'GET /deployments/:deploymentId/content-check': {
    ...reports,
    id: 'checkContent',
    summary: 'What of reports and dashboards the model breaks as it is now, as far as the caller sees both',
    query: pageQuerySchema,
    answer: contentCheckSchema,
  },
};
