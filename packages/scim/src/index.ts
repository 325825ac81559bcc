export { scimErrors } from './http/index.ts';
export type { ScimDependencies } from './scim-dependencies.ts';
export { registerScimRoutes } from './scim-routes.ts';
