import type { TokenSettings } from '@orrery/config';
import type { JwkSetDependencies } from './jwk-set.ts';
import { StoredSecretKeys, type SecretSource } from './stored-secret-keys.ts';
import { fixedKeys, keyFromText, type TokenKeys } from './token-keys.ts';

/**
 * Returns the keys that check the tokens of one deployment: those in the settings, else its stored secrets. Stored
 * secrets are read before the first token arrives; keys of an issuer are not awaited.
 *
 * @throws SealError, StoreUnavailable
 */
export async function tokenKeysOf(
  settings: TokenSettings,
  stored: SecretSource,
  dependencies: JwkSetDependencies,
): Promise<TokenKeys> {
  const { jwkUrl, key, secrets, algorithms } = settings;
  if (jwkUrl !== undefined) {
    const { JwkSet } = await import('./jwk-set.ts');
    const set = new JwkSet(jwkUrl, algorithms, dependencies);
    set.current().catch(() => undefined); // logged there
    return set;
  }
  const texts = key === undefined ? secrets : [key];
  if (texts) return fixedKeys(texts.map((text) => keyFromText(text, algorithms)));
  const keys = new StoredSecretKeys(stored, algorithms);
  await keys.current();
  return keys;
}
