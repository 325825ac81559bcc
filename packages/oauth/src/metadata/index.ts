export { resourceMetadata } from './resource-metadata.ts';
export {
  openIdMetadata,
  servedAuthMethods,
  type ServedGrant,
  servedGrants,
  serverMetadata,
  summaryMetadata,
} from './server-metadata.ts';
