export { type ReadSamlMetadata, samlMetadataReader } from './saml-metadata-reader.ts';
export type { SamlProposal } from './saml/index.ts';
export type { SsoDependencies } from './sso-dependencies.ts';
export { registerSsoRoutes } from './sso-routes.ts';
