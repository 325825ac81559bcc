export { DeploymentService } from './deployment-service.ts';
export { DeploymentStore } from './deployment-store.ts';
export type { Deployment, DeploymentSummary, FoundDeployment, NamedDeployment } from './deployment.ts';
export { type Environment, environmentsOf } from './environment.ts';
export { deploymentOf, deploymentRows, lockDeployment } from './relations.ts';
export { requireEditable } from './require-editable.ts';
