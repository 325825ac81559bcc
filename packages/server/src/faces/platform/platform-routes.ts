import type { FastifyInstance } from 'fastify';
import type { DeploymentService } from '@orrery/deployments';
import type { Changes } from '@orrery/people';
import { serveAiModels } from './ai-model/ai-model-routes.ts';
import { serveAgents } from './agent/agent-routes.ts';
import { serveAccessReports } from './access-report/access-report-routes.ts';
import { serveAccount } from './account/account-settings-routes.ts';
import { answerPlatformErrors } from './answer-platform-errors.ts';
import { serveApiKeys } from './api-key/api-key-routes.ts';
import { serveAuditLog } from './audit-log/audit-log-routes.ts';
import type { Credentials } from './caller.ts';
import { type DeployServices, serveDeploy } from './deploy/deploy-routes.ts';
import { withDeployTokens } from './deploy/with-deploy-tokens.ts';
import { type ChatServices, serveChats } from './chat/chat-routes.ts';
import { serveConnect } from './connect/connect-routes.ts';
import { serveOAuthClients } from './connect/client-routes.ts';
import { serveOAuthGrants } from './connect/grant-routes.ts';
import { serveContentCheck } from './content/content-check-route.ts';
import { serveDataSources } from './deployment/data-source-routes.ts';
import { serveDeployments } from './deployment/deployment-routes.ts';
import { serveVariables } from './deployment/variable-routes.ts';
import { serveEmbedDashboards } from './embed-dashboard/embed-dashboard-routes.ts';
import { serveEmbedSessions } from './embed-session/embed-session-routes.ts';
import { serveEmbedTenants } from './embed-tenant/embed-tenant-routes.ts';
import { serveEnvironments } from './environment/environment-routes.ts';
import { serveEvaluations } from './evaluation/evaluation-routes.ts';
import { type FolderServices, serveFolders } from './folder/folder-routes.ts';
import { serveGroups } from './group/group-routes.ts';
import type { Things } from './may-use.ts';
import { serveMapShapes } from './map-shapes/map-shapes-routes.ts';
import { serveMemories } from './memory/memory-routes.ts';
import { serveNotifications } from './notification/notification-routes.ts';
import { serveRecipients } from './notification/recipient-routes.ts';
import { registerDescriptionRoutes } from './openapi/description-routes.ts';
import { serveQueryHistory } from './query-history/query-history-routes.ts';
import { readJsonBodies } from './read-json-bodies.ts';
import { type ReportServices, serveReports } from './report/report-routes.ts';
import { serveSourceSql } from './source-sql/source-sql-routes.ts';
import { serveSharing } from './resource-policy/resource-policy-routes.ts';
import { serveRoles } from './role/role-routes.ts';
import type { PlatformFace } from './serve.ts';
import { serveSessions } from './session/session-routes.ts';
import { serveSignInProviders } from './sign-in-provider/sign-in-provider-routes.ts';
import { serveMe } from './user/me-routes.ts';
import { serveUsers } from './user/user-routes.ts';
import { serveUserAttributes } from './user-attribute/user-attribute-routes.ts';
import { serveVersions } from './version/version-routes.ts';
import { serveSavedValues } from './saved/saved-routes.ts';
import { serveDashboards } from './workbook/dashboard-routes.ts';
import { serveWorkbooks, type WorkbookServices } from './workbook/workbook-routes.ts';
import { serveMoves } from './workspace/move-routes.ts';
import { serveWorkspace } from './workspace/workspace-routes.ts';

const things = [
  serveAccount,
  serveDeployments,
  serveVariables,
  serveDataSources,
  serveSourceSql,
  serveEnvironments,
  serveFolders,
  serveMoves,
  serveSharing,
  serveWorkbooks,
  serveReports,
  serveContentCheck,
  serveDashboards,
  serveSavedValues,
  serveMapShapes,
  serveNotifications,
  serveRecipients,
  serveVersions,
  serveWorkspace,
  serveSessions,
  serveSignInProviders,
  serveConnect,
  serveOAuthGrants,
  serveOAuthClients,
  serveMe,
  serveUsers,
  serveGroups,
  serveUserAttributes,
  serveEmbedTenants,
  serveEmbedSessions,
  serveEmbedDashboards,
  serveRoles,
  serveAuditLog,
  serveApiKeys,
  serveAccessReports,
  serveAgents,
  serveAiModels,
  serveChats,
  serveMemories,
  serveEvaluations,
  serveQueryHistory,
] as const;

/** The services of all things together; each takes its own. */
type AllServices = (typeof things)[number] extends (face: PlatformFace, services: infer All) => void ? All : never;

export type PlatformServices = Credentials & AllServices & DeployServices & { readonly changes: Changes };

/** The Platform API, `/api/v1`: administration, by API key or by the session of a browser. */
export async function registerPlatformRoutes(app: FastifyInstance, services: PlatformServices): Promise<void> {
  await app.register(
    async (scope) => {
      answerPlatformErrors(scope);
      readJsonBodies(scope);
      registerDescriptionRoutes(scope);
      await scope.register(
        async (routes) => {
          const face = { app: routes, credentials: services, things: thingsOf(services), changes: services.changes };
          for (const serveThing of things) serveThing(face, services);
        },
        { prefix: '/v1' },
      );
    },
    { prefix: '/api' },
  );
  await app.register(
    async (routes) => {
      answerPlatformErrors(routes);
      readJsonBodies(routes);
      const credentials = withDeployTokens(services);
      serveDeploy({ app: routes, credentials, things: thingsOf(services), changes: services.changes }, services);
    },
    { prefix: '/build/deploy' },
  );
}

function thingsOf({
  deployments,
  settings,
  folders,
  workbooks,
  reports,
  chats,
}: Pick<
  FolderServices & WorkbookServices & ReportServices & ChatServices,
  'folders' | 'workbooks' | 'reports' | 'chats'
> & {
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly settings: Things['settings'];
}): Things {
  return {
    deployments,
    settings,
    agents: chats.agentNamed,
    items: {
      FOLDER: (rights, id, least) => folders.requireLevel(rights, id, least),
      WORKBOOK: (rights, id, least) => workbooks.requireLevel(rights, id, least),
      REPORT: (rights, id, least) => reports.requireLevel(rights, id, least),
    },
  };
}
