import { accountOperations } from './account-operations.ts';
import { deploymentOperations } from './deployment-operations.ts';
import { folderOperations } from './folder-operations.ts';
import { notificationOperations } from './notification-operations.ts';
import type { Operations } from './operation.ts';
import { peopleOperations } from './people-operations.ts';
import { sharingOperations } from './sharing-operations.ts';
import { reportOperations } from './report-operations.ts';
import { versionOperations } from './version-operations.ts';
import { workbookOperations } from './workbook-operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** Every route of the Platform API. One that is not here does not start. */
export const operations: Operations = {
  ...accountOperations,
  ...deploymentOperations,
  ...folderOperations,
  ...notificationOperations,
  ...peopleOperations,
  ...sharingOperations,
  ...reportOperations,
  ...versionOperations,
  ...workbookOperations,
  ...workspaceOperations,
};
