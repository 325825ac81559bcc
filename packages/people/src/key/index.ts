export { ApiKeyAuthenticator } from './api-key-authenticator.ts';
export { ApiKeyService } from './api-key-service.ts';
export type { ApiKey } from './api-key.ts';
