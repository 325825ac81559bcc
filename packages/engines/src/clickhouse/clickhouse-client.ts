import { isIP } from 'node:net';
import type { Statement, StatementParam } from '../engine.ts';
import type { HttpServer } from '../network/index.ts';
import { httpServer, isBusyStatus, repeatedRequest, ServerError } from '../network/index.ts';
import { answerPieces } from './answer-pieces.ts';
import type { ClickhouseSettings } from './clickhouse-settings.ts';
import { serverError } from './clickhouse-errors.ts';
import { laterSettings, sessionSettings } from './session-settings.ts';

const firstByteMs = 3_600_000; // the time limit of the statement ends it before
const pauseMs = 3_600_000;
/** Rows are read in pieces, so the sum has no bound of its own. */
const mostBytes = Number.MAX_SAFE_INTEGER;
/** Longest address; servers refuse one of a megabyte. Longer values go into the body. */
const longestAddress = 16 * 1024;
/** Length of the answers of refused requests that become part of the error. */
const mostSaid = 4000;
const codeHeader = 'x-clickhouse-exception-code';
/** The server runs as many statements as it may. */
const tooManyStatements = '202';
const unknownSetting = '115';

/** A request for the rows of a statement. */
export interface ClickhouseRequest {
  readonly statement: Pick<Statement, 'text' | 'params'>;
  readonly queryId: string;
  /** Time limit that the server keeps, too. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends statements by ClickHouse's HTTP interface: https://clickhouse.com/docs/interfaces/http */
export class ClickhouseClient {
  readonly #server: HttpServer;
  readonly #settings: ClickhouseSettings;
  readonly #address: URL;
  readonly #waitsMs: readonly number[] | undefined;
  /** Whether the server is not known to lack `laterSettings`. */
  #hasLaterSettings = true;

  /** @param waits replaced in tests @throws Error for a name that cannot be sent */
  constructor(given: ClickhouseSettings, waits?: readonly number[]) {
    const { host, port, tls, connectTimeoutMs, user } = given;
    if (user.includes(':')) throw new Error('the name of a user with a colon cannot be sent');
    this.#settings = given;
    this.#waitsMs = waits;
    const times = { connectMs: connectTimeoutMs, firstByteMs, pauseMs };
    this.#server = httpServer(given, { times, mostBytes, server: 'The ClickHouse server' });
    this.#address = new URL(
      `${tls.mode === 'off' ? 'http' : 'https'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    );
  }

  /**
   * Requests the rows of a statement, again where the server or a proxy is busy, or the connection is lost before the
   * answer.
   *
   * @returns the bytes of the answer in the row binary format, with names and types @throws EngineError
   */
  async rows({ statement, queryId, timeoutMs, signal }: ClickhouseRequest): Promise<AsyncIterable<Buffer>> {
    let tries = 0;
    let refused: Response | undefined;
    const ask = () =>
      repeatedRequest(
        async () => {
          tries += 1;
          await refused?.body?.cancel();
          // The server may run a statement of which only the answer was lost.
          if (tries > 1) await this.kill(queryId, signal).catch(() => undefined);
          const given = { queryId: `${queryId}-${tries}`, signal, seconds: timeoutMs / 1000 };
          refused = await this.#fetch(statement, given);
          return refused;
        },
        { waitsMs: this.#waitsMs, signal, isBusy, headersOf: ({ headers }) => headers },
      );
    let response = await ask();
    if (response.headers.get(codeHeader) === unknownSetting) {
      const message = (await response.text()).slice(0, mostSaid);
      const isLater = Object.keys(laterSettings).some((name) => message.includes(name));
      if (!isLater) throw serverError({ message, code: Number(unknownSetting) });
      this.#hasLaterSettings = false;
      refused = undefined;
      response = await ask();
    }
    await requireAnswer(response, statement.text);
    return answerPieces(response);
  }

  /** Ends a statement, and returns when it has ended. @param queryId of `rows` */
  async kill(queryId: string, signal: AbortSignal): Promise<void> {
    const text = 'KILL QUERY WHERE startsWith(query_id, {p1:String}) AND user = currentUser() SYNC';
    await this.#ask({ text, params: [`${queryId}-`] }, { signal, isChange: true });
  }

  /** Asks for one number. */
  async check(signal: AbortSignal): Promise<void> {
    await this.#ask({ text: 'SELECT 1', params: [] }, { signal });
  }

  close(): void {
    this.#server.close();
  }

  /** Sends a statement whose answer is not needed. */
  async #ask(statement: ClickhouseRequest['statement'], given: SendSettings): Promise<void> {
    const response = await this.#fetch(statement, given);
    await requireAnswer(response);
    await response.text();
  }

  #fetch({ text, params }: ClickhouseRequest['statement'], given: SendSettings): Promise<Response> {
    const { database, user, password } = this.#settings;
    const url = new URL(this.#address);
    const query = {
      database,
      default_format: 'RowBinaryWithNamesAndTypes',
      ...(given.queryId === undefined ? {} : { query_id: given.queryId }),
      ...sessionSettings,
      ...(this.#hasLaterSettings && given.queryId !== undefined ? laterSettings : {}),
      ...(given.seconds === undefined ? {} : timeLimits(given.seconds)),
      ...(given.isChange ? {} : { readonly: '2' }),
    };
    url.search = new URLSearchParams(query).toString();
    const values = new URLSearchParams(
      params.map((param, index): [string, string] => [`param_p${index + 1}`, written(param)]),
    );
    const isShort = values.size === 0 || values.toString().length + url.href.length < longestAddress;
    if (isShort) url.search = `${url.search}&${values.toString()}`;
    const { type, body } = isShort ? { type: 'text/plain; charset=utf-8', body: text } : form(text, values);
    // Other headers would lose spaces at the ends, and take no control characters.
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': type };
    return this.#server.fetch(url, { method: 'POST', body, headers, signal: given.signal });
  }
}

/** The server may wait as long for a reader that has no room as the statement may take. */
function timeLimits(seconds: number): Readonly<Record<string, string>> {
  return { max_execution_time: String(seconds), http_send_timeout: String(Math.ceil(seconds)) };
}

/** Whether nothing of the statement was answered, and it may be sent again. */
function isBusy({ status, headers }: Response): boolean {
  const code = headers.get(codeHeader);
  return code === null ? isBusyStatus(status) : code === tooManyStatements;
}

/** @param text of the statement @throws EngineError where the server or a proxy refuses the request */
async function requireAnswer(response: Response, text?: string): Promise<void> {
  const code = response.headers.get(codeHeader);
  if (response.status === 200 && code === null) return;
  const message = (await response.text()).slice(0, mostSaid);
  if (code !== null) throw serverError({ message, code: Number(code), ...(text === undefined ? {} : { text }) });
  if (message.startsWith('Code: ')) throw serverError({ message });
  const reason = `The ClickHouse server answers with status ${response.status}: ${message.trim()}`;
  throw new ServerError('dropped', reason);
}

interface SendSettings {
  readonly signal: AbortSignal;
  readonly queryId?: string;
  readonly seconds?: number;
  /** Whether the request is more than a reading one. */
  readonly isChange?: true;
}

/** A value as the server reads it: a text with escapes. */
function written(param: StatementParam): string {
  if (param === null) return String.raw`\N`;
  return String(param).replaceAll(/[\\\t\n\r\0\b\f']/g, (character) => escapes[character] ?? `\\${character}`);
}

const escapes: Readonly<Record<string, string>> = {
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\0': String.raw`\0`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
};

/** A body of several parts, for values that an address has no room for. */
function form(text: string, values: URLSearchParams): { readonly type: string; readonly body: string } {
  const boundary = `----${crypto.randomUUID()}`;
  const parts = [['query', text] as const, ...values].map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}
