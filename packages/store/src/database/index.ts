export { bumpEpoch } from './bump-epoch.ts';
export { checkDatabase } from './check.ts';
export { connect, connectToRead, databaseFile } from './connect.ts';
export type { AgentTable, AiModelTable, ChatRunTable, ChatThreadTable } from './tables/agent-tables.ts';
export type {
  ChartPaletteTable,
  ContentItemTable,
  DashboardTable,
  DashboardThemeTable,
  DashboardVersionTable,
  ReportSnapshotTable,
  ReportTable,
  WorkbookTable,
} from './tables/content-tables.ts';
export type {
  OAuthClientTable,
  OAuthCodeTable,
  OAuthDeviceTable,
  OAuthGrantTable,
  OAuthTokenTable,
} from './tables/oauth-tables.ts';
export type {
  AccountTable,
  ApiKeyTable,
  AuditLogTable,
  BrowserSessionTable,
  CustomRoleTable,
  EmbedSessionTable,
  EmbedTenantTable,
  EmbedTokenTable,
  SignInFlowTable,
  SignInLinkTable,
  SignInProviderTable,
  UserAttributeTable,
  UserGroupTable,
  UserIdentityTable,
  UserTable,
} from './tables/people-tables.ts';
export type { Database, Tables } from './database.ts';
export type {
  DeploymentDataSourceTable,
  DeploymentSecretTable,
  DeploymentTable,
  ProjectActivationTable,
  ProjectVersionTable,
} from './tables/deployment-tables.ts';
export type { JobTable, MasterKeyTable } from './tables/own-tables.ts';
export type { Epochs } from './epochs.ts';
export { hasCode } from './has-code.ts';
export { kindOf } from './kind-of.ts';
export { lockAccount, lockAccountAlone } from './lock-account.ts';
export {
  applyMigrations,
  doneMigrations,
  lockMigrations,
  metadataJournal,
  migrate,
  type MigrationJournal,
  pendingMigrations,
} from './migrate.ts';
export type { Migration } from './migration.ts';
export { migrations } from './migrations/migrations.ts';
export type { NotificationRunTable, NotificationTable } from './tables/notification-tables.ts';
export { replaceFile } from './sqlite/replace-file.ts';
export { asOperatorError } from './store-unavailable.ts';
export type { Store } from './store.ts';
export { storeClock, storeFaults } from './store-faults.ts';
export { syncDirectory } from './sync-directory.ts';
export { tablesAt, type TableShape } from './tables-at.ts';
export { inSharedTransaction, inTransaction, type Writer } from './transaction.ts';
export { isUniqueViolation, unlessTaken } from './unique-violation.ts';
