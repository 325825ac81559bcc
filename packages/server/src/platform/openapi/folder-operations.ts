import {
  createFolderInputSchema,
  folderAncestorsSchema,
  folderSchema,
  foldersQuerySchema,
  foldersSchema,
  moveWorkspaceObjectInputSchema,
  updateFolderInputSchema,
  workspaceItemSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const folders = { tag: 'Folders' };
const path = '/deployments/:deploymentId/folders';

export const folderOperations: Operations = {
  [`GET ${path}`]: {
    ...folders,
    id: 'getFolders',
    summary: 'Folders of one level that the caller may see, or that lead to something they may see',
    query: foldersQuerySchema,
    answer: foldersSchema,
  },
  [`POST ${path}`]: {
    ...folders,
    id: 'createFolder',
    summary: 'Make a folder',
    body: createFolderInputSchema,
    answer: folderSchema,
  },
  [`PUT ${path}/:folderId`]: {
    ...folders,
    id: 'updateFolder',
    summary: 'Rename a folder, or place it among those beside it',
    body: updateFolderInputSchema,
    answer: folderSchema,
  },
  [`DELETE ${path}/:folderId`]: {
    ...folders,
    id: 'deleteFolder',
    summary: 'Delete a folder without folders in it; what lies in it goes to the root',
    answer: 'nothing',
  },
  [`GET ${path}/:folderId/ancestors`]: {
    ...folders,
    id: 'getFolderAncestors',
    summary: 'The folders from the root down to this one, itself last',
    answer: folderAncestorsSchema,
  },
  'POST /deployments/:deploymentId/workspace/move': {
    tag: 'Workspace',
    id: 'moveWorkspaceObject',
    summary: 'Put a folder, workbook or report into a folder, or take it out of all',
    body: moveWorkspaceObjectInputSchema,
    answer: workspaceItemSchema,
  },
};
