import { z } from 'zod';
import { pageInfoSchema } from './page.ts';

const instant = z.iso.datetime();

/** What may be shown of an API key. */
export const apiKeySchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The last four characters, to recognise it. */
  tail: z.string().length(4),
  userId: z.int(),
  username: z.string(),
  /** `null`: all, later ones too. */
  deploymentIds: z.array(z.int()).nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
});

export const apiKeysSchema = z.strictObject({ items: z.array(apiKeySchema), pageInfo: pageInfoSchema });

/** A key as it is made, the only time that it is shown. */
export const madeApiKeySchema = apiKeySchema.extend({ key: z.string() });

export const newApiKeySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^\P{C}*$/u, 'has characters that cannot be seen'),
  deploymentIds: z.array(z.int().positive()).min(1).max(1_000).nullish(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});

/** What is not given stays. */
export const apiKeyUpdateSchema = newApiKeySchema.pick({ name: true, deploymentIds: true }).partial();

export type WireApiKey = z.infer<typeof apiKeySchema>;
