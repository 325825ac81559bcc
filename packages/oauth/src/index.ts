export {
  hostOfRedirect,
  matchesRedirect,
  OwnAddresses,
  type PublicAddress,
  redirectFault,
  withAnswer,
} from './address/index.ts';
export { type Authorization, type PageFault, readAuthorization, type RedirectFault } from './authorize/index.ts';
export { ClientDocuments } from './document/index.ts';
export type { OAuthDependencies } from './oauth-dependencies.ts';
export { isForApplications, registerOAuthRoutes } from './oauth-routes.ts';
