import { type GetHeaders, type HeaderValues, sameHeaders } from './headers.ts';
import { type Line, onLine } from './on-line.ts';
import { OrreryError, withoutQuery } from './orrery-error.ts';
import { readError } from './read-error.ts';
import { readShort } from './read-short.ts';
import { release } from './release.ts';

export interface ConnectionOptions {
  readonly getHeaders?: GetHeaders | undefined;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

type FetchSettings = Pick<RequestInit, 'cache' | 'credentials' | 'keepalive' | 'mode'>;

export interface Sent extends Readonly<FetchSettings> {
  readonly url: string;
  readonly method: string;
  readonly headers?: HeaderValues;
  readonly body?: NonNullable<RequestInit['body']> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request once: see `withRetries`. @throws OrreryError when there is no answer, or a redirection */
export type Send = (sent: Sent) => Promise<Response>;

/**
 * Makes a function that sends requests with a credential, and returns answers of any status, their bodies unread. After a 401,
 * headers are asked for again; the request is sent once more if they are other ones, which is safe for every method, because
 * nothing was done.
 */
export function sender({ getHeaders = () => ({}), fetch: given }: ConnectionOptions): Send {
  // Browsers refuse their own `fetch` when it is called as a method of another object.
  const by: typeof fetch = given ?? ((input, init) => fetch(input, init));
  return async (sent) => {
    const headers = await getHeaders({});
    const response = await sendWith(by, sent, headers);
    if (response.status !== 401) return response;
    let others: HeaderValues;
    try {
      others = await getHeaders({ refused: headers });
    } catch (error) {
      release(response.body);
      throw error;
    }
    if (sameHeaders(headers, others)) return response;
    release(response.body);
    return sendWith(by, sent, others);
  };
}

async function sendWith(by: typeof fetch, { url, headers, ...init }: Sent, own: HeaderValues): Promise<Response> {
  // A redirection is never followed: headers that hold a credential would go to the other server.
  const all = { ...headers, ...own };
  const request = { ...init, headers: all, redirect: 'manual', signal: init.signal ?? null } as const;
  const response = await onLine(() => by(url, { ...request, body: init.body ?? null }), { ...init, url });
  if (response.type !== 'opaqueredirect' && !(response.status >= 300 && response.status < 400)) return response;
  release(response.body);
  const to = response.headers.get('location');
  const hint = to === null ? 'use the address that it redirects to' : `use ${withoutQuery(to)}`;
  throw new OrreryError(`${withoutQuery(url)} redirects to another address, which is not followed: ${hint}`, {
    status: response.status,
    code: 'client.redirected',
  });
}

/** @throws OrreryError for an answer without success */
export async function requireSuccess(response: Response, sent: Sent): Promise<void> {
  if (response.ok) return;
  const text = await readShort(response, sent);
  throw readError({ url: sent.url, response, text, requestId: sent.headers?.['x-request-id'] });
}

/** Sends a request, and reads the JSON of its answer. @throws OrreryError for every other answer */
export async function sendForJson<T>(send: Send, sent: Sent): Promise<T> {
  const response = await send(sent);
  await requireSuccess(response, sent);
  return parseAnswer(await readText(response, sent), sent.url, response) as T; // answers have the shape that the description says
}

/** Sends a request whose answer is read piece by piece. @throws OrreryError for an answer without success */
export async function sendForStream(send: Send, sent: Sent): Promise<ReadableStream<Uint8Array>> {
  const response = await send(sent);
  await requireSuccess(response, sent);
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!isPage && response.body) return response.body;
  release(response.body);
  throw notJson(sent.url, response, undefined);
}

/** Reads a body to its end. @throws OrreryError when the line breaks before */
export function readText(response: Response, line: Line): Promise<string> {
  return onLine(() => response.text(), line);
}

/** @throws OrreryError for a text that is no JSON */
export function parseAnswer(text: string, url: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(url, response, cause);
  }
}

/** The error of an answer that should be JSON, and is a page, or was cut. */
export function notJson(url: string, { status, headers }: Response, cause: unknown): OrreryError {
  const type = headers.get('content-type') ?? 'no type';
  const message = `${withoutQuery(url)} answered with ${type} that is no JSON: is this the address of the API?`;
  return new OrreryError(message, { status, code: 'client.not-json', cause });
}
