import type { FastifyInstance } from 'fastify';
import { registerAccessReportRoutes } from './access-report/access-report-routes.ts';
import { answerPlatformErrors } from './answer-platform-errors.ts';
import { registerAccountSettingsRoutes } from './account/account-settings-routes.ts';
import { registerApiKeyRoutes } from './api-key/api-key-routes.ts';
import { registerAppConfigRoute } from './app-config/app-config-route.ts';
import { registerNotificationRoutes } from './notification/notification-routes.ts';
import { registerEnvironmentRoutes } from './environment/environment-routes.ts';
import { registerDataSourceRoutes } from './deployment/data-source-routes.ts';
import { registerDeploymentRoutes } from './deployment/deployment-routes.ts';
import { registerVariableRoutes } from './deployment/variable-routes.ts';
import type { PlatformDependencies } from './platform-dependencies.ts';
import { registerDescriptionRoutes } from './openapi/description-routes.ts';
import { requireOperation } from './openapi/require-operation.ts';
import { registerQueryHistoryRoutes } from './query-history/query-history-routes.ts';
import { readJsonBodies } from './read-json-bodies.ts';
import { registerAuditLogRoutes } from './audit-log/audit-log-routes.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { registerGroupRoutes } from './group/group-routes.ts';
import { registerContentCheckRoute } from './content/content-check-route.ts';
import { registerReportRoutes } from './report/report-routes.ts';
import { registerRoleRoutes } from './role/role-routes.ts';
import { registerSessionRoutes } from './session/session-routes.ts';
import { registerCurrentUserRoute } from './user/current-user-route.ts';
import { registerPreferencesRoutes } from './user/preferences-routes.ts';
import { registerUserRoutes } from './user/user-routes.ts';
import { registerFolderRoutes } from './folder/folder-routes.ts';
import { registerResourcePolicyRoutes } from './resource-policy/resource-policy-routes.ts';
import { registerMoveRoutes } from './workspace/move-routes.ts';
import { registerDashboardRoutes } from './workbook/dashboard-routes.ts';
import { registerWorkbookRoutes } from './workbook/workbook-routes.ts';
import { registerVersionRoutes } from './version/version-routes.ts';
import { registerWorkspaceRoutes } from './workspace/workspace-routes.ts';
import { registerUserAttributeRoutes } from './user-attribute/user-attribute-routes.ts';

const maxBodyBytes = 10 * 1024 * 1024;

/** The Platform API, `/api/v1`: administration, by API key or by the session of a browser. Every path works with and without a slash at its end. */
export async function registerPlatformRoutes(app: FastifyInstance, dependencies: PlatformDependencies): Promise<void> {
  app.decorateRequest('actor', null);
  app.decorateRequest('sessionId', null);
  await app.register(
    async (face) => {
      answerPlatformErrors(face);
      readJsonBodies(face);
      registerDescriptionRoutes(face);
      await face.register(
        async (routes) => {
          routes.addHook('onRoute', (route) => {
            route.bodyLimit ??= maxBodyBytes;
            requireOperation(route.method, route.url);
          });
          routes.addHook('onRequest', async (request) => {
            await authenticateRequest(request, dependencies);
          });
          registerAppConfigRoute(routes, dependencies);
          registerDeploymentRoutes(routes, dependencies);
          registerVariableRoutes(routes, dependencies);
          registerDataSourceRoutes(routes, dependencies);
          registerEnvironmentRoutes(routes, dependencies);
          registerFolderRoutes(routes, dependencies);
          registerMoveRoutes(routes, dependencies);
          registerResourcePolicyRoutes(routes, dependencies);
          registerWorkbookRoutes(routes, dependencies);
          registerReportRoutes(routes, dependencies);
          registerContentCheckRoute(routes, dependencies);
          registerDashboardRoutes(routes, dependencies);
          registerNotificationRoutes(routes, dependencies);
          registerVersionRoutes(routes, dependencies);
          registerWorkspaceRoutes(routes, dependencies);
          registerSessionRoutes(routes, dependencies);
          registerCurrentUserRoute(routes, dependencies);
          registerPreferencesRoutes(routes, dependencies);
          registerUserRoutes(routes, dependencies);
          registerGroupRoutes(routes, dependencies);
          registerUserAttributeRoutes(routes, dependencies);
          registerRoleRoutes(routes, dependencies);
          registerAccountSettingsRoutes(routes, dependencies);
          registerAuditLogRoutes(routes, dependencies);
          registerApiKeyRoutes(routes, dependencies);
          registerAccessReportRoutes(routes, dependencies);
          registerQueryHistoryRoutes(routes, dependencies);
        },
        { prefix: '/v1' },
      );
    },
    { prefix: '/api' },
  );
}
