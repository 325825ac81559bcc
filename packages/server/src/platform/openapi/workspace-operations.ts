import { workspaceQuerySchema, workspaceSchema } from '@orrery/contract';
import type { Operations } from './operation.ts';

const workspace = { tag: 'Workspace' };
const path = '/deployments/:deploymentId';

export const workspaceOperations: Operations = {
  [`GET ${path}/workspace`]: {
    ...workspace,
    id: 'workspaceObjects',
    summary: 'Folders, workbooks and reports that the caller may see, folders first; tabs are where their workbook is',
    query: workspaceQuerySchema,
    answer: workspaceSchema,
  },
  [`GET ${path}/shared-workspace`]: {
    ...workspace,
    id: 'sharedWorkspaceObjects',
    summary: 'What is shared with viewers of embedded content; refused for everybody else',
    query: workspaceQuerySchema,
    answer: workspaceSchema,
  },
  [`PUT ${path}/workspace/:id/favorite`]: {
    ...workspace,
    id: 'addFavorite',
    summary: 'Mark a folder, workbook or report for oneself',
    answer: 'nothing',
  },
  [`DELETE ${path}/workspace/:id/favorite`]: {
    ...workspace,
    id: 'removeFavorite',
    summary: 'Take the mark away',
    answer: 'nothing',
  },
};
