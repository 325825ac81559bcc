import type { TokenSettings } from '@orrery/config';
import type { TokenAuthenticator } from '@orrery/kernel';
import type { JwkSetDependencies } from './jwk-set.ts';
import type { SecretSource } from './stored-secret-keys.ts';
import { tokenSettingsOf } from './token-settings-of.ts';

/** Opens the store and token checks; the model and the engine can open in parallel. */
export async function openAuthenticator(
  deploymentId: number,
  stored: Promise<SecretSource>,
  installation: TokenSettings,
  dependencies: JwkSetDependencies,
): Promise<TokenAuthenticator> {
  const [source, { Authenticator }, { tokenKeysOf }] = await Promise.all([
    stored,
    import('./authenticate.ts'),
    import('./token-keys-of.ts'),
  ]);
  const settings = tokenSettingsOf(deploymentId, installation);
  const keys = await tokenKeysOf(settings, source, dependencies);
  return new Authenticator(deploymentId, keys, settings, dependencies.clock);
}
