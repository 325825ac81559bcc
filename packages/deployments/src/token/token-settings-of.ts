import type { TokenSettings } from '@orrery/config';
import { defaultDeploymentId } from '@orrery/kernel';

/**
 * Returns how the tokens of one deployment are checked. Keys and claims configured for the installation apply to the
 * project folder's deployment; every other one accepts only tokens its own secrets signed. Allowed scopes apply to all.
 */
export function tokenSettingsOf(deploymentId: number, installation: TokenSettings): TokenSettings {
  if (deploymentId === defaultDeploymentId) return installation;
  return { algorithms: ['HS256'], scopes: installation.scopes };
}
