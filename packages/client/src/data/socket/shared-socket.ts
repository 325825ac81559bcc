import {
  errorOfBody,
  type GetHeaders,
  type HeaderValues,
  networkError,
  OrreryError,
  Retries,
  type Retry,
} from '../../http/index.ts';
import { progressIn } from '../data-connection.ts';
import type { AskOptions } from '../data-types.ts';
import { Newest } from './newest.ts';

/** The part of a socket that is used, of browsers and of the package `ws`. */
interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export type SocketClass = new (url: string) => Socket;

interface SocketAddress {
  readonly url: string;
  readonly Socket: SocketClass;
  readonly getHeaders: GetHeaders;
  readonly retry: Retry | undefined;
}

interface QuerySubscription extends Pick<AskOptions, 'onProgress'> {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly newest: Newest<unknown>;
}

type SocketMessage = Readonly<Record<string, unknown>>;

/** The server forgets a subscription that is not repeated for four of these. */
const heartbeatMs = 60_000;
const silentHeartbeats = 4;

/** Codes of a socket that is closed for good, and of one whose token is over. */
const tooBig = 1009;
const unauthorized = 4401;

/** Status of a subscription that the server has no room for, and does not keep. */
const tooMany = 429;

/**
 * One socket for the subscriptions of a client. Without subscriptions it is closed. With the first one it opens, sends the
 * token, and after the handshake all that is subscribed to; once more after each break. A token that is refused is asked for once
 * again, and another one once an answer came in between. Breaks are waited out like those of requests, with longer waits until an
 * answer comes; when the last attempt has failed, every subscription fails.
 */
export class SharedSocket {
  readonly #place: SocketAddress;
  readonly #open = new Map<string, QuerySubscription>();
  #retries: Retries;
  #socket: Socket | undefined;
  #isReady = false;
  #headers: HeaderValues | undefined;
  /** Headers that were refused since the last answer. */
  #refused: HeaderValues | undefined;
  /** Whether a token of this run of subscriptions was refused before. */
  #wasRefused = false;
  #lastId = 0;
  #heardAt = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(place: SocketAddress) {
    this.#place = place;
    this.#retries = new Retries(place.retry);
  }

  /** Yields the answers to parameters of `load` as they come. @throws OrreryError, the reason of the signal */
  async *subscribe(
    parameters: QuerySubscription['parameters'],
    { signal, onProgress }: AskOptions,
  ): AsyncGenerator<unknown, void> {
    signal?.throwIfAborted();
    const id = String((this.#lastId += 1));
    const newest = new Newest<unknown>();
    const stop = () => newest.fail(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    this.#open.set(id, { parameters, newest, onProgress });
    try {
      if (this.#isReady) this.#sendSubscription(id);
      else if (!this.#socket) void this.#connect();
      for (;;) yield await newest.next();
    } finally {
      signal?.removeEventListener('abort', stop);
      if (this.#open.delete(id) && this.#isReady) this.#send({ unsubscribe: id });
      if (this.#open.size === 0) this.#leave();
    }
  }

  async #connect(): Promise<void> {
    const { url, Socket, getHeaders } = this.#place;
    try {
      const headers = await getHeaders(this.#refused ? { refused: this.#refused } : {});
      if (this.#open.size === 0 || this.#socket) return;
      this.#headers = headers;
      const socket = new Socket(url);
      this.#socket = socket;
      socket.onopen = () => this.#send({ authorization: headers['authorization'] });
      socket.onmessage = ({ data }: { readonly data: unknown }) => {
        if (this.#socket === socket) this.#hear(String(data));
      };
      socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) => {
        if (this.#socket === socket) this.#closed(code, reason);
      };
      socket.onerror = () => {}; // it is closed next; `ws` throws an error that nobody hears
    } catch (error) {
      this.#failAll(error);
    }
  }

  #hear(text: string): void {
    this.#heardAt = performance.now();
    const message = objectIn(text);
    if (message['handshake'] === true) return this.#begin();
    const { messageId, status, message: body } = message;
    if (typeof status !== 'number') return; // of a message that is processed
    const id = typeof messageId === 'string' ? messageId : undefined;
    if (id === undefined || status === 401) {
      return status === 401 || status === 403 ? this.#refuse(body, status) : undefined;
    }
    const subscription = this.#open.get(id);
    if (!subscription) return; // it was left meanwhile
    const waitsFor = progressIn(body);
    const error = waitsFor || status === 200 ? undefined : this.#errorOf(body, status);
    if (error?.isTransient && status !== tooMany) return; // the server runs it again
    this.#refused = undefined;
    this.#retries.restart();
    if (waitsFor) return subscription.onProgress?.(waitsFor);
    if (!error) return subscription.newest.put(body);
    this.#open.delete(id);
    this.#send({ unsubscribe: id });
    subscription.newest.fail(error);
  }

  #begin(): void {
    this.#isReady = true;
    for (const id of this.#open.keys()) this.#sendSubscription(id);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
  }

  /** Repeats subscriptions, so that the server keeps them; a line that is silent for long is broken. */
  #beat(): void {
    if (performance.now() - this.#heardAt > silentHeartbeats * heartbeatMs) {
      const silent = this.#socket;
      this.#closed(1006, 'silent');
      silent?.close();
      return;
    }
    for (const id of this.#open.keys()) this.#sendSubscription(id);
  }

  #sendSubscription(id: string): void {
    this.#send({ messageId: id, method: 'subscribe', params: this.#open.get(id)?.parameters });
  }

  #send(message: SocketMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** A token is refused once before its subscriptions fail. The first other one is tried at once, others after a wait. */
  #refuse(body: unknown, status: number): void {
    const isSecond = this.#refused !== undefined;
    const isFirstOfAll = !this.#wasRefused;
    this.#refused = this.#headers ?? {};
    this.#wasRefused = true;
    const socket = this.#socket;
    this.#forget();
    socket?.close();
    if (isSecond) this.#failAll(this.#errorOf(body, status));
    else if (isFirstOfAll) void this.#connect();
    else this.#connectLater('token refused');
  }

  #closed(code: number, reason: string): void {
    if (code === unauthorized) return this.#refuse({ error: reason || 'The token is not good any more' }, 401);
    this.#forget();
    if (this.#open.size === 0) return;
    if (code === tooBig) return this.#failAll(this.#errorOf({ error: 'The query is too large for a socket' }, 413));
    this.#connectLater(`socket closed with ${code}`);
  }

  #connectLater(why: string): void {
    const broken = networkError(this.#place.url, new Error(why));
    this.#retries.pause(broken, undefined).then(
      () => this.#connect(),
      (error: unknown) => this.#failAll(error),
    );
  }

  #failAll(error: unknown): void {
    for (const { newest } of this.#open.values()) newest.fail(error);
    this.#open.clear();
    this.#leave();
  }

  #leave(): void {
    const socket = this.#socket;
    this.#forget();
    this.#refused = undefined;
    this.#wasRefused = false;
    this.#retries.restart();
    socket?.close(1000);
  }

  #forget(): void {
    clearInterval(this.#heartbeat);
    this.#socket = undefined;
    this.#isReady = false;
  }

  #errorOf(body: unknown, status: number): OrreryError {
    const fields = typeof body === 'object' && body !== null ? (body as SocketMessage) : {};
    return errorOfBody(fields, { url: this.#place.url, status });
  }
}

/** Parses a JSON object; other texts, which no server of ours sends, give an empty one. */
function objectIn(text: string): SocketMessage {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as SocketMessage) : {};
  } catch {
    return {};
  }
}
