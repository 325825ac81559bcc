import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';
import { longText, name } from '../text.ts';
import { userAttributeSchema } from './user-attribute.ts';

/** A customer of the account whose viewers see embedded content. */
export const embedTenantSchema = z.strictObject({
  name: z.string(),
  createdAt: instant,
  /** Viewers whose time is not over. */
  userCount: z.int(),
});

export const embedTenantsSchema = z.strictObject({ items: z.array(embedTenantSchema), pageInfo: pageInfoSchema });

/** A group of an embed tenant, without those of the system. */
export const embedGroupSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().optional(),
  userCount: z.int().optional(),
});

export const embedGroupsSchema = z.strictObject({ items: z.array(embedGroupSchema), pageInfo: pageInfoSchema });

export const newEmbedGroupSchema = z.object({ name, description: longText.nullish() });

/** Absent fields stay as they are. */
export const embedGroupUpdateSchema = z.object({ name: nullAsAbsent(name), description: longText.nullish() });

/** A viewer of embedded content. */
export const embedUserSchema = z.strictObject({
  id: z.int(),
  externalId: z.string(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  picture: z.string().nullable(),
  createdAt: instant,
  /** When an ephemeral viewer is deleted; `null` for one who stays. */
  expiresAt: instant.nullable(),
});

export const embedUsersSchema = z.strictObject({ items: z.array(embedUserSchema), pageInfo: pageInfoSchema });

export const embedUserAttributeSchema = userAttributeSchema.extend({
  displayName: z.string().optional(),
  defaultValue: z.string().optional(),
  description: z.string().optional(),
});

export const embedUserAttributesSchema = z.strictObject({
  items: z.array(embedUserAttributeSchema),
  pageInfo: pageInfoSchema,
});
