export { platformErrors } from './answer-platform-errors.ts';
export { type PlatformServices, registerPlatformRoutes } from './platform-routes.ts';
