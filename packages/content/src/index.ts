export { ForgottenPasswords, NotificationDelivery, openMailer, openSignInMail, SignInMail } from './delivery/index.ts';
export { type Folder, FolderService } from './folder/index.ts';
export {
  type ItemKind,
  itemKinds,
  type SortKeyValues,
  type KeysetRange,
  type Level,
  rankOf,
  type ContentRights,
  contentRightsOf,
  sharedAs,
  sharedRightsOf,
  workspaceOfAccount,
} from './item/index.ts';
export {
  cronWords,
  type Notification,
  type NotificationFilter,
  type Notifications,
  openNotifications,
  type Recipient,
  type RecipientName,
  type NotificationRun,
} from './notification/index.ts';
export { openContent } from './open-content.ts';
export {
  isHidden,
  type OpenDeployment,
  presentCopy,
  QueryRunner,
  questionFields,
  questionFor,
  RefusedQuery,
  storedQueryProblems,
  type StoredQuery,
  withoutQuestion,
  withQuestion,
} from './query/index.ts';
export {
  problemsOfReport,
  refreshReport,
  type Report,
  ReportService,
  type ReportSort,
  type ReportUser,
} from './report/index.ts';
export {
  type WidgetData,
  chartsShown,
  DashboardData,
  type LoadedDashboard,
  queriesOfDashboard,
  ShownDashboards,
} from './shown/index.ts';
export type { Saved, SavedService } from './saved/index.ts';
export { type Sharing, SharingService } from './sharing/index.ts';
export {
  type Dashboard,
  type PublishedDashboardName,
  DashboardService,
  type ItemOwner,
  type ListedVersion,
  type Workbook,
  WorkbookService,
} from './workbook/index.ts';
export {
  ContentCheck,
  type LookedAt,
  MoveService,
  partsOf,
  type WorkspaceItem,
  type WorkspacePart,
  type WorkspacePosition,
  type WorkspaceQuery,
  WorkspaceService,
} from './workspace/index.ts';
