export { resourceMetadata } from './resource-metadata.ts';
export {
  openIdMetadata,
  registeredGrants,
  servedAuthMethods,
  type ServedGrant,
  servedGrants,
  serverMetadata,
  summaryMetadata,
} from './server-metadata.ts';
