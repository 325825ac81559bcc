export { AttributeService, type AttributeValues, type CheckedValues } from './attribute-service.ts';
export type { Scope } from './attribute-store.ts';
