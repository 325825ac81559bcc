export { ApiKeyAuthenticator } from './api-key-authenticator.ts';
export { keyInDeployToken, signDeployToken } from './deploy-token.ts';
export { ApiKeyService } from './api-key-service.ts';
export type { ApiKey, KeyPurpose } from './api-key.ts';
