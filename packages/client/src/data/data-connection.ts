import {
  type ConnectionOptions,
  type GetHeaders,
  pause,
  requestIds,
  type Retry,
  type Send,
  sender,
  sendForJson,
  sendForStream,
  type Sent,
  type Token,
  tokenHeaders,
  withRetries,
} from '../http/index.ts';
import type { AskOptions, Progress } from './data-types.ts';

export interface DataConnectionOptions extends Omit<ConnectionOptions, 'getHeaders'> {
  /** Address of the API: `https://orrery.example.com/cubejs-api/v1`. */
  readonly apiUrl: string;
  /** A token of the Data API, or a function that gets one: called before the first request, and again after a 401. */
  readonly token: Token;
  readonly retry?: Retry | undefined;
}

type BodyFields = Readonly<Record<string, unknown>>;

/** The minimum time between two requests to a server that should wait but answers at once, so that no loop runs hot. */
const shortestWaitMs = 200;

/** An answer, or what the server still waits for. */
export type AnswerOrWait<T> = { readonly answer: T } | { readonly waitsFor: Progress };

/** Asks the Data API. Every request is a read, so that all of them may be repeated. */
export class DataConnection {
  readonly #send: Send;
  readonly #apiUrl: string;
  readonly #retry: Retry | undefined;
  /** The token of a request, as headers. */
  readonly getHeaders: GetHeaders;

  constructor({ apiUrl, token, retry, fetch }: DataConnectionOptions) {
    this.getHeaders = tokenHeaders(token);
    this.#send = sender({ getHeaders: this.getHeaders, fetch });
    this.#apiUrl = apiUrl.replace(/\/+$/, '');
    this.#retry = retry;
  }

  /** Address of an endpoint. */
  urlOf(endpoint: string): string {
    return `${this.#apiUrl}/${endpoint}`;
  }

  /** Gets what needs no waiting. */
  get<T>(endpoint: string, { signal }: AskOptions): Promise<T> {
    const nextId = requestIds();
    const sent = { url: this.urlOf(endpoint), method: 'GET', signal };
    const attempt = () => sendForJson<T>(this.#send, { ...sent, headers: { 'x-request-id': nextId() } });
    return withRetries(attempt, this.#retry, signal);
  }

  /** Posts parameters, and asks again while the answer is not there. */
  post<T>(endpoint: string, parameters: BodyFields, options: AskOptions): Promise<T> {
    return this.#untilThere(endpoint, parameters, options, async (sent) => {
      const answer = await sendForJson<T>(this.#send, sent);
      const waitsFor = progressIn(answer);
      return waitsFor ? { waitsFor } : { answer };
    });
  }

  /**
   * Posts parameters, and hands over the answer once it begins.
   *
   * @param begin reads the beginning of a body, and says whether the answer is there
   */
  stream<T>(
    endpoint: string,
    parameters: BodyFields,
    options: AskOptions,
    begin: (body: ReadableStream<Uint8Array>) => Promise<AnswerOrWait<T>>,
  ): Promise<T> {
    return this.#untilThere(endpoint, parameters, options, async (sent) =>
      begin(await sendForStream(this.#send, sent)),
    );
  }

  async #untilThere<T>(
    endpoint: string,
    parameters: BodyFields,
    { signal, onProgress }: AskOptions,
    ask: (sent: Sent) => Promise<AnswerOrWait<T>>,
  ): Promise<T> {
    const post = { url: this.urlOf(endpoint), method: 'POST', body: JSON.stringify(parameters), signal };
    const nextId = requestIds();
    const attempt = () => ask({ ...post, headers: { 'content-type': 'application/json', 'x-request-id': nextId() } });
    for (;;) {
      const started = performance.now();
      const outcome = await withRetries(attempt, this.#retry, signal);
      if ('answer' in outcome) return outcome.answer;
      onProgress?.(outcome.waitsFor);
      const tookMs = performance.now() - started;
      if (tookMs < shortestWaitMs) await pause(shortestWaitMs - tookMs, signal);
    }
  }
}

/** Reads what an answer says to be waiting for. @returns `undefined` for an answer that is there */
export function progressIn(answer: unknown): Progress | undefined {
  const { error, stage, timeElapsed } = (answer ?? {}) as BodyFields; // of JSON
  if (error !== 'Continue wait') return undefined;
  return {
    stage: typeof stage === 'string' ? stage : undefined,
    elapsedMs: typeof timeElapsed === 'number' ? timeElapsed : undefined,
  };
}
