import { z } from 'zod';
import { limit, offset } from '../../number.ts';
import { tokenContextSchema } from '../people/security-context.ts';

const environmentTypes = ['production', 'staging', 'development'] as const;
const scopes = ['meta', 'data', 'graphql', 'sql', 'jobs'] as const;

const count = z.int().min(0);

const paginationSchema = z.strictObject({ limit: count, offset: count, total: count });

export const environmentSchema = z.strictObject({
  /** A number, as text. */
  id: z.string().regex(/^\d+$/),
  type: z.enum(environmentTypes),
  api_credentials: z.array(z.strictObject({ type: z.literal('rest'), version: z.int().min(1), url: z.string() })),
});

export const environmentsSchema = z.strictObject({ data: z.array(environmentSchema), pagination: paginationSchema });

const offsetShape = {
  limit: limit.optional(),
  offset: offset.optional(),
};

export const environmentsQuerySchema = z.object({ ...offsetShape, type: z.enum(environmentTypes).optional() });

export const environmentTokensQuerySchema = z.object(offsetShape);

export const newEnvironmentTokenSchema = z.object({
  security_context: tokenContextSchema,
  /** Seconds. */
  expires_in: z.int().min(1).max(3_600).nullish(),
  scopes: z.array(z.enum(scopes)).nullish(),
});

const instant = z.iso.datetime();

export const environmentTokenSchema = z.strictObject({
  token: z.string(),
  created_at: instant,
  expires_at: instant,
  security_context: z.record(z.string(), z.unknown()),
});

export const madeEnvironmentTokenSchema = z.strictObject({ data: environmentTokenSchema });

export const environmentTokensSchema = z.strictObject({
  data: z.array(environmentTokenSchema),
  pagination: paginationSchema,
});

export type WireEnvironment = z.infer<typeof environmentSchema>;
export type WireEnvironments = z.infer<typeof environmentsSchema>;
export type WireEnvironmentToken = z.infer<typeof environmentTokenSchema>;
export type WireEnvironmentTokens = z.infer<typeof environmentTokensSchema>;
