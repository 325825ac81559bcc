export * from './data-operations.ts';
export * from './deploy-operations.ts';
export * from './mcp-operations.ts';
export * from './oauth-operations.ts';
export * from './platform-operations.ts';
export * from './platform/account.ts';
export * from './platform/agents/ai-models.ts';
export * from './platform/api-keys.ts';
export * from './platform/audit-log.ts';
export * from './platform/dashboards.ts';
export * from './platform/deployment-settings.ts';
export * from './platform/deployments.ts';
export * from './platform/embed-dashboards.ts';
export * from './platform/embed-sessions.ts';
export * from './platform/embed-tenants.ts';
export * from './platform/agents/agents.ts';
export * from './platform/agents/chat.ts';
export * from './platform/environments.ts';
export * from './platform/agents/evaluations.ts';
export * from './platform/folders.ts';
export * from './platform/groups.ts';
export * from './platform/me.ts';
export * from './platform/agents/memories.ts';
export * from './platform/notifications.ts';
export * from './platform/applications/oauth-clients.ts';
export * from './platform/applications/oauth-grants.ts';
export * from './platform/applications/connect.ts';
export * from './platform/applications/devices.ts';
export * from './platform/query-history.ts';
export * from './platform/reports.ts';
export * from './platform/roles.ts';
export * from './platform/sign-in/sessions.ts';
export * from './platform/sharing.ts';
export * from './platform/sign-in/sign-in-providers.ts';
export * from './platform/sign-in/start-key.ts';
export * from './platform/user-attributes.ts';
export * from './platform/users.ts';
export * from './platform/versions.ts';
export * from './platform/workbooks.ts';
export * from './platform/workspace.ts';
export * from './process-operations.ts';
export * from './refusal-statuses.ts';
export * from './scim-operations.ts';
export * from './token-scopes.ts';
export {
  type AnswerOf,
  type BodyOf,
  isNameParameter,
  type Operation,
  type ParametersOf,
  type QueryOf,
} from './operation.ts';
export type { CallerKind, Takes } from './takes.ts';
