import { Conflict, defaultDeploymentId } from '@orrery/kernel';

/** Refuses changes of the project folder's deployment, which only its files define. @throws Conflict */
export function requireEditable(deploymentId: number): void {
  if (deploymentId !== defaultDeploymentId) return;
  throw new Conflict(
    'deployment.read-only',
    `Deployment ${defaultDeploymentId} is made of the project folder of the server: change its files`,
  );
}
