import {
  createWorkbookInputSchema,
  duplicateWorkbookInputSchema,
  updateWorkbookInputSchema,
  workbookSchema,
  workbooksQuerySchema,
  workbooksSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { forViewers, maker, onDeployment, onItem } from '../takes.ts';

const tag = 'Workbooks';

/** Workbooks of a deployment. */
export const workbookOperations = {
  list: get('/deployments/:deploymentId/workbooks', {
    id: 'getWorkbooks',
    tag,
    summary: 'Workbooks that the caller may see, the newest change first',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    query: workbooksQuerySchema,
    answer: workbooksSchema,
  }),
  create: post('/deployments/:deploymentId/workbooks', {
    id: 'createWorkbook',
    tag,
    summary: 'Create a workbook; takes edit access to its folder',
    takes: forViewers(maker, 'creator'),
    body: createWorkbookInputSchema,
    answer: workbookSchema,
    example: { name: 'Sales' },
  }),
  get: get('/deployments/:deploymentId/workbooks/:workbookId', {
    id: 'getWorkbook',
    tag,
    summary: 'A workbook, with the draft of its dashboard and what is published of it',
    takes: forViewers(onItem('WORKBOOK', 'view'), 'creator'),
    answer: workbookSchema,
  }),
  update: put('/deployments/:deploymentId/workbooks/:workbookId', {
    id: 'updateWorkbook',
    tag,
    summary: 'Change a workbook; takes edit access, and for a move full access and edit access to the target folder',
    takes: forViewers(onItem('WORKBOOK', 'edit'), 'creator'),
    body: updateWorkbookInputSchema,
    answer: workbookSchema,
    example: { name: 'Sales' },
  }),
  delete: remove('/deployments/:deploymentId/workbooks/:workbookId', {
    id: 'deleteWorkbook',
    tag,
    summary: 'Delete a workbook with its reports, its dashboard and its notifications; takes full access',
    takes: forViewers(onItem('WORKBOOK', 'full'), 'creator'),
    answer: 'nothing',
  }),
  duplicate: post('/deployments/:deploymentId/workbooks/:workbookId/duplicate', {
    id: 'duplicateWorkbook',
    tag,
    summary: 'Make a copy of a workbook in the same folder, with copies of its reports and of what it has published',
    // Copies of items shared with viewers are refused before the check whether the caller sees the item.
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    body: duplicateWorkbookInputSchema,
    answer: workbookSchema,
    example: {},
  }),
};
