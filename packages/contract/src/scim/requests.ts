import { z } from 'zod';

const schemas = z.array(z.string()).optional();

/** A user as identity providers send one: other attributes depend on the account. */
export const scimUserInputSchema = z.looseObject({ schemas, userName: z.string() });

/** A group as identity providers send one. */
export const scimGroupInputSchema = z.looseObject({
  schemas,
  displayName: z.string(),
  members: z.array(z.looseObject({ value: z.string() })).optional(),
});

/** A search (RFC 7644, section 3.4.3); what is not given is as in a search by address. */
export const scimSearchSchema = z.looseObject({
  schemas,
  filter: z.string().optional(),
  sortBy: z.string().optional(),
  sortOrder: z.string().optional(),
  startIndex: z.int().optional(),
  count: z.int().optional(),
  attributes: z.array(z.string()).optional(),
  excludedAttributes: z.array(z.string()).optional(),
});

/** Changes of a resource (RFC 7644, section 3.5.2). */
export const scimPatchSchema = z.looseObject({
  schemas,
  Operations: z.array(z.looseObject({ op: z.string(), path: z.string().optional(), value: z.unknown() })).min(1),
});
