import { z } from 'zod';

const isSupported = { supported: z.boolean() };
const feature = z.strictObject(isSupported);
const metaOf = (resourceType: string) =>
  z.strictObject({ resourceType: z.literal(resourceType), location: z.string() });

/** The parts of SCIM that are served (RFC 7643 section 5). */
export const scimConfigSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig')]),
  patch: feature,
  bulk: z.strictObject({ ...isSupported, maxOperations: z.int(), maxPayloadSize: z.int() }),
  filter: z.strictObject({ ...isSupported, maxResults: z.int() }),
  changePassword: feature,
  sort: feature,
  etag: feature,
  authenticationSchemes: z.array(
    z.strictObject({ type: z.string(), name: z.string(), description: z.string(), primary: z.boolean() }),
  ),
  meta: metaOf('ServiceProviderConfig'),
});

/** One kind of resource (RFC 7643 section 6). */
export const scimResourceTypeSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:ResourceType')]),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  schema: z.string(),
  schemaExtensions: z.array(z.strictObject({ schema: z.string(), required: z.boolean() })).optional(),
  meta: metaOf('ResourceType'),
});

const simpleAttribute = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex']),
  multiValued: z.boolean(),
  description: z.string(),
  required: z.boolean(),
  caseExact: z.boolean(),
  mutability: z.enum(['readOnly', 'readWrite', 'immutable']),
  returned: z.enum(['always', 'default']),
  uniqueness: z.enum(['none', 'server']),
  canonicalValues: z.array(z.string()).min(1).optional(),
  referenceTypes: z.array(z.string()).min(1).optional(),
});

/** `subAttributes` of an attribute may have sub-attributes in the description of schemas only. */
const attribute = simpleAttribute.extend({
  subAttributes: z
    .array(simpleAttribute.extend({ subAttributes: z.array(simpleAttribute).min(1).optional() }))
    .min(1)
    .optional(),
});

/** The attributes of one kind of resource (RFC 7643 section 7). */
export const scimSchemaSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:schemas:core:2.0:Schema')]),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  attributes: z.array(attribute),
  meta: metaOf('Schema'),
});
