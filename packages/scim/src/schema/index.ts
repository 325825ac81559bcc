export { type Attribute, findAttribute, readOnly, type Schema } from './attribute.ts';
export { groupType, resolveName, type ResourceType, userType } from './resource-type.ts';
export { userAttributeSchema } from './user-attribute-schema.ts';
