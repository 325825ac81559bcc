export { type SchemaAttribute, findAttribute, readOnly, type Schema } from './attribute.ts';
export { groupType, resolveName, type ScimResourceType, userType } from './resource-type.ts';
export { userAttributeSchema } from './user-attribute-schema.ts';
