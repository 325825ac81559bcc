import { Unavailable } from '@orrery/kernel';

/** Makes the error of requests in progress when it closed; later ones get 404. */
export function deploymentClosed(cause?: unknown): Unavailable {
  return new Unavailable('deployment.closed', 'The deployment is being closed', { cause });
}
