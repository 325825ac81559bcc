export { AttributeService, type AttributeValues } from './attribute-service.ts';
export type { Scope } from './attribute-store.ts';
