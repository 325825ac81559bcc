import type { TokenSettings } from '../config/token-settings.ts';
import type { Authenticator } from '../http/authenticate.ts';
import { tokenSettingsOf } from './token-settings-of.ts';

/** Whoever reads the secret and the code that checks tokens, the model and the engine need not wait for it. */
export async function openAuthenticator(
  deploymentId: number,
  apiSecret: Promise<string>,
  installation: TokenSettings,
  clock: { now(): number },
): Promise<Authenticator> {
  const [secret, { Authenticator }] = await Promise.all([apiSecret, import('../http/authenticate.ts')]);
  const settings = tokenSettingsOf(deploymentId, installation);
  return new Authenticator({ id: deploymentId, apiSecret: secret }, settings, clock);
}
