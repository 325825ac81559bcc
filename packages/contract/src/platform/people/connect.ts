import { oauthScopes } from '@orrery/kernel';
import { z } from 'zod';
import { number } from '../../number.ts';

/** A scope of an access token; the person may have fewer rights. */
export const oauthScope = z.enum(oauthScopes);

/** The query of the authorization endpoint, as the browser brought it. */
const query = z.string().min(1).max(8_192);

export const connectRequestSchema = z.object({ query });

export const connectApprovalSchema = z.object({
  query,
  isAllowed: z.boolean(),
  digest: z
    .string()
    .max(100)
    .describe('of the question that the person has read: 409 where another is asked now; absent: whatever is asked now')
    .nullish(),
  deploymentIds: z
    .array(number)
    .min(1)
    .max(1_000)
    .describe('null: all deployments, also later ones; absent: those that were allowed before, without a question')
    .nullish(),
});

/** A request that is wrong, which its application learns if the person wishes. */
export const connectFaultSchema = z.strictObject({
  kind: z.literal('fault'),
  sentence: z.string(),
  redirectHost: z.string(),
  redirectTo: z.string(),
  /** Whether the application is known well enough that the browser goes there without a click. */
  passes: z.boolean(),
});

export const connectQuestionSchema = z.strictObject({
  kind: z.literal('question'),
  /** Another one for another name, address, scope or resource: the answer of the person is for this question alone. */
  digest: z.string(),
  client: z.strictObject({
    name: z.string(),
    /** The host of the document by which the application describes itself; null for an application of another kind. */
    host: z.string().nullable(),
    /** Whether an admin of the account says who the application is. Anybody may use the names of the clients of the product. */
    isVerified: z.boolean(),
  }),
  /** Where the answer goes: the host, or the scheme of an application of the machine. */
  redirectHost: z.string(),
  scopes: z.array(oauthScope),
  user: z.strictObject({ username: z.string(), displayName: z.string() }),
  /** Deployments that the person may use. */
  deployments: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  /** The only address that the tokens are for. */
  resource: z.string().nullable(),
  /** Whether the person has allowed the same before, so that no question is needed. */
  passes: z.boolean(),
});

export const connectAnswerSchema = z.discriminatedUnion('kind', [connectQuestionSchema, connectFaultSchema]);

/** Where the browser goes with the answer. */
export const connectedSchema = z.strictObject({ redirectTo: z.string() });

export type ConnectAnswer = z.infer<typeof connectAnswerSchema>;
export type ConnectQuestion = z.infer<typeof connectQuestionSchema>;
export type ConnectFault = z.infer<typeof connectFaultSchema>;
