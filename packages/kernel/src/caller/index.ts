export { type Action, grantableActions, isAction, ruleOf } from './action.ts';
export { addressOf, defaultDeploymentId } from './address.ts';
export { type ApiScope, apiScopes } from './api-scopes.ts';
export {
  type Attribute,
  type AttributeType,
  attributeTypes,
  type AttributeValue,
  readDefault,
  valueFault,
} from './attribute.ts';
export { atTheCommandLine, type AuditActor, auditActorOf } from './audit-actor.ts';
export type { DataScope, Person, Provider, TokenCaller, Viewer } from './caller.ts';
export type { AccountUsers, AccountViewers, CurrentRights, UsersByAccount, ViewerRights } from './current-rights.ts';
export { callerClaims } from './caller-claims.ts';
export { claimsOf } from './claims-of.ts';
export { firstAccountId } from './first-account.ts';
export { type AccessToken, type OAuthScope, oauthScopes } from './oauth-scopes.ts';
export { isRecord, MalformedCaller, type PolicyCaller, policyCallerOf } from './policy-caller.ts';
export type { SecurityContext } from './security-context.ts';
export type { Admitted, TokenAuthenticator } from './token-authenticator.ts';
export {
  type DeploymentPolicy,
  isInScope,
  mayDo,
  rightsOn,
  requireAdmin,
  requireAllDeployments,
  requireDeployments,
  requireRight,
  type RoleGrants,
  tierOf,
} from './rights.ts';
export { type Role, roles } from './role.ts';
