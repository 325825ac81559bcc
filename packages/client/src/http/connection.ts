import { type GetHeaders, type HeaderValues, sameHeaders } from './headers.ts';
import { networkError, OrreryError, withoutQuery } from './orrery-error.ts';
import { readError } from './read-error.ts';

export interface ConnectionOptions {
  readonly getHeaders?: GetHeaders | undefined;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

type Settings = Pick<RequestInit, 'cache' | 'credentials' | 'keepalive' | 'mode'>;

export interface Sent extends Readonly<Settings> {
  readonly url: string;
  readonly method: string;
  readonly headers?: HeaderValues;
  readonly body?: NonNullable<RequestInit['body']> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests with a credential, each of them once: see `withRetries`. */
export class Connection {
  readonly #getHeaders: GetHeaders;
  readonly #fetch: typeof fetch;

  constructor({ getHeaders, fetch: given }: ConnectionOptions) {
    this.#getHeaders = getHeaders ?? (() => ({}));
    // Browsers refuse their own `fetch` when it is called as a method of another object.
    this.#fetch = given ?? ((input, init) => fetch(input, init));
  }

  /**
   * Sends a request. After a 401, headers are asked for again; the request is sent once more if they are other ones, which is
   * safe for every method, because nothing was done.
   *
   * @returns an answer of any status, its body unread
   * @throws OrreryError when there is no answer, or a redirection
   */
  async send(sent: Sent): Promise<Response> {
    const headers = await this.#getHeaders({});
    const response = await this.#sendWith(sent, headers);
    if (response.status !== 401) return response;
    const others = await this.#getHeaders({ refused: headers });
    if (sameHeaders(headers, others)) return response;
    await response.body?.cancel();
    return this.#sendWith(sent, others);
  }

  /** Sends a request, and reads the JSON of its answer. @throws OrreryError for every other answer */
  async json<T>(sent: Sent): Promise<T> {
    const response = await this.send(sent);
    const text = await readText(response, sent);
    if (!response.ok) throw readError({ url: sent.url, response, text, requestId: sent.headers?.['x-request-id'] });
    try {
      return JSON.parse(text) as T; // answers have the shape that the description says
    } catch (cause) {
      throw notJson(sent.url, response, cause);
    }
  }

  /** Sends a request whose answer is read piece by piece. @throws OrreryError for an answer without success */
  async stream(sent: Sent): Promise<ReadableStream<Uint8Array>> {
    const response = await this.send(sent);
    const { url } = sent;
    if (!response.ok) {
      const text = await readText(response, sent);
      throw readError({ url, response, text, requestId: sent.headers?.['x-request-id'] });
    }
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    if (!isPage && response.body) return response.body;
    await response.body?.cancel();
    throw notJson(url, response, undefined);
  }

  async #sendWith({ url, headers, ...init }: Sent, own: HeaderValues): Promise<Response> {
    // A redirection is never followed: headers that hold a credential would go to the other server.
    const all = { ...headers, ...own };
    const request = { ...init, headers: all, redirect: 'manual', signal: init.signal ?? null } as const;
    const response = await onLine(() => this.#fetch(url, { ...request, body: init.body ?? null }), { ...init, url });
    if (response.type !== 'opaqueredirect' && !(response.status >= 300 && response.status < 400)) return response;
    await response.body?.cancel();
    const to = response.headers.get('location');
    const hint = to === null ? 'use the address that it redirects to' : `use ${withoutQuery(to)}`;
    throw new OrreryError(`${withoutQuery(url)} redirects to another address, which is not followed: ${hint}`, {
      status: response.status,
      code: 'client.redirected',
    });
  }
}

/** Reads a body to its end. @throws OrreryError when the line breaks before */
export function readText(response: Response, { url, signal }: Pick<Sent, 'url' | 'signal'>): Promise<string> {
  return onLine(() => response.text(), { url, signal });
}

/** Turns what `fetch` throws into an error of ours, but for the reason of an aborted signal. */
async function onLine<T>(act: () => Promise<T>, { url, signal }: Pick<Sent, 'url' | 'signal'>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw networkError(url, cause);
  }
}

/** The error of an answer that should be JSON, and is a page, or was cut. */
export function notJson(url: string, { status, headers }: Response, cause: unknown): OrreryError {
  const type = headers.get('content-type') ?? 'no type';
  const message = `${withoutQuery(url)} answered with ${type} that is no JSON: is this the address of the API?`;
  return new OrreryError(message, { status, code: 'client.not-json', cause });
}
