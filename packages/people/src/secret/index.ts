export { AccountSecrets, type AccountSecretsDependencies } from './account-secrets.ts';
