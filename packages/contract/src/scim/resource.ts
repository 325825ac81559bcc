import { z } from 'zod';

const instant = z.iso.datetime();

export const scimMetaSchema = z.strictObject({
  resourceType: z.enum(['User', 'Group']),
  created: instant,
  lastModified: instant,
  location: z.url(),
  version: z.string().regex(/^W\/"\d+"$/),
});

const reference = z.strictObject({
  value: z.string(),
  $ref: z.url(),
  display: z.string(),
  type: z.string(),
});

const email = z.strictObject({
  value: z.string(),
  type: z.string().optional(),
  primary: z.boolean().optional(),
  display: z.string().optional(),
});

const simple = z.union([z.string(), z.number()]);

/** A complete user in SCIM. Attributes without a value are absent. */
export const scimUserSchema = z
  .strictObject({
    schemas: z.array(z.string()).min(1),
    id: z.uuid(),
    externalId: z.string().optional(),
    userName: z.string(),
    name: z
      .strictObject({
        formatted: z.string().optional(),
        familyName: z.string().optional(),
        givenName: z.string().optional(),
      })
      .optional(),
    displayName: z.string().optional(),
    emails: z.array(email).min(1).optional(),
    active: z.boolean(),
    groups: z.array(reference).min(1).optional(),
    meta: scimMetaSchema,
  })
  /** The account's own attributes, below the URN that `schemas` lists for them. */
  .catchall(z.record(z.string(), z.union([simple, z.array(simple)])));

export const scimGroupSchema = z.strictObject({
  schemas: z.array(z.string()).min(1),
  id: z.uuid(),
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(reference).min(1).optional(),
  meta: scimMetaSchema,
});

const selectedMeta = scimMetaSchema.partial().optional();
const selectedReferences = z.array(reference.partial()).min(1).optional();

/** A user of which the client selected attributes (RFC 7644 section 3.9). The id is always there. */
export const selectedScimUserSchema = scimUserSchema
  .partial()
  .required({ id: true })
  .extend({ emails: z.array(email.partial()).min(1).optional(), groups: selectedReferences, meta: selectedMeta });

/** A group of which the client selected attributes. */
export const selectedScimGroupSchema = scimGroupSchema
  .partial()
  .required({ id: true })
  .extend({ members: selectedReferences, meta: selectedMeta });

export type ScimUser = z.infer<typeof scimUserSchema>;
export type ScimGroup = z.infer<typeof scimGroupSchema>;
