import { Conflict, defaultDeploymentId } from '@orrery/kernel';

/** The deployment of the project folder is what its files say. @throws Conflict */
export function requireEditable(deploymentId: number): void {
  if (deploymentId !== defaultDeploymentId) return;
  throw new Conflict(
    'deployment.read-only',
    `Deployment ${defaultDeploymentId} is made of the project folder of the server: change its files`,
  );
}
