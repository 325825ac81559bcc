import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';

/** Rules for who may sign in by a password. */
export const signInPolicySchema = z.strictObject({
  requiresProvider: z.boolean().describe('Whether people sign in by providers only, but for the exceptions'),
  exceptions: z.array(z.strictObject({ userId: z.int(), username: z.string() })),
});

/** Absent fields stay as they are. */
export const signInPolicyUpdateSchema = z.object({
  requiresProvider: nullAsAbsent(z.boolean()),
  exceptUserIds: nullAsAbsent(z.array(z.int().min(1).max(999_999_999)).max(100)).describe(
    'Users who may use a password all the same; the list replaces the present one',
  ),
  endSessions: nullAsAbsent(z.boolean()).describe(
    'Whether sessions end that were begun without a provider, except those of the exceptions and the one that asks',
  ),
});
