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

/** Requests with a body that are remembered: queries and statements. */
const asksByBody = /\/v1\/(?:load|cubesql)$/;
const longestBody = 8 * 1024;

/** Length of the body of a request that may be remembered with it; 0 without one, `undefined` when it may not. */
export function bodyLengthOf({ method, url = '', headers }: IncomingMessage): number | undefined {
  if (method === 'GET') return 0;
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = headers;
  if (method !== 'POST' || encoding !== undefined || expect !== undefined || !asksByBody.test(url)) return undefined;
  const bytes = Number(length);
  return bytes > 0 && bytes <= longestBody ? bytes : undefined;
}

/** Reads the body of a request that has arrived whole, and puts it back for the next reader of the request. */
export function peekBody(request: IncomingMessage, length: number): string | undefined {
  const body: unknown = request.read(length);
  if (!Buffer.isBuffer(body)) return undefined;
  request.unshift(body);
  return body.length === length ? body.toString('latin1') : undefined;
}

/**
 * Returns everything that an answer may depend on, as it was received. Equal texts are equal requests of one peer, with
 * the same credential.
 *
 * @param body absent for a request without one @returns `undefined` for a request that is too long
 */
export function requestText({ method, url, rawHeaders, socket }: IncomingMessage, body = ''): string | undefined {
  if (url === undefined || (method !== 'GET' && body === '')) return undefined;
  let text = `${socket.remoteAddress} ${'encrypted' in socket ? 'https' : 'http'}\n${method} ${url}`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lowered = name.toLowerCase();
    const announcesBody = lowered === 'content-length' || lowered === 'transfer-encoding';
    if (announcesBody && body === '') return undefined;
    if (!tellsApart.has(lowered)) text += `\n${name}:${rawHeaders[index + 1]}`;
  }
  return text.length + body.length > longestText ? undefined : `${text}\n\n${body}`;
}
