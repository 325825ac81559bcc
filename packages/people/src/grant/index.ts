export {
  OAuthDevices,
  type DeviceOutcome,
  type RequestedDevice,
} from './device/oauth-devices.ts';
export type { AccountClient, AccountClientChange } from './account-client/account-client.ts';
export { AccountClients } from './account-client/account-clients.ts';
export { AccessTokenAuthenticator } from './access-token-authenticator.ts';
export { BearerAuthenticator } from './bearer-authenticator.ts';
export { ClientService } from './client-service.ts';
export { type IntrospectedToken, Introspection } from './introspection.ts';
export { GrantService } from './grant-service.ts';
export type { ClientAuthMethod, GrantType, OAuthClient, RegisteredClient, Registration } from './oauth-client.ts';
export { type CodeExchange, type NewCode, OAuthCodes } from './oauth-codes.ts';
export type { IssuedTokens, NewGrant, OAuthGrant, RefreshInput, TokenOutcome } from './oauth-grant.ts';
export { claimsToBeAccessToken } from './token-text.ts';
export type { TokenUse } from './token-use.ts';
