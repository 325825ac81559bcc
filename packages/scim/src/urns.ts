export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const configUrn = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
export const resourceTypeUrn = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
export const enterpriseUserUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** URN of the extension with an account's own user attributes. */
export const userAttributeUrn = 'urn:orrery:params:1.0:UserAttribute';
/** URN of the same extension in mappings made for another service. */
export const userAttributeAlias = 'urn:cube:params:1.0:UserAttribute';
