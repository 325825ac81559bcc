import { z } from 'zod';

/** One page of the resources that a search found. */
export const scimListSchema = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:ListResponse')]),
  totalResults: z.int().min(0),
  /** Counted from 1. */
  startIndex: z.int().min(1),
  itemsPerPage: z.int().min(0),
  Resources: z.array(z.looseObject({})),
});

export type ScimList = z.infer<typeof scimListSchema>;
