import { type HttpServer, httpServer, isBusyStatus, repeatedRequest, ServerError } from '../network/index.ts';
import { type TrinoPage, readPage } from './page.ts';
import type { TrinoSettings } from './trino-settings.ts';

/** The server answers within a second when it has nothing new, and later when it is under load. */
const firstByteMs = 60_000;
const pauseMs = 60_000;
/** Largest answer: the server makes pages of 16 MB at most, and larger ones of a single row. */
const mostBytes = 128 * 1024 * 1024;
const statementPath = '/v1/statement';
/** Length of the answers of refused requests that become part of the error. */
const mostSaid = 300;

/** Sends the requests of Trino's protocol: https://trino.io/docs/current/develop/client-protocol.html */
export class TrinoClient {
  readonly #server: HttpServer;
  readonly #address: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #waitsMs: readonly number[] | undefined;

  /** @param waits replaced in tests @throws Error for credentials without TLS */
  constructor(settings: TrinoSettings, waits?: readonly number[]) {
    const { host, port, tls, login } = settings;
    if (login.kind !== 'none' && tls.mode === 'off') throw new Error('credentials are only sent over TLS');
    const times = { connectMs: settings.connectTimeoutMs, firstByteMs, pauseMs };
    const own = login.kind === 'certificate' ? { own: login } : {};
    this.#server = httpServer({ ...settings, ...own }, { times, mostBytes, server: 'The Trino server' });
    this.#address = new URL(`${tls.mode === 'off' ? 'http' : 'https'}://${isSix(host) ? `[${host}]` : host}:${port}`);
    this.#headers = headersOf(settings);
    this.#waitsMs = waits;
  }

  /** A statement that nothing was sent of yet. @param signal ends its requests */
  query(text: string, signal: AbortSignal): TrinoQuery {
    return new TrinoQuery(text, { address: this.#address, send: (url, init) => this.#send(url, { ...init, signal }) });
  }

  close(): void {
    this.#server.close();
  }

  /** @returns the text of an answer, empty where it has none @throws Error for any other status than 200 and 204 */
  async #send(url: URL, { signal, ...init }: RequestInit & { readonly signal: AbortSignal }): Promise<string> {
    const answer = await repeatedRequest(() => this.#fetch(url, { ...init, signal }), {
      waitsMs: this.#waitsMs,
      signal,
      isBusy: ({ status }) => isBusyStatus(status),
      headersOf: ({ headers }) => headers,
    });
    if (answer.status === 200) return answer.text;
    if (answer.status === 204) return '';
    throw refusedBy(answer);
  }

  /** A page is kept until the next one, so that it may be read again after a lost answer. */
  async #fetch(url: URL, init: RequestInit): Promise<HttpAnswer> {
    const response = await this.#server.fetch(url, { ...init, headers: this.#headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface TrinoQuerySettings {
  readonly address: URL;
  readonly send: (url: URL, init: RequestInit) => Promise<string>;
}

/** One statement and its pages, each of which names the next one. */
export class TrinoQuery {
  readonly #text: string;
  readonly #settings: TrinoQuerySettings;
  #next: URL | undefined;
  #id: string | undefined;

  constructor(text: string, settings: TrinoQuerySettings) {
    this.#text = text;
    this.#settings = settings;
  }

  /** Whether there are pages left. */
  get hasNext(): boolean {
    return this.#next !== undefined || this.#id === undefined;
  }

  /** The name of the statement at the server, once it has answered with a name that can be kept. */
  get id(): string | undefined {
    return this.#id !== undefined && /^\w{1,100}$/.test(this.#id) ? this.#id : undefined;
  }

  /** Asks for the next page, which the first time hands in the statement. @throws Error without an answer that can be used */
  async next(): Promise<TrinoPage> {
    const asked = this.#next;
    const { address, send } = this.#settings;
    const text = await (asked === undefined
      ? send(new URL(statementPath, address), { method: 'POST', body: this.#text })
      : send(asked, {}));
    const page = readPage(text);
    const next = page.nextUri === undefined ? undefined : ownAddress(page.nextUri, address);
    if (asked !== undefined && next !== undefined && !isAfter(next.pathname, asked.pathname))
      throw new Error('the server sent a page twice');
    this.#id = page.id;
    this.#next = next;
    return page;
  }

  /** Asks the server to end the statement. The next page then tells that it has. */
  async cancel(): Promise<void> {
    if (this.#next !== undefined) await this.#settings.send(this.#next, { method: 'DELETE' });
  }
}

/** Credentials go to no other server than the one of the settings. @throws Error */
function ownAddress(text: string, address: URL): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwn = url?.origin === address.origin && url.username === '' && url.password === '';
  if (isOwn && url.pathname.startsWith(`${statementPath}/`)) return url;
  throw new Error(
    `the server continues at ${url?.origin ?? 'no address'}, and not at ${address.origin}: credentials go only there. Behind a proxy it needs http-server.process-forwarded=true`,
  );
}

/** Pages are counted in the last part of their path: first those of the queue, then from the start those of the rows. */
function isAfter(next: string, asked: string): boolean {
  const isQueued = (path: string) => path.startsWith(`${statementPath}/queued/`);
  const numberOf = (path: string) => Number(path.slice(path.lastIndexOf('/') + 1));
  return isQueued(next) === isQueued(asked) ? numberOf(next) > numberOf(asked) : isQueued(asked);
}

function refusedBy({ status, text }: HttpAnswer): Error {
  return new ServerError(
    'dropped',
    `The Trino server answers with status ${status}: ${text.slice(0, mostSaid).trim()}`,
  );
}

function headersOf(settings: TrinoSettings): Readonly<Record<string, string>> {
  const { user, login, sessionUser, catalog, schema, roles, clientTags, applicationName } = settings;
  return {
    'X-Trino-User': sessionUser ?? user,
    ...authorization(user, login),
    'X-Trino-Source': applicationName,
    'X-Trino-Catalog': catalog,
    ...(schema === undefined ? {} : { 'X-Trino-Schema': schema }),
    ...(clientTags.length === 0 ? {} : { 'X-Trino-Client-Tags': clientTags.join(',') }),
    ...(roles.length === 0
      ? {}
      : {
          'X-Trino-Role': roles
            .map(({ catalog: of, role }) => `${of}=${encodeURIComponent(`ROLE{${role}}`)}`)
            .join(','),
        }),
    // Texts of zones, days and months do not depend on the server's own settings.
    'X-Trino-Time-Zone': 'UTC',
    'X-Trino-Language': 'en-US',
    // Without them, times are rounded to milliseconds, and values of the type NUMBER are texts.
    'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME,NUMBER',
  };
}

function authorization(user: string, login: TrinoSettings['login']): Readonly<Record<string, string>> {
  if (login.kind === 'password')
    return { Authorization: `Basic ${Buffer.from(`${user}:${login.password}`).toString('base64')}` };
  return login.kind === 'token' ? { Authorization: `Bearer ${login.token}` } : {};
}

function isSix(host: string): boolean {
  return host.includes(':');
}
