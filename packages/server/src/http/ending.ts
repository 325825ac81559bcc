import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '@orrery/kernel';
import { isProbe } from './health.ts';

export interface EndingSettings {
  /** How long running requests may take to finish once the service closes. */
  readonly finishWithinMs: number;
  /** Cancels what runs for the requests that are left; resolves when it is known to be gone. */
  readonly cancelRest: () => Promise<unknown>;
  readonly log: { info(facts: object, message: string): void };
}

/** Time for cancelled requests to answer their clients. */
const lastWordsMs = 1_000;
/** Longest wait for a cancellation. */
const cancelWithinMs = 4_000;

/**
 * The states of a service that ends.
 *
 * - *serving*.
 * - *announced*: probes report that it is not ready. All requests are still answered, and every answer ends its
 *   connection, so that clients turn to another server.
 * - *closing*, when the application closes: no new request is accepted, idle connections end, and running requests may
 *   finish.
 * - *cancelling*: requests that still run after a while are cancelled, and get an answer that says so.
 * - *ended*: no connection is left, not even one without any request (browsers open them in advance).
 */
export class Ending {
  readonly #settings: EndingSettings;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<object>();
  readonly #whenClosing: (() => void)[] = [];
  #isAnnounced = false;
  #isClosing = false;
  #finished = 0;
  #cancelled = 0;
  #onIdle: () => void = () => undefined;
  readonly #forget: (this: Socket) => void;

  constructor(settings: EndingSettings) {
    this.#settings = settings;
    const sockets = this.#sockets;
    // One function for all of them: there may be ten thousand.
    this.#forget = function () {
      sockets.delete(this);
    };
  }

  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  announce(): void {
    this.#isAnnounced = true;
  }

  /** Calls `work` when the service begins to close, before it looks whether anything still runs. */
  whenClosing(work: () => void): void {
    this.#whenClosing.push(work);
  }

  /** Waits for something that is no request, until `ended` is called with it. */
  began(work: object): void {
    this.#running.add(work);
  }

  ended(work: object): void {
    this.#running.delete(work);
    if (this.#running.size === 0) this.#onIdle();
  }

  attachTo(app: FastifyInstance): void {
    app.server.on('connection', (socket: Socket) => this.#keep(socket));
    app.server.on('request', (_request, response) => this.#follow(response));
    app.addHook('onRequest', async (request) => {
      if (this.#isClosing && !isProbe(request.url)) {
        throw new Unavailable('service.closing', 'The service is closing');
      }
    });
    app.addHook('onSend', async (_request, reply) => {
      if (this.#isAnnounced) reply.header('connection', 'close');
    });
    app.addHook('preClose', async () => this.#close());
  }

  #keep(socket: Socket): void {
    if (this.#isClosing) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', this.#forget);
  }

  #follow(response: ServerResponse): void {
    this.began(response);
    response.once('close', () => {
      if (this.#isAnnounced && response.writableFinished && this.#cancelled === 0) this.#finished += 1;
      this.ended(response);
    });
  }

  /** Closes the server in the background. It ends with the last connection. */
  #close(): void {
    this.#isAnnounced = true;
    this.#isClosing = true;
    for (const work of this.#whenClosing) work();
    void this.#finish().finally(() => {
      for (const socket of this.#sockets) socket.destroy();
      this.#settings.log.info({ finished: this.#finished, cancelled: this.#cancelled }, 'requests have ended');
    });
  }

  async #finish(): Promise<void> {
    const { finishWithinMs, cancelRest } = this.#settings;
    if (await this.#idleWithin(finishWithinMs)) return;
    this.#cancelled = this.#running.size;
    const cancelling = cancelRest().catch(() => undefined); // the code that closes the application handles this error
    await Promise.race([cancelling, this.#idleWithin(cancelWithinMs)]);
    await this.#idleWithin(lastWordsMs);
  }

  #idleWithin(ms: number): Promise<boolean> {
    if (this.#running.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms).unref();
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
