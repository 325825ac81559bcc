export { accessReportRequestSchema, accessReportsSchema } from './access-report.ts';
export { accountSettingsSchema, accountSettingsUpdateSchema } from './account-settings.ts';
export { apiKeySchema, apiKeysSchema, apiKeyUpdateSchema, madeApiKeySchema, newApiKeySchema } from './api-key.ts';
export { appConfigSchema } from './app-config.ts';
export { auditExportQuerySchema, auditLogSchema, auditQuerySchema } from './audit-log.ts';
export { contentCheckSchema } from './content-check.ts';
export {
  dashboardEmbeddingInputSchema,
  dashboardSchema,
  dashboardVersionsSchema,
  publishDashboardInputSchema,
} from './dashboard.ts';
export { dataSourceSchema, dataSourcesSchema, dataSourceUpdateSchema, newDataSourceSchema } from './data-source.ts';
export { deploymentVariablesSchema, deploymentVariablesUpdateSchema } from './deployment-variable.ts';
export {
  deploymentSchema,
  deploymentsQuerySchema,
  deploymentsSchema,
  deploymentTokenSchema,
  deploymentUpdateSchema,
  newDeploymentSchema,
} from './deployment.ts';
export {
  environmentsQuerySchema,
  environmentsSchema,
  environmentTokensQuerySchema,
  environmentTokensSchema,
  madeEnvironmentTokenSchema,
  newEnvironmentTokenSchema,
} from './environment.ts';
export {
  createFolderInputSchema,
  folderAncestorsSchema,
  folderSchema,
  foldersQuerySchema,
  foldersSchema,
  updateFolderInputSchema,
} from './folder.ts';
export {
  groupMembersSchema,
  groupSchema,
  groupsQuerySchema,
  groupsSchema,
  groupUpdateSchema,
  membersSchema,
  newGroupSchema,
} from './group.ts';
export { moveWorkspaceObjectInputSchema } from './move.ts';
export {
  changedRecipientsSchema,
  newNotificationSchema,
  newRecipientsSchema,
  notificationPageSchema,
  notificationRecipientsSchema,
  notificationRunSchema,
  notificationRunsSchema,
  notificationSchema,
  notificationsQuerySchema,
  notificationsSchema,
  notificationUpdateSchema,
  removedRecipientsSchema,
} from './notification.ts';
export { pageQuerySchema } from './page.ts';
export { preferencesSchema, preferencesUpdateSchema } from './preferences.ts';
export {
  newProjectVersionQuerySchema,
  projectCheckSchema,
  projectVersionSchema,
  projectVersionsSchema,
  uploadedProjectVersionSchema,
} from './project-version.ts';
export { queryHistoryDetailSchema, queryHistoryParametersSchema, queryHistorySchema } from './query-history.ts';
export {
  newReportSchema,
  reportPlacementSchema,
  reportSchema,
  reportsQuerySchema,
  reportsSchema,
  reportUpdateSchema,
} from './report.ts';
export {
  groupPolicyInputSchema,
  resourcePoliciesQuerySchema,
  resourcePoliciesSchema,
  userPolicyInputSchema,
} from './resource-policy.ts';
export { newRoleSchema, roleSchema, rolesSchema, roleUpdateSchema } from './role.ts';
export {
  forgottenPasswordSchema,
  passwordChangeSchema,
  redeemSchema,
  sessionsQuerySchema,
  sessionsSchema,
  signedInSchema,
  signInSchema,
} from './session.ts';
export {
  newUserAttributeSchema,
  userAttributeSchema,
  userAttributesSchema,
  userAttributeUpdateSchema,
} from './user-attribute.ts';
export {
  currentUserSchema,
  madeUserSchema,
  newUserSchema,
  signInLinkSchema,
  userSchema,
  usersQuerySchema,
  usersSchema,
  userUpdateSchema,
  userValuesSchema,
} from './user.ts';
export {
  createWorkbookInputSchema,
  duplicateWorkbookInputSchema,
  updateWorkbookInputSchema,
  workbookDashboardInputSchema,
  workbookDashboardSchema,
  workbookSchema,
  workbooksQuerySchema,
  workbooksSchema,
} from './workbook.ts';
export { workspaceItemSchema, workspaceQuerySchema, workspaceSchema } from './workspace.ts';
