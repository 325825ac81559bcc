export { personOf } from './person-of.ts';
export {
  type Credential,
  type CredentialDependencies,
  recordUseEveryMs,
  RememberedCredentials,
} from './remembered-credentials.ts';
