export { answerScimErrors, scimErrors } from './answer-scim-errors.ts';
export { registerDiscoveryRoutes } from './discovery-routes.ts';
export { registerListRoutes } from './list-routes.ts';
export { parseBodies } from './parse-bodies.ts';
export { registerRefusedRoutes } from './refused-routes.ts';
export { RequestRate } from './request-rate.ts';
export { registerResourceRoutes } from './resource-routes.ts';
export { rememberCaller, scimBase } from './scim-request.ts';
