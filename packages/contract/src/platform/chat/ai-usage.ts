import { z } from 'zod';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';

/** Unknown parameters are errors: ignoring a misspelt filter would return days that it excludes. */
export const aiUsageQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  from: z.iso.date().describe('First day (UTC)').optional(),
  to: z.iso.date().describe('Last day (UTC)').optional(),
});

/** The usage of a model by one user in a day (UTC). */
export const aiUsageEntrySchema = z.strictObject({
  day: z.iso.date(),
  /** Name of the model as it was registered. */
  model: z.string(),
  userId: z.int(),
  /** Null for a user who was deleted. */
  userName: z.string().nullable(),
  inputTokens: z.int(),
  /** The part of `inputTokens` that the provider had in a cache. */
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  /** USD, by the prices of the time. */
  cost: z.number(),
  calls: z.int(),
});

/** Newest days first. */
export const aiUsageSchema = z.strictObject({ items: z.array(aiUsageEntrySchema), pageInfo: pageInfoSchema });

export type WireAiUsage = z.infer<typeof aiUsageEntrySchema>;
