import type { IncomingMessage } from 'node:http';

/** Length from which a request is examined each time. */
const longestText = 16 * 1024;

/** Headers that differ between a request and its repetition, and do not change the answer; see `requestIdOf`. */
const tellsApart: ReadonlySet<string> = new Set([
  'baggage',
  'b3',
  'sentry-trace',
  'traceparent',
  'tracestate',
  'x-amzn-trace-id',
  'x-b3-spanid',
  'x-b3-traceid',
  'x-cloud-trace-context',
  'x-request-id',
]);

/**
 * Returns everything that an answer may depend on, as it was received. Equal texts are equal requests of one peer, with
 * the same credential.
 *
 * @returns `undefined` for a request with a body, or one that is too long
 */
export function requestText({ method, url, rawHeaders, socket }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url === undefined) return undefined;
  let text = `${socket.remoteAddress} ${'encrypted' in socket ? 'https' : 'http'}\n${url}`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lowered = name.toLowerCase();
    if (lowered === 'content-length' || lowered === 'transfer-encoding') return undefined;
    if (!tellsApart.has(lowered)) text += `\n${name}:${rawHeaders[index + 1]}`;
  }
  return text.length > longestText ? undefined : text;
}
