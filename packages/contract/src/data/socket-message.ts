import { z } from 'zod';

/** Bounds on the ids of messages and requests, in characters. */
const longestMessageId = 16;
const longestRequestId = 64;
/** Longest credential that a message may hold. */
const longestToken = 16 * 1024;

/** Echoed as text, so that 7 and "7" are the same message. */
export const socketMessageIdSchema = z.union([z.string().max(longestMessageId), z.int()]);

/** The signal that the public client puts into its parameters is an empty object on the wire. */
const ofAll = { signal: z.unknown().optional() };
const loaded = z.strictObject({
  query: z.unknown(),
  queryType: z.string().optional(),
  cache: z.string().optional(),
  ...ofAll,
});
const described = z.strictObject({ query: z.unknown(), ...ofAll });

function call<Method extends string, Params extends z.ZodType>(method: Method, params: Params) {
  return z.strictObject({
    messageId: socketMessageIdSchema,
    requestId: z.string().max(longestRequestId).optional(),
    method: z.literal(method),
    params,
  });
}

/** A call of a socket; its parameters are those of the operation over HTTP. */
export const socketCallSchema = z.discriminatedUnion('method', [
  call('load', loaded),
  call('subscribe', loaded),
  call('sql', described),
  call('dry-run', described),
  call('meta', z.strictObject({ onlyViews: z.boolean().optional(), ...ofAll }).optional()),
  call('unsubscribe', z.looseObject({}).optional()),
]);

export type SocketCall = z.infer<typeof socketCallSchema>;

/** Says who calls from here on, or renews the token of the same caller. */
export const socketAuthorizationSchema = z.strictObject({ authorization: z.string().max(longestToken) });

/** Ends the call with this id. */
export const socketUnsubscribeSchema = z.strictObject({ unsubscribe: socketMessageIdSchema });
