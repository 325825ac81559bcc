export { bumpEpoch } from './bump-epoch.ts';
export { checkDatabase } from './check.ts';
export { connect } from './connect.ts';
export type {
  ContentItemTable,
  DashboardTable,
  DashboardVersionTable,
  ReportSnapshotTable,
  ReportTable,
  WorkbookTable,
} from './content-tables.ts';
export type {
  AccountTable,
  ApiKeyTable,
  AuditLogTable,
  BrowserSessionTable,
  CustomRoleTable,
  Database,
  DeploymentDataSourceTable,
  DeploymentSecretTable,
  DeploymentTable,
  EmbedTenantTable,
  JobTable,
  MasterKeyTable,
  ProjectActivationTable,
  ProjectVersionTable,
  SignInLinkTable,
  Tables,
  UserAttributeTable,
  UserGroupTable,
  UserTable,
} from './database.ts';
export type { Epochs } from './epochs.ts';
export { kindOf } from './kind-of.ts';
export { lockAccount } from './lock-account.ts';
export {
  applyMigrations,
  doneMigrations,
  lockMigrations,
  metadataJournal,
  migrate,
  pendingMigrations,
} from './migrate.ts';
export type { Migration } from './migration.ts';
export { migrations } from './migrations/migrations.ts';
export type { NotificationRunTable, NotificationTable } from './notification-tables.ts';
export { toldToOperator } from './store-unavailable.ts';
export type { Store } from './store.ts';
export { syncDirectory } from './sync-directory.ts';
export { tablesAt, type TableShape } from './tables-at.ts';
export { inTransaction, type Writer } from './transaction.ts';
export { isUniqueViolation } from './unique-violation.ts';
