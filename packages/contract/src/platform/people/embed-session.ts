import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema } from '../page.ts';
import { longText, name, shortText } from '../text.ts';
import { tokenContextSchema } from './security-context.ts';
import { attributeType } from './user-attribute.ts';
import { attributeValue } from './user.ts';

/** A name. The bound is longer than any valid name; other faults are found by the rules of the named thing. */
const named = z
  .string()
  .max(1_000)
  .regex(/^[^\p{Cs}\0]*$/u, 'has characters that cannot be seen');
const most = 1_000;
const longestTtlSeconds = 10 * 365 * 86_400;
const colour = nullAsAbsent(shortText);

/** The look of one session; colours that browsers do not know have no effect. */
const embedTheme = z.object({
  font: nullAsAbsent(shortText),
  primaryColor: colour,
  chat: nullAsAbsent(z.object({ inputColor: colour })),
  analyticsChat: nullAsAbsent(
    z.object({
      backgroundColor: colour,
      chatInput: nullAsAbsent(z.object({ backgroundColor: colour, borderColor: colour })),
    }),
  ),
});

/**
 * A viewer's data, as an embedding application sends them. `null` is the same as an omitted field, except as the value
 * of an attribute.
 */
export const newEmbedSessionSchema = z.object({
  deploymentId: number,
  externalId: nullAsAbsent(named).describe('The id of the viewer in the embedding application; or internalId'),
  internalId: nullAsAbsent(named).describe('The username of a user of the account; or externalId'),
  email: nullAsAbsent(shortText),
  userProfile: nullAsAbsent(
    z.object({
      displayName: nullAsAbsent(shortText),
      picture: nullAsAbsent(z.string().max(2_000)).describe('An http or https address'),
    }),
  ),
  embedTenantName: nullAsAbsent(named).describe('The customer of the viewer; it is created when it is new'),
  creatorMode: nullAsAbsent(z.boolean()),
  userAttributes: nullAsAbsent(
    z.array(z.object({ name: named, value: attributeValue.nullish().transform((value) => value ?? null) })).max(most),
  ),
  groups: nullAsAbsent(z.array(named).max(most)),
  userAttributeDefinitions: nullAsAbsent(
    z
      .array(
        z.object({
          name,
          type: attributeType,
          displayName: nullAsAbsent(shortText),
          defaultValue: nullAsAbsent(longText),
          description: nullAsAbsent(longText),
        }),
      )
      .max(most),
  ),
  groupDefinitions: nullAsAbsent(z.array(z.object({ name, description: nullAsAbsent(longText) })).max(most)),
  securityContext: nullAsAbsent(tokenContextSchema),
  embedTheme: nullAsAbsent(embedTheme),
  publicDashboardId: nullAsAbsent(named).describe('The only dashboard that the session may open'),
  isEphemeral: nullAsAbsent(z.boolean()).describe('Whether the viewer is deleted after a time'),
  ephemeralTtlSeconds: nullAsAbsent(z.number().positive().max(longestTtlSeconds)).describe('Default: seven days'),
  roles: nullAsAbsent(z.array(named).max(most)).describe('Without effect: viewers have the rights of the session'),
});

/** Only the browser of the viewer needs it, within five minutes. */
export const madeEmbedSessionSchema = z.strictObject({ sessionId: z.string() });

export const embedExchangeSchema = z.object({ sessionId: z.string().max(1_000) });

export const embedTokenSchema = z.strictObject({ token: z.string() });

/** A session that a browser has exchanged, and that has not ended. */
export const embedSessionSchema = z.strictObject({
  id: z.int(),
  userId: z.int(),
  externalId: z.string().nullable(),
  internalId: z.string().nullable(),
  deploymentId: z.int(),
  creatorMode: z.boolean(),
  publicDashboardId: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
});

export const embedSessionsSchema = z.strictObject({ items: z.array(embedSessionSchema), pageInfo: pageInfoSchema });

const shown = z.string().optional();

export const sessionThemeSchema = z.strictObject({
  embedTheme: z
    .strictObject({
      font: shown,
      primaryColor: shown,
      chat: z.strictObject({ inputColor: shown }).optional(),
      analyticsChat: z
        .strictObject({
          backgroundColor: shown,
          chatInput: z.strictObject({ backgroundColor: shown, borderColor: shown }).optional(),
        })
        .optional(),
    })
    .nullable(),
});

export type SessionTheme = z.infer<typeof sessionThemeSchema>;
