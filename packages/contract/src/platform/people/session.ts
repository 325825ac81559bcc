import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { currentUserSchema } from './user.ts';

/** Bound longer than any valid input; longer input is refused as if it were wrong. */
const typed = z.string().max(10_000);

/** Without an account, the account of the project folder is used. */
export const signInSchema = z.object({ account: nullAsAbsent(typed), username: typed, password: typed });

/** Without a name of an account, the page in the frame says which account is meant: by its deployment, or by its dashboard. */
export const frameSignInSchema = signInSchema.extend({
  deploymentId: nullAsAbsent(number).describe('The deployment that the page in the frame is of'),
  dashboard: nullAsAbsent(z.string().max(255)).describe('Without a deployment: the public id of the dashboard'),
});

/** Finds the user by username or email address. */
export const forgottenPasswordSchema = z.object({ account: nullAsAbsent(typed), username: typed });

export const redeemSchema = z.object({ token: typed, password: typed });

/** Proof of a frame that a provider has let a person in for it. */
export const frameCodeSchema = z.object({
  frame: typed.describe('The random value in the address at which the sign-in began: 32 bytes as base64url'),
  code: typed.describe('The code of the window in which the person has signed in'),
});

export const redeemStartKeySchema = z.object({ key: typed });

export const passwordChangeSchema = z.object({
  currentPassword: typed,
  newPassword: typed,
  endConnected: nullAsAbsent(z.boolean()).describe('Whether all that the caller has allowed applications ends, too'),
});

export const signedOutSchema = z.strictObject({
  signOutAt: z
    .string()
    .nullable()
    .describe('Address to open, at which the session at the provider ends too; null: nothing is left to do'),
});

/** The session itself is in the cookie. */
export const signedInSchema = z.strictObject({ user: currentUserSchema, expiresAt: instant });

export const sessionSchema = z.strictObject({
  id: z.int(),
  userId: z.int(),
  username: z.string(),
  createdAt: instant,
  /** The time of the last use, to the minute. */
  lastUsedAt: instant,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});

export const sessionsSchema = z.strictObject({ items: z.array(sessionSchema), pageInfo: pageInfoSchema });

export const sessionsQuerySchema = pageQuerySchema.extend({
  userId: wholeNumber(number).optional(),
});

export type WireSession = z.infer<typeof sessionSchema>;
