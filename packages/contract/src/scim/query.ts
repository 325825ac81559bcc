import { z } from 'zod';

const names = z.string().describe('Names of attributes, with commas between them').optional();

/** The choice of the attributes in an answer. */
export const scimSelectionQuerySchema = z.object({ attributes: names, excludedAttributes: names });

/** A search by address (RFC 7644, section 3.4.2). */
export const scimListQuerySchema = z.object({
  filter: z.string().optional(),
  sortBy: z.string().optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
  startIndex: z.int().describe('The first resource, counted from 1').optional(),
  count: z.int().describe('The most resources of the answer').optional(),
  ...scimSelectionQuerySchema.shape,
});
