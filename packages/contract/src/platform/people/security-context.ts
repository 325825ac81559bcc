import { z } from 'zod';
import { deepestClaims, isDeeperThan } from '../../nesting.ts';

/** Data of a caller that policies may read, with the same bound on nesting as the claims of a token. */
export const securityContextSchema = z
  .record(z.string(), z.unknown())
  .refine((context) => !isDeeperThan(context, deepestClaims), {
    message: `is nested more than ${deepestClaims} levels deep`,
    abort: true,
  });

/** Bytes. Bound that keeps the token small enough for a header. */
const longestInToken = 6_000;

/** A security context for a token. */
export const tokenContextSchema = securityContextSchema.refine(
  (context) => new TextEncoder().encode(JSON.stringify(context)).length <= longestInToken,
  'is too large for a token',
);
