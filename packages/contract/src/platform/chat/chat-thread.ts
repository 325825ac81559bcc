import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { name, shortText } from '../text.ts';

const truth = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A number in a query string. */
const numberText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 on')
  .transform(Number);

export const chatThreadsQuerySchema = pageQuerySchema.extend({
  search: shortText.optional().describe('Part of the title or the first message, or the id of a chat'),
  deploymentId: numberText.optional(),
  agentId: numberText.optional(),
  shared: truth.optional().describe('Chats that others share with the caller'),
  all: truth.optional().describe('Chats of everybody in the account; for admins'),
});

export type ChatThreadsQuery = z.infer<typeof chatThreadsQuerySchema>;

/** A conversation, without its messages. */
export const chatThreadSchema = z.strictObject({
  id: z.int().describe('The number under which it is shared'),
  chatId: z.string(),
  title: z.string(),
  deploymentId: z.int(),
  agentId: z.int(),
  agentName: z.string(),
  isOwn: z.boolean(),
  ownerName: z.string().nullable(),
  isShared: z.boolean().describe('Whether everybody in the account may read it'),
  isStreaming: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

export type WireChatThread = z.infer<typeof chatThreadSchema>;

export const chatThreadsSchema = z.strictObject({ items: z.array(chatThreadSchema), pageInfo: pageInfoSchema });

export const chatThreadUpdateSchema = z.object({
  title: nullAsAbsent(name),
  isShared: nullAsAbsent(z.boolean()).describe('Whether everybody in the account may read it'),
});

/** A user or a group who may read a chat. */
const chatShareSchema = z.strictObject({
  userId: z.int().nullable(),
  groupId: z.int().nullable(),
  name: z.string(),
});

export const chatSharesSchema = z.strictObject({ items: z.array(chatShareSchema) });

export const chatShareInputSchema = z
  .object({
    userId: nullAsAbsent(number),
    groupId: nullAsAbsent(number),
    mayRead: z.boolean(),
  })
  .refine(({ userId, groupId }) => (userId === undefined) !== (groupId === undefined), {
    path: ['userId'],
    message: 'give exactly one of userId and groupId',
  });
