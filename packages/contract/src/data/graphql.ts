import { z } from 'zod';
import { wireQuerySchema } from './query.ts';

const graphqlErrorSchema = z.looseObject({
  message: z.string(),
  locations: z.array(z.strictObject({ line: z.int(), column: z.int() })).optional(),
  /** The path of the field without an answer. */
  path: z.array(z.union([z.string(), z.int()])).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** The answer of `/graphql`. A document that is wrong has errors only; a field that fails is `null`. */
export const graphqlAnswerSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(graphqlErrorSchema).optional(),
  /** Annotations of the values, and the time when they were read. */
  extensions: z.looseObject({ lastRefreshTime: z.string().optional() }).optional(),
});

/** A document with its variables. */
export const graphqlRequestSchema = z.looseObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullable().optional(),
  operationName: z.string().nullable().optional(),
});

/** `null` for a document that is wrong, or has another number of queries than one. */
export const graphqlToJsonAnswerSchema = z.strictObject({ jsonQuery: wireQuerySchema.nullable() });
