import { z } from 'zod';
import { wholeNumber } from '../number.ts';
import { cellSchema } from './load-answer.ts';
import { memberName } from './member-name.ts';
import { cacheModeSchema } from './query.ts';

/** More suggestions than a list can show. */
export const maxSuggestedValues = 1000;

/** Parameters of `/v1/values`; those of a GET are text. */
export const valuesRequestSchema = z.strictObject({
  member: memberName,
  /** Part of the value, in any letter case; texts only. */
  search: z.string().max(1000).optional(),
  limit: wholeNumber(z.int().min(1).max(maxSuggestedValues)).default(100),
  cache: cacheModeSchema.optional(),
});

export const valuesAnswerSchema = z.strictObject({
  member: z.string(),
  /** Different ones, sorted, NULL left out. */
  values: z.array(cellSchema),
  /** Whether these are all. */
  complete: z.boolean(),
});

export type ValuesAnswer = z.infer<typeof valuesAnswerSchema>;
