export { chatFace, dataFace, platformFace, scimFace } from './described-faces.ts';
export type { JsonSchema } from './json-schemas.ts';
export { type OpenApiDocument, openApiOf, type OpenApiOperation } from './openapi-document.ts';
