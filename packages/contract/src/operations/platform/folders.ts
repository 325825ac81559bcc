import {
  createFolderInputSchema,
  folderAncestorsSchema,
  folderSchema,
  foldersQuerySchema,
  foldersSchema,
  updateFolderInputSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { forViewers, maker, onDeployment, onItem } from '../takes.ts';

const tag = 'Folders';

/** Folders of a deployment. */
export const folderOperations = {
  list: get('/deployments/:deploymentId/folders', {
    id: 'getFolders',
    tag,
    summary: 'List the folders of one level that the caller may see, or that contain something the caller may see',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    query: foldersQuerySchema,
    answer: foldersSchema,
  }),
  create: post('/deployments/:deploymentId/folders', {
    id: 'createFolder',
    tag,
    summary: 'Make a folder',
    takes: forViewers(maker, 'creator'),
    body: createFolderInputSchema,
    answer: folderSchema,
    example: { name: 'Europe' },
  }),
  update: put('/deployments/:deploymentId/folders/:folderId', {
    id: 'updateFolder',
    tag,
    summary: 'Rename a folder, or change its position within its parent',
    takes: forViewers(onItem('FOLDER', 'edit'), 'creator'),
    body: updateFolderInputSchema,
    answer: folderSchema,
    example: { name: 'Asia' },
  }),
  delete: remove('/deployments/:deploymentId/folders/:folderId', {
    id: 'deleteFolder',
    tag,
    summary: 'Delete a folder without folders in it; what lies in it goes to the root',
    takes: forViewers(onItem('FOLDER', 'full'), 'creator'),
    answer: 'nothing',
  }),
  ancestors: get('/deployments/:deploymentId/folders/:folderId/ancestors', {
    id: 'getFolderAncestors',
    tag,
    summary: 'The folders from the root down to this one, itself last',
    takes: forViewers(onDeployment('DeploymentRead'), 'creator'),
    answer: folderAncestorsSchema,
  }),
};
