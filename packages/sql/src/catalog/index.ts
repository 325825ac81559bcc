export { type CallerCatalog, catalogOf, type CatalogRelation } from './catalog.ts';
export type { CatalogRows, CatalogValue, CatalogValues } from './rows.ts';
export { catalogDefinitions } from './relations.ts';
