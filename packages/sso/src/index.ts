export type { SsoDependencies } from './sso-dependencies.ts';
export { registerSsoRoutes } from './sso-routes.ts';
