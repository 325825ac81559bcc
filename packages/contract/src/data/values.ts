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
  /** A part of the value, in any letter case; for texts only. */
  search: z.string().max(1000).optional(),
  limit: wholeNumber(z.int().min(1).max(maxSuggestedValues)).default(100),
  cache: cacheModeSchema.optional(),
});

export const valuesAnswerSchema = z.strictObject({
  member: z.string(),
  /** Distinct values, sorted, without NULL. */
  values: z.array(cellSchema),
  /** Whether the list holds all values. */
  complete: z.boolean(),
});

export type ValuesAnswer = z.infer<typeof valuesAnswerSchema>;
