import { z } from 'zod';
import { number, wholeNumber } from '../../number.ts';
import { instant } from '../instant.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { oauthScope } from './connect.ts';

/** A consent of a person, by which an application acts for that person. */
export const oauthGrantSchema = z.strictObject({
  id: z.int(),
  client: z.strictObject({
    id: z.int(),
    clientId: z.string(),
    name: z.string(),
    /** Where its answers go, or where it is described; `null` for applications without an address. */
    host: z.string().nullable(),
    kind: z.enum(['own', 'admin', 'registered', 'document']),
  }),
  userId: z.int(),
  username: z.string(),
  scopes: z.array(oauthScope),
  /** `null`: all, later ones too. */
  deploymentIds: z.array(z.int()).nullable(),
  /** The only address that its tokens are for. */
  resource: z.string().nullable(),
  createdAt: instant,
  /** The time of the last use, to the minute. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
});

export const oauthGrantsSchema = z.strictObject({ items: z.array(oauthGrantSchema), pageInfo: pageInfoSchema });

export const oauthGrantsQuerySchema = pageQuerySchema.extend({
  userId: wholeNumber(number).optional().describe('Only those of this user'),
  clientId: wholeNumber(number).optional().describe('Only those of this application, by its id'),
});

export type WireOAuthGrant = z.infer<typeof oauthGrantSchema>;
