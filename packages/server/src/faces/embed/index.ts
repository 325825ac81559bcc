export { type BuiltPages, readBuiltPages } from './built-pages.ts';
export { registerEmbedRoutes } from './embed-routes.ts';
