import { accountOperations } from './platform/account.ts';
import { aiModelOperations } from './platform/agents/ai-models.ts';
import { apiKeyOperations } from './platform/api-keys.ts';
import { auditLogOperations } from './platform/audit-log.ts';
import { chatOperations } from './platform/agents/chat.ts';
import { chartPaletteOperations, dashboardOperations, dashboardThemeOperations } from './platform/dashboards.ts';
import { deploymentSettingOperations, sourceSqlOperations } from './platform/deployment-settings.ts';
import { deploymentOperations } from './platform/deployments.ts';
import { embedDashboardOperations } from './platform/embed-dashboards.ts';
import { embedSessionOperations } from './platform/embed-sessions.ts';
import { embedTenantOperations } from './platform/embed-tenants.ts';
import { agentOperations } from './platform/agents/agents.ts';
import { environmentOperations } from './platform/environments.ts';
import { evaluationOperations } from './platform/agents/evaluations.ts';
import { folderOperations } from './platform/folders.ts';
import { groupOperations } from './platform/groups.ts';
import { meOperations } from './platform/me.ts';
import { memoryOperations } from './platform/agents/memories.ts';
import { notificationOperations } from './platform/notifications.ts';
import { queryHistoryOperations } from './platform/query-history.ts';
import { oauthClientOperations } from './platform/applications/oauth-clients.ts';
import { oauthGrantOperations } from './platform/applications/oauth-grants.ts';
import { connectOperations } from './platform/applications/connect.ts';
import { deviceOperations } from './platform/applications/devices.ts';
import { mapShapesOperations, reportOperations } from './platform/reports.ts';
import { roleOperations } from './platform/roles.ts';
import { sessionOperations } from './platform/sign-in/sessions.ts';
import { sharingOperations } from './platform/sharing.ts';
import { signInProviderOperations } from './platform/sign-in/sign-in-providers.ts';
import { userAttributeOperations } from './platform/user-attributes.ts';
import { userOperations } from './platform/users.ts';
import { versionOperations } from './platform/versions.ts';
import { workbookOperations } from './platform/workbooks.ts';
import { workspaceOperations } from './platform/workspace.ts';
import type { Operation } from './operation.ts';

/** Every operation of the Platform API, in the order that its description lists them. */
export const platformOperations: readonly Operation[] = [
  accountOperations,
  apiKeyOperations,
  auditLogOperations,
  deploymentOperations,
  deploymentSettingOperations,
  sourceSqlOperations,
  environmentOperations,
  aiModelOperations,
  agentOperations,
  chatOperations,
  evaluationOperations,
  memoryOperations,
  queryHistoryOperations,
  folderOperations,
  workspaceOperations,
  notificationOperations,
  meOperations,
  sessionOperations,
  signInProviderOperations,
  connectOperations,
  deviceOperations,
  oauthGrantOperations,
  oauthClientOperations,
  userOperations,
  groupOperations,
  userAttributeOperations,
  embedTenantOperations,
  embedSessionOperations,
  embedDashboardOperations,
  roleOperations,
  sharingOperations,
  reportOperations,
  versionOperations,
  workbookOperations,
  dashboardOperations,
  dashboardThemeOperations,
  chartPaletteOperations,
  mapShapesOperations,
].flatMap((operations): Operation[] => Object.values(operations));
