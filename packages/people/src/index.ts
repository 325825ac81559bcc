export { AccountService, AccountSettingsService } from './account/index.ts';
export { AttributeService, type AttributeValues } from './attribute/index.ts';
export {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  AuditReader,
  type AuditRecord,
} from './audit/index.ts';
export { type Author, authorOf, type Change, Changes, type RightsChange } from './change/index.ts';
export {
  Directory,
  embedTenants,
  type GroupTest,
  presentUsers,
  userGroups,
  users,
  type UserTest,
} from './directory/index.ts';
export {
  type AskedUser,
  EmbedSecrets,
  EmbedSessionService,
  type RunningSession,
  type SessionsAt,
  type SessionTarget,
  openViewers,
  type ViewerAuthenticator,
  type ViewerSessions,
} from './embed/index.ts';
export {
  AccessTokenAuthenticator,
  type AccountClient,
  type AccountClientChange,
  AccountClients,
  BearerAuthenticator,
  type ClientAuthMethod,
  ClientService,
  type CodeExchange,
  type DeviceOutcome,
  GrantService,
  type IntrospectedToken,
  Introspection,
  type GrantType,
  type IssuedTokens,
  type NewCode,
  type NewGrant,
  type OAuthClient,
  OAuthCodes,
  OAuthDevices,
  type OAuthGrant,
  type RefreshInput,
  type RegisteredClient,
  type RequestedDevice,
  type Registration,
  type TokenOutcome,
  type TokenUse,
} from './grant/index.ts';
export { type Group, type GroupMember, GroupService } from './group/index.ts';
export {
  flowMs,
  FlowService,
  IdentityService,
  LinkedIdentities,
  type OpenProvider,
  type Presented,
  ProviderService,
  ProviderSignIn,
  ProviderSignOut,
  type RefusedPerson,
  type SignInProvider,
  type TestedSignIn,
} from './identity/index.ts';
export { type ApiKey, ApiKeyAuthenticator, ApiKeyService, keyInDeployToken, signDeployToken } from './key/index.ts';
export {
  clearPolicies,
  type TestCondition,
  type CustomRole,
  type CustomRoleInput,
  policiesOfUser,
  policiesOfViewers,
  policiesOn,
  type PolicySubject,
  ResourcePolicyService,
  type ResourceType,
  RoleService,
} from './role/index.ts';
export { AccountSecrets } from './secret/index.ts';
export {
  type EndedAtProvider,
  type Session,
  SessionAuthenticator,
  type SessionKind,
  SessionService,
  type SignInOrigin,
} from './session/index.ts';
export {
  fingerprints,
  type MadeLink,
  FailureCounts,
  networkOf,
  type PasswordCost,
  type SignedIn,
  SignInPolicy,
  SignInService,
  StartKey,
} from './sign-in/index.ts';
export {
  allEmbedUsers,
  type CountedTenant,
  EmbedTenantService,
  externalIdFault,
  type ExternalUser,
  type ListedViewer,
  tenantNameFault,
  type TenantContent,
  type ViewerGroup,
  ViewerService,
} from './tenant/index.ts';
export {
  callerNotes,
  type EmailAddress,
  emailFault,
  joins,
  namesUser,
  type Ownership,
  PreferenceService,
  resolveCaller,
  resolveContext,
  shownName,
  StoredRights,
  type User,
  type UserChange,
  userNamedBy,
  usernameKey,
  UserService,
} from './user/index.ts';
export type { AccountSettings } from './settings/index.ts';
