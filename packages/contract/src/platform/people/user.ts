import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { longText, name, shortText } from '../text.ts';
import { builtInRole as role } from './role.ts';

const status = z.enum(['invited', 'active', 'deactivated']);

const reference = z.strictObject({ id: z.int(), name: z.string() });

/** A value of an attribute: its type decides which of these. */
export const attributeValue = z.union([
  longText,
  z.number(),
  z.array(longText).max(1_000),
  z.array(z.number()).max(1_000),
]);

const person = {
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  displayName: z.string(),
  picture: z.string().nullable(),
  role,
};

/** The caller, as a user. */
export const currentUserSchema = z.strictObject({
  ...person,
  account: z.string().nullable().describe('The account to name when signing in; null: none needs to be named'),
  isAdmin: z.boolean(),
  /** The strongest of all roles. */
  tier: role,
  /** Rights on the account, by the names that custom roles grant them under. */
  rights: z.array(z.string()),
  customRoles: z.array(reference),
  groups: z.array(reference),
});

export const userSchema = z.strictObject({
  ...person,
  status,
  /** Set when an identity provider manages the user, or an application whose service account it is. */
  managedBy: z.enum(['scim', 'client']).nullable(),
  customRoles: z.array(reference),
  groups: z.array(reference),
  createdAt: instant,
  updatedAt: instant,
});

export const usersSchema = z.strictObject({ items: z.array(userSchema), pageInfo: pageInfoSchema });

export const usersQuerySchema = pageQuerySchema.extend({
  /** Matches a part of the name or the address, in any letter case. */
  search: shortText.optional(),
  status: status.optional(),
  role: role.optional(),
  groupId: wholeNumber(number).optional(),
});

const email = z.string().trim().min(1).max(255).describe('An e-mail address');

const profile = {
  email: email.nullish(),
  firstName: shortText.nullish(),
  lastName: shortText.nullish(),
  displayName: shortText.nullish(),
  picture: z.string().max(2_000).describe('An http or https address').nullish(),
};

const attributes = z.array(z.object({ name, value: attributeValue.nullable() })).max(1_000);

export const newUserSchema = z.object({
  ...profile,
  username: name.describe('Default: the email; one of the two is required').nullish(),
  /** Role of the user; by default the account's role for new users. */
  role: role.nullish(),
  customRoleIds: z.array(number).max(1_000).nullish(),
  groupIds: z.array(number).max(1_000).nullish(),
  userAttributes: attributes.nullish(),
  /** An invited user gets a link to set a password; other users use API keys. */
  status: z.enum(['invited', 'active']).nullish(),
});

/** Absent fields stay as they are; `null` clears optional ones. */
export const userUpdateSchema = z.object({
  ...profile,
  username: nullAsAbsent(name),
  role: nullAsAbsent(role),
  customRoleIds: nullAsAbsent(z.array(number).max(1_000)),
  groupIds: nullAsAbsent(z.array(number).max(1_000)),
  userAttributes: nullAsAbsent(attributes),
  status: nullAsAbsent(z.enum(['active', 'deactivated'])),
});

/** A new sign-in link, which is shown only once. */
export const signInLinkSchema = z.strictObject({
  kind: z.enum(['invitation', 'reset']),
  token: z.string(),
  expiresAt: instant,
  /** Whether it was handed to the mail server, for the user's address. */
  isMailed: z.boolean(),
});

export const madeUserSchema = userSchema.extend({ invitation: signInLinkSchema.nullable() });

/** Attributes of one user. */
export const userValuesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(['string', 'number', 'string_array', 'number_array']),
      /** The user's own value, or `null`. */
      value: attributeValue.nullable(),
      /** Value that policies read, or `null`. */
      effectiveValue: attributeValue.nullable(),
    }),
  ),
});

export type CurrentUser = z.infer<typeof currentUserSchema>;
export type WireUser = z.infer<typeof userSchema>;
export type WireSignInLink = z.infer<typeof signInLinkSchema>;
