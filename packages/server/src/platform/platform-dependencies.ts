import type { TokenSettings } from '../config/token-settings.ts';
import type { QueryRunner } from '../content/query/query-runner.ts';
import type { ReportAccess } from './access-report/access-report-routes.ts';
import type { ForgottenPasswords } from '../deliveries/forgotten-passwords.ts';
import type { SignInMail } from '../deliveries/sign-in-mail.ts';
import type { QueryHistory } from '../history/start-history.ts';
import type { ApiKeyAuthenticator } from '../identity/api-key-authenticator.ts';
import type { AccountService } from '../identity/account-service.ts';
import type { AccountSettingsService } from '../identity/account-settings-service.ts';
import type { ApiKeyService } from '../identity/api-key-service.ts';
import type { AttributeService } from '../identity/attribute-service.ts';
import type { AuditReader } from '../identity/audit-reader.ts';
import type { GroupService } from '../identity/group-service.ts';
import type { PreferenceService } from '../identity/preference-service.ts';
import type { RoleService } from '../identity/role-service.ts';
import type { SessionAuthenticator } from '../identity/session-authenticator.ts';
import type { SessionService } from '../identity/session-service.ts';
import type { SignInService } from '../identity/sign-in-service.ts';
import type { UserService } from '../identity/user-service.ts';
import type { ContentCheck } from '../content/content-check.ts';
import type { DashboardService } from '../content/dashboard-service.ts';
import type { FolderService } from '../content/folder-service.ts';
import type { MoveService } from '../content/move-service.ts';
import type { SharingService } from '../content/sharing-service.ts';
import type { ReportService } from '../content/report-service.ts';
import type { WorkbookService } from '../content/workbook-service.ts';
import type { WorkspaceService } from '../content/workspace-service.ts';
import type { EnvironmentTokenService } from '../catalog/environment-token-service.ts';
import type { DataSourceService } from '../catalog/data-source-service.ts';
import type { Notifications } from '../notifications/open-notifications.ts';
import type { DeploymentService } from '../catalog/deployment-service.ts';
import type { VariableService } from '../catalog/variable-service.ts';
import type { VersionService } from '../catalog/versions/version-service.ts';

export interface PlatformDependencies {
  readonly authenticator: Pick<ApiKeyAuthenticator, 'actorOf'>;
  readonly browserSessions: Pick<SessionAuthenticator, 'actorOf'>;
  /** Whom somebody signs in to who names no account. */
  readonly accountId: number;
  readonly accounts: Pick<AccountService, 'find'>;
  readonly apiKeys: ApiKeyService;
  readonly users: UserService;
  readonly preferences: PreferenceService;
  readonly settings: AccountSettingsService;
  readonly signInMail: SignInMail;
  readonly forgottenPasswords: ForgottenPasswords;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  readonly roles: RoleService;
  readonly sessions: SessionService;
  readonly signIn: SignInService;
  readonly auditReader: AuditReader;
  readonly deployments: DeploymentService;
  readonly projectVersions: VersionService;
  readonly variables: VariableService;
  readonly dataSources: DataSourceService;
  readonly environmentTokens: EnvironmentTokenService;
  readonly folders: FolderService;
  readonly moves: MoveService;
  readonly sharing: SharingService;
  readonly workbooks: WorkbookService;
  readonly workspace: WorkspaceService;
  readonly dashboards: DashboardService;
  readonly reports: ReportService;
  readonly contentCheck: ContentCheck;
  /** Absent where none is kept. */
  readonly history: QueryHistory | undefined;
  readonly reportAccess: ReportAccess;
  /** Asks what content keeps. */
  readonly queries: Pick<QueryRunner, 'problemsOf' | 'refresh' | 'run' | 'open'>;
  readonly notifications: Notifications;
  readonly clock: { now(): number };
  readonly serving: Serving;
}

/** How deployments are reached. */
interface Serving {
  /** How their tokens are signed. */
  readonly tokens: TokenSettings;
  /** Origin that clients use; absent: the one of the request. */
  readonly publicUrl?: string | undefined;
  /** Of the Data API, without slashes around it. */
  readonly basePath: string;
  /** The default deployment is the one that comes with Orrery. */
  readonly isDemo: boolean;
}
