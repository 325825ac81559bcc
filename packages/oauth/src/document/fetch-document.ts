import type { Registration } from '@orrery/people';
import { freshMs } from './freshness.ts';
import { readDocument, UnusableDocument } from './read-document.ts';

export type FetchedDocument =
  | { readonly kind: 'read'; readonly registration: Registration; readonly freshMs: number }
  | {
      readonly kind: 'unusable';
      /** Ends a sentence for people. It tells nothing of a server that gave no document: somebody could find servers by it. */
      readonly reason: string;
      /** Reason for the log. */
      readonly cause: unknown;
    };

const unread = 'it could not be read';

/** Asks for the document at an address, and reads it. */
export async function fetchDocument(address: string, send: typeof fetch, withinMs: number): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(withinMs); // the body included, however it trickles
  let answer: Response;
  let bytes: ArrayBuffer;
  try {
    answer = await send(address, { headers: { accept: 'application/json' }, signal });
    const fault = faultOf(answer);
    if (fault !== undefined) {
      await answer.body?.cancel();
      return { kind: 'unusable', reason: unread, cause: fault };
    }
    bytes = await answer.arrayBuffer();
  } catch (error) {
    return { kind: 'unusable', reason: unread, cause: error };
  }
  try {
    return { kind: 'read', registration: readDocument(bytes, address), freshMs: freshMs(answer.headers) };
  } catch (error) {
    if (!(error instanceof UnusableDocument)) throw error;
    return { kind: 'unusable', reason: error.message, cause: error };
  }
}

function faultOf({ status, headers }: Response): string | undefined {
  if (status !== 200) return `status ${status}`;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'none';
  if (type !== 'application/json' && !/^application\/[a-z0-9.-]+\+json$/.test(type))
    return `type ${type.slice(0, 100)}`;
  const encoding = headers.get('content-encoding') ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? undefined : `encoding ${encoding.slice(0, 50)}`;
}
