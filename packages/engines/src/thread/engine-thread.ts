import { EngineCancelled, EngineError } from '../engine.ts';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { RowSink } from '../encode/index.ts';
import { outsideRequests } from '@orrery/kernel';
import { newActivity } from './engine-activity.ts';
import type {
  EngineRequest,
  EngineRequestOf,
  EngineResults,
  EngineThreadData,
  FromEngines,
  EngineHostSettings,
  ToEngines,
} from './engine-messages.ts';
import { stopAtExit } from './stop-threads-at-exit.ts';
import { errorOf } from './thread-failure.ts';

export interface EngineProgram {
  readonly file: URL;
  readonly resourceLimits: ResourceLimits;
}

const engineProgram: EngineProgram = {
  file: new URL('./engine-worker.ts', import.meta.url),
  resourceLimits: {},
};

/** The engines of one runtime in a thread. */
export interface HostedEngines {
  /** Whether they take requests. */
  readonly isWorking: boolean;
  /**
   * Settles when no part of the request runs any more, also when `signal` fires meanwhile.
   *
   * @param sink takes long rows while they are written; the result holds the rest of them
   * @throws EngineError, EngineCancelled, ResultTooLarge; ResultsError for failures of the work above blocks
   */
  request<Kind extends EngineRequest['kind']>(
    request: EngineRequestOf<Kind>,
    signal?: AbortSignal,
    sink?: RowSink,
  ): Promise<EngineResults[Kind]>;
  /** Gives back the memory that idle engines keep for their next statement. @throws EngineError when the thread ends */
  empty(): Promise<void>;
  /** Stops running requests and closes the engines. */
  close(): Promise<void>;
  /** Resolves when the engines are closed, or when their thread has ended. */
  readonly closed: Promise<void>;
}

interface Host {
  /** Called when the thread ends without a request to close. */
  readonly onFault: (fault: Error) => void;
  readonly closed: PromiseWithResolvers<void>;
  /** Whether its closing has begun. */
  isLeaving: boolean;
}

interface PendingRequest {
  readonly fulfil: (result: EngineResults[EngineRequest['kind']]) => void;
  readonly refuse: (error: Error) => void;
  readonly sink: RowSink | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * One thread that hosts the engines of runtimes, as seen from outside.
 *
 * - *working*: takes hosts and requests, and answers each request once, when no part of it runs any more.
 * - *ending*: closing on request, or broken by a fault of ours. It stops running requests and takes no new ones.
 * - *ended*: every unanswered request has failed with the reason.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #hosts = new Map<number, Host>();
  readonly #asked = new Map<number, PendingRequest>();
  readonly #ended = Promise.withResolvers<void>();
  #lastHost = 0;
  #lastId = 0;
  #isWorking = true;
  #fault: Error | undefined;

  constructor({ file, resourceLimits }: EngineProgram = engineProgram) {
    const activity = newActivity();
    const workerData: EngineThreadData = { activity };
    const worker = outsideRequests(() => new Worker(file, { workerData, resourceLimits }));
    const leave = stopAtExit({ activity, askToClose: () => this.#send({ kind: 'close' }) });
    worker.on('message', (message: FromEngines) => this.#take(message));
    worker.on('error', (error) => this.#breakDown(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => {
      leave();
      this.#breakDown(new Error('the thread ended'));
      this.#end();
    });
    worker.unref();
    this.#worker = worker;
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether the thread takes hosts. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** @param onFault called when the thread ends without a request to close */
  host(settings: EngineHostSettings, onFault: (fault: Error) => void): HostedEngines {
    this.#lastHost += 1;
    const number = this.#lastHost;
    const host: Host = { onFault, closed: Promise.withResolvers<void>(), isLeaving: false };
    this.#hosts.set(number, host);
    this.#send({ kind: 'host', host: number, settings });
    const isWorking = () => this.#isWorking && !host.isLeaving;
    return {
      get isWorking() {
        return isWorking();
      },
      request: (request, signal, sink) => this.#request(number, request, signal, sink),
      empty: () => this.#empty(number),
      close: () => this.#leave(number, host),
      closed: host.closed.promise,
    };
  }

  /** Stops all running requests; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#isWorking = false;
    this.#worker.ref();
    this.#send({ kind: 'close' });
    await this.#ended.promise;
  }

  #request<Kind extends EngineRequest['kind']>(
    host: number,
    request: EngineRequestOf<Kind>,
    signal?: AbortSignal,
    sink?: RowSink,
  ): Promise<EngineResults[Kind]> {
    if (signal?.aborted) return Promise.reject(new EngineCancelled());
    const id = this.#nextId();
    const cancel = () => this.#send({ kind: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise<EngineResults[Kind]>((resolve, reject) => {
      // The thread answers a request with the result of its kind.
      const fulfil = resolve as PendingRequest['fulfil'];
      let allowedBytes = sink && 0;
      sink?.onAllowed((bytes) => {
        allowedBytes = bytes; // what the sink reports at once goes with the request
        if (this.#asked.has(id)) this.#send({ kind: 'allow', id, bytes });
      });
      this.#asked.set(id, { fulfil, refuse: reject, sink, signal });
      this.#send({ kind: 'request', host, id, request, allowedBytes });
    }).finally(() => signal?.removeEventListener('abort', cancel));
  }

  #empty(host: number): Promise<void> {
    const id = this.#nextId();
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { fulfil: () => resolve(), refuse: reject, sink: undefined, signal: undefined });
      this.#send({ kind: 'empty', host, id });
    });
  }

  #nextId(): number {
    if (this.#asked.size === 0) this.#worker.ref();
    this.#lastId += 1;
    return this.#lastId;
  }

  async #leave(number: number, host: Host): Promise<void> {
    host.isLeaving = true;
    if (this.#hosts.has(number)) {
      this.#worker.ref();
      this.#send({ kind: 'leave', host: number });
    }
    await host.closed.promise;
  }

  #send(message: ToEngines): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromEngines): void {
    switch (message.kind) {
      case 'pieces':
        return this.#asked.get(message.id)?.sink?.put(message.pieces);
      case 'done':
        return this.#settle(message.id)?.fulfil(message.result);
      case 'failed':
        return this.#fail(message.id, errorOf(message.failure));
      case 'emptied':
        return this.#settle(message.id)?.fulfil(undefined);
      case 'left':
        return this.#closed(message.host, message.failure && errorOf(message.failure));
      case 'broken':
        return this.#breakDown(errorOf(message.failure));
      case 'closed':
        return void this.#worker.terminate();
    }
  }

  #settle(id: number): PendingRequest | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    this.#restWhenIdle();
    return asked;
  }

  /** Refuses a request; one that ended because the thread is broken, and not by its caller, gets the fault. */
  #fail(id: number, error: Error): void {
    const asked = this.#settle(id);
    const isOfFault = this.#fault !== undefined && error instanceof EngineCancelled && !asked?.signal?.aborted;
    asked?.refuse(isOfFault ? new EngineError('connection', this.#fault) : error);
  }

  #closed(number: number, failure?: Error): void {
    const host = this.#hosts.get(number);
    this.#hosts.delete(number);
    if (failure) host?.onFault(failure);
    host?.closed.resolve();
    this.#restWhenIdle();
  }

  /** Lets the process end while nothing waits for the thread. */
  #restWhenIdle(): void {
    const isLeft = [...this.#hosts.values()].some(({ isLeaving }) => isLeaving);
    if (this.#asked.size === 0 && !isLeft && this.#isWorking) this.#worker.unref();
  }

  #breakDown(fault: Error): void {
    const hurt = this.#isWorking ? [...this.#hosts.values()].filter(({ isLeaving }) => !isLeaving) : [];
    this.#isWorking = false;
    this.#fault ??= fault;
    for (const { onFault } of hurt) onFault(fault);
  }

  #end(): void {
    const isOutOfMemory = this.#fault && 'code' in this.#fault && this.#fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = new EngineError(isOutOfMemory ? 'resource' : 'connection', this.#fault);
    for (const { refuse } of this.#asked.values()) refuse(reason);
    this.#asked.clear();
    for (const { closed } of this.#hosts.values()) closed.resolve();
    this.#hosts.clear();
    this.#ended.resolve();
  }
}
