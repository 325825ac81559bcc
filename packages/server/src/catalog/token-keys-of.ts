import type { TokenSettings } from '../config/token-settings.ts';
import type { JwkSetDependencies } from '../http/jwk-set.ts';
import { StoredSecretKeys, type SecretSource } from '../http/stored-secret-keys.ts';
import { fixedKeys, keyFromText, type TokenKeys } from '../http/token-keys.ts';

/** What checks the tokens of one deployment: what the settings name, else its stored secrets. */
export async function tokenKeysOf(
  settings: TokenSettings,
  stored: SecretSource,
  dependencies: JwkSetDependencies,
): Promise<TokenKeys> {
  const { jwkUrl, key, secrets, algorithms } = settings;
  if (jwkUrl !== undefined) return new (await import('../http/jwk-set.ts')).JwkSet(jwkUrl, algorithms, dependencies);
  const texts = key === undefined ? secrets : [key];
  if (texts) return fixedKeys(texts.map((text) => keyFromText(text, algorithms)));
  return new StoredSecretKeys(stored, algorithms);
}
