import { z } from 'zod';
import { deepestClaims, isDeeperThan } from '../../nesting.ts';

/** What policies may read of a caller, as bounded as the claims of a token. */
export const securityContextSchema = z
  .record(z.string(), z.unknown())
  .refine((context) => !isDeeperThan(context, deepestClaims), {
    message: `is nested more than ${deepestClaims} levels deep`,
    abort: true,
  });

/** Of the header that carries the token there is only so much. */
const longestInToken = 6_000;

/** One that goes into a token. */
export const tokenContextSchema = securityContextSchema.refine(
  (context) => JSON.stringify(context).length <= longestInToken,
  'is too large for a token',
);
