import type { TokenSettings } from '@orrery/config';
import type { TokenAuthenticator } from '@orrery/kernel';
import type { JwkSetDependencies } from './jwk-set.ts';
import type { SecretSource } from './stored-secret-keys.ts';
import { tokenSettingsOf } from './token-settings-of.ts';

/** Whoever opens the store and the code that checks tokens, the model and the engine need not wait for it. */
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
