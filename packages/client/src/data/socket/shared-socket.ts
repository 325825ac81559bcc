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

/** What is used of the sockets of browsers. */
interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export type SocketClass = new (url: string) => Socket;

interface Place {
  readonly url: string;
  readonly Socket: SocketClass;
  readonly getHeaders: GetHeaders;
  readonly retry: Retry | undefined;
}

interface Subscription extends Pick<AskOptions, 'onProgress'> {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly newest: Newest<unknown>;
}

type Message = Readonly<Record<string, unknown>>;

/** The server forgets a subscription that is not repeated for four of these. */
const heartbeatMs = 60_000;
const silentHeartbeats = 4;

/** Codes of a socket that is closed for good, and of one whose token is over. */
const tooBig = 1009;
const unauthorized = new Set([1008, 4401]);

/**
 * One socket for the subscriptions of a client. Without subscriptions it is closed. With the first one it opens, sends the
 * token, and after the handshake all that is subscribed to; once more after each break. A token that is refused is asked for once
 * again. Breaks are waited out like those of requests; when the last attempt has failed, every subscription fails.
 */
export class SharedSocket {
  readonly #place: Place;
  readonly #open = new Map<string, Subscription>();
  #retries: Retries;
  #socket: Socket | undefined;
  #isReady = false;
  #headers: HeaderValues | undefined;
  #refused: HeaderValues | undefined;
  #lastId = 0;
  #heardAt = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(place: Place) {
    this.#place = place;
    this.#retries = new Retries(place.retry);
  }

  /** Yields the answers to parameters of `load` as they come. @throws OrreryError, the reason of the signal */
  async *subscribe(
    parameters: Subscription['parameters'],
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
      socket.onmessage = ({ data }) => this.#hear(String(data));
      socket.onclose = ({ code, reason }) => {
        if (this.#socket === socket) this.#closed(code, reason);
      };
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
    if (waitsFor) return subscription.onProgress?.(waitsFor);
    if (status === 200) return subscription.newest.put(body);
    const error = this.#errorOf(body, status);
    if (error.isTransient) return; // the server runs it again
    this.#open.delete(id);
    subscription.newest.fail(error);
  }

  #begin(): void {
    this.#isReady = true;
    this.#refused = undefined;
    this.#retries.restart();
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

  #send(message: Message): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** A token is refused once before its subscriptions fail. */
  #refuse(body: unknown, status: number): void {
    const isSecond = this.#refused !== undefined;
    this.#refused = this.#headers;
    const socket = this.#socket;
    this.#forget();
    socket?.close();
    if (isSecond) this.#failAll(this.#errorOf(body, status));
    else void this.#connect();
  }

  #closed(code: number, reason: string): void {
    if (unauthorized.has(code)) return this.#refuse({ error: reason || 'The token is not good any more' }, 401);
    this.#forget();
    if (this.#open.size === 0) return;
    if (code === tooBig) return this.#failAll(this.#errorOf({ error: 'The query is too large for a socket' }, 413));
    const broken = networkError(this.#place.url, new Error(`the socket was closed with ${code}`));
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
    socket?.close(1000);
  }

  #forget(): void {
    clearInterval(this.#heartbeat);
    this.#socket = undefined;
    this.#isReady = false;
  }

  #errorOf(body: unknown, status: number): OrreryError {
    const fields = typeof body === 'object' && body !== null ? (body as Message) : {};
    return errorOfBody(fields, { url: this.#place.url, status });
  }
}

/** Nothing, for a text that is no JSON object: no server of ours sends one. */
function objectIn(text: string): Message {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Message) : {};
  } catch {
    return {};
  }
}
