export {
  type EnvironmentToken,
  EnvironmentTokenService,
  type NewEnvironmentToken,
} from './environment-token-service.ts';
export type { JwkSetDependencies } from './jwk-set.ts';
export { mintToken } from './mint-token.ts';
export { openAuthenticator } from './open-authenticator.ts';
export { givenSecret, storedSecrets } from './secret-sources.ts';
export type { SecretSource } from './stored-secret-keys.ts';
export { tokenSettingsOf } from './token-settings-of.ts';
