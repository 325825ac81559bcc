export { KeyFolder } from './key-folder.ts';
export { givenKeys, type KeySource } from './key-source.ts';
export { hashOfKey, isKeyText, makeKeyText } from './key-text.ts';
export { Keyring, WrongMasterKey } from './keyring.ts';
export { MasterKeyStore } from './master-key-store.ts';
export { deriveKey, deriveMasterKey, type MasterKey } from './master-key.ts';
export { rotateMasterKey } from './rotate-master-key.ts';
export { SealError, unseal } from './seal.ts';
export {
  aiModelPlace,
  apiSecretPlace,
  dataSourcePlace,
  embedSecretPlace,
  keyCheckPlace,
  oauthSecretPlace,
  signInProviderPlace,
  variablePlace,
} from './sealed-columns.ts';
