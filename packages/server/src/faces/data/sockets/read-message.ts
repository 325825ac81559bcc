import {
  type SocketCall,
  socketAuthorizationSchema,
  socketCallSchema,
  socketMessageIdSchema,
  socketUnsubscribeSchema,
  type WireProblem,
} from '@orrery/contract';
import { isRecord, type RequestOwner } from '@orrery/kernel';
import { InvalidQuery, largeFromBytes, parseBody, readLargeJson, requestProblem } from '@orrery/runtime';
import type { core, ZodType } from 'zod';

export type Message =
  | { readonly kind: 'authorization'; readonly token: string }
  | { readonly kind: 'unsubscribe'; readonly id: string }
  | { readonly kind: 'call'; readonly id: string; readonly call: Exclude<SocketCall, { method: 'unsubscribe' }> };

/** Longest part of a message about a message: it may quote keys. */
const longestQuote = 300;

/** Parses a text of a socket; large ones in another thread. @throws InvalidQuery */
export async function parseMessage(bytes: Buffer, askerOf: () => RequestOwner | undefined): Promise<unknown> {
  return bytes.length < largeFromBytes ? parseBody(bytes) : readLargeJson(bytes, askerOf());
}

/** @throws InvalidQuery with what is wrong with the shape of the message */
export function readMessage(given: unknown): Message {
  if (isRecord(given) && Object.hasOwn(given, 'authorization')) {
    return { kind: 'authorization', token: read(socketAuthorizationSchema, given).authorization };
  }
  if (isRecord(given) && Object.hasOwn(given, 'unsubscribe')) {
    return { kind: 'unsubscribe', id: String(read(socketUnsubscribeSchema, given).unsubscribe) };
  }
  const call = read(socketCallSchema, given);
  const id = String(call.messageId);
  return call.method === 'unsubscribe' ? { kind: 'unsubscribe', id } : { kind: 'call', id, call };
}

/** The id that the answer to a message names, also where the message is wrong in other ways. */
export function idIn(given: unknown): string | undefined {
  if (!isRecord(given)) return undefined;
  const id = socketMessageIdSchema.safeParse(given['messageId']);
  return id.success ? String(id.data) : undefined;
}

function read<T>(schema: ZodType<T>, given: unknown): T {
  const outcome = schema.safeParse(given);
  if (outcome.success) return outcome.data;
  throw new InvalidQuery(outcome.error.issues.map(problemOf));
}

/** Describes a problem in the words of the reference, most of which are those of the library. */
function problemOf({ code, path, message }: core.$ZodIssue): WireProblem {
  const place = path.join('.');
  const said = place === 'messageId' || place === 'method' ? 'Invalid input' : message;
  const text = `${place === '' ? '' : `${place}: `}${said}`.slice(0, longestQuote);
  const codes = { unrecognized_keys: 'request.unknown-key', too_big: 'request.too-big' } as const;
  const known = code === 'unrecognized_keys' || code === 'too_big' ? codes[code] : 'request.invalid-value';
  return requestProblem(known, text, { path: place });
}
