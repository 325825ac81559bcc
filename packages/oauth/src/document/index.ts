export { ClientDocuments } from './client-documents.ts';
export { namesDocument } from './document-address.ts';
