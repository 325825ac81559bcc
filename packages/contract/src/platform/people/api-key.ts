import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema } from '../page.ts';
import { name } from '../text.ts';

const instant = z.iso.datetime();

/** Public fields of an API key. */
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
  /** The time of the last use, to the minute. */
  lastUsedAt: instant.nullable(),
});

export const apiKeysSchema = z.strictObject({ items: z.array(apiKeySchema), pageInfo: pageInfoSchema });

/** A key as it is made, the only time that it is shown. */
export const madeApiKeySchema = apiKeySchema.extend({ key: z.string() });

const deploymentIds = z.array(number).min(1).max(1_000);

export const newApiKeySchema = z.object({
  name,
  deploymentIds: deploymentIds.nullish(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});

/** Absent fields stay as they are. */
export const apiKeyUpdateSchema = z.object({
  name: nullAsAbsent(name),
  deploymentIds: deploymentIds.describe('null: all deployments, also later ones').nullish(),
});

export type WireApiKey = z.infer<typeof apiKeySchema>;
