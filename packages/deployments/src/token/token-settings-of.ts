import type { TokenSettings } from '@orrery/config';
import { defaultDeploymentId } from '@orrery/kernel';

/**
 * How tokens of one deployment are checked. Keys and claims configured for the installation are those of the project
 * folder's deployment; every other one takes what its own secret signed. What tokens are good for holds for all.
 */
export function tokenSettingsOf(deploymentId: number, installation: TokenSettings): TokenSettings {
  if (deploymentId === defaultDeploymentId) return installation;
  return { algorithms: ['HS256'], scopes: installation.scopes };
}
