export { resourceMetadata } from './resource-metadata.ts';
export { openIdMetadata, servedAuthMethods, servedGrants, serverMetadata, summaryMetadata } from './server-metadata.ts';
