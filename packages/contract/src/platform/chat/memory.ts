import { z } from 'zod';
import { number, wholeNumber } from '../../number.ts';
import { instant } from '../instant.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';

export const memoriesQuerySchema = pageQuerySchema.extend({
  space: z.string().min(1).max(100).optional().describe('Only memories of this space'),
  userId: wholeNumber(number).optional().describe('Only memories that this user told'),
});

export type MemoriesQuery = z.infer<typeof memoriesQuerySchema>;

/** A memory that a user has written for the agents of a space. */
export const memorySchema = z.strictObject({
  id: z.int(),
  kind: z.enum(['fact', 'meaning']),
  term: z.string().nullable().describe('The word or phrase that the text explains; null for a fact'),
  text: z.string(),
  space: z.string(),
  isShared: z.boolean().describe('Whether others who ask agents of the space are answered with it'),
  isChosen: z.boolean().describe('Whether it was learned from a choice that was made twice'),
  isOwn: z.boolean().describe('Whether the caller told it'),
  userId: z.int().describe('The user who told it'),
  userName: z.string(),
  chatId: z.string().nullable().describe('The chat it was told in, for the user who told it and for admins'),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

export type WireMemory = z.infer<typeof memorySchema>;

export const memoriesSchema = z.strictObject({ items: z.array(memorySchema), pageInfo: pageInfoSchema });
