export { configDocument } from './config-document.ts';
export { discoverySchemas } from './discovery-schemas.ts';
export { type DiscoveryDocument, resourceTypeDocuments } from './resource-type-documents.ts';
export { schemaDocuments } from './schema-documents.ts';
