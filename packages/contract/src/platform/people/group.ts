import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { longText, name, shortText } from '../text.ts';

export const groupSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});

export const groupsSchema = z.strictObject({ items: z.array(groupSchema), pageInfo: pageInfoSchema });

export const groupsQuerySchema = pageQuerySchema.extend({ search: shortText.optional() });

const members = z.array(number).max(10_000);

export const newGroupSchema = z.object({ name, description: longText.nullish(), userIds: members.nullish() });

/** Absent fields stay as they are. */
export const groupUpdateSchema = z.object({
  name: nullAsAbsent(name),
  description: longText.nullish(),
  /** Exactly these. */
  userIds: nullAsAbsent(members),
});

export const membersSchema = z.object({ userIds: members.min(1) });

export const groupMembersSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.int(),
      username: z.string(),
      email: z.string().nullable(),
      displayName: z.string().nullable(),
    }),
  ),
  pageInfo: pageInfoSchema,
});

export type WireGroup = z.infer<typeof groupSchema>;
