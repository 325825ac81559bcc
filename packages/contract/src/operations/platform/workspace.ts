import {
  moveWorkspaceObjectInputSchema,
  workspaceItemSchema,
  workspaceQuerySchema,
  workspaceSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { forViewers, maker, onDeployment, viewer } from '../takes.ts';

const tag = 'Workspace';

/** Everything of a deployment in one list. */
export const workspaceOperations = {
  move: post('/deployments/:deploymentId/workspace/move', {
    id: 'moveWorkspaceObject',
    tag,
    summary: 'Move a folder, workbook or report into a folder, or to the root',
    takes: forViewers(maker, 'creator'),
    body: moveWorkspaceObjectInputSchema,
    answer: workspaceItemSchema,
    example: { type: 'FOLDER', id: 1 },
  }),
  list: get('/deployments/:deploymentId/workspace', {
    id: 'workspaceObjects',
    tag,
    summary: 'Folders, workbooks and reports that the caller may see, folders first; tabs are where their workbook is',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    query: workspaceQuerySchema,
    answer: workspaceSchema,
  }),
  shared: get('/deployments/:deploymentId/shared-workspace', {
    id: 'sharedWorkspaceObjects',
    tag,
    summary: 'List what is shared with viewers of embedded content; refused for all other callers',
    takes: { ...viewer, onDeployment: 'DeploymentRead' },
    query: workspaceQuerySchema,
    answer: workspaceSchema,
  }),
  addFavorite: put('/deployments/:deploymentId/workspace/:id/favorite', {
    id: 'addFavorite',
    tag,
    summary: 'Mark a folder, workbook or report for oneself',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    idOf: 'item',
    answer: 'nothing',
  }),
  removeFavorite: remove('/deployments/:deploymentId/workspace/:id/favorite', {
    id: 'removeFavorite',
    tag,
    summary: 'Remove the favourite',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    idOf: 'item',
    answer: 'nothing',
  }),
};
