import { Unavailable } from '@orrery/kernel';

/** For whoever was inside when it closed; those who come later get 404. */
export function deploymentClosed(cause?: unknown): Unavailable {
  return new Unavailable('deployment.closed', 'The deployment is being closed', { cause });
}
