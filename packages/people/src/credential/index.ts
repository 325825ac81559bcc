export { CredentialAuthenticator, type CredentialDependencies, recordUseEveryMs } from './credential-authenticator.ts';
