export { serveDeployments } from './serve-deployments.ts';
export { ServedDeployments } from './served-deployments.ts';
