import type { ResultsSettings } from '../duckdb/index.ts';
import { EngineCancelled, EngineError } from '../engine.ts';
import type { EngineSource } from '../engine-source.ts';
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
  ToEngines,
} from './engine-messages.ts';
import { stopAtExit } from './stop-threads-at-exit.ts';
import { errorOf } from './thread-failure.ts';

export interface ThreadedEnginesSettings {
  readonly sources: ReadonlyMap<string, EngineSource>;
  /** Settings of the work above results of the sources. */
  readonly results: ResultsSettings;
  /** Maximum size of the rows of one answer. */
  readonly maxResultBytes: number;
  /** Called when a thread ended unexpectedly. */
  readonly onFault: (fault: Error) => void;
  /** Replaces the program in tests. */
  readonly program?: EngineProgram;
}

/**
 * The engines of one runtime, in a thread of their own: it runs statements and writes rows, and returns only bytes. The
 * next request replaces a thread that has ended.
 */
export class ThreadedEngines {
  readonly #settings: ThreadedEnginesSettings;
  readonly #threads = new Set<EngineThread>();
  #isClosed = false;
  #thread: EngineThread;

  /** Starts the thread at once, so that it loads its code in parallel with other threads. */
  constructor(settings: ThreadedEnginesSettings) {
    this.#settings = settings;
    this.#thread = this.#start();
  }

  /** The thread that takes requests. @throws EngineCancelled after closing */
  get working(): EngineThread {
    if (this.#isClosed) throw new EngineCancelled();
    if (!this.#thread.isWorking) this.#thread = this.#start();
    return this.#thread;
  }

  /** Ends the thread with its engines; the next request starts another. Call it only while no request runs. */
  async rest(): Promise<void> {
    await this.#thread.close();
  }

  /** Stops running requests; resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #start(): EngineThread {
    const { sources, results, maxResultBytes, onFault, program } = this.#settings;
    const thread = new EngineThread(program ?? engineProgram, { sources, results, maxResultBytes }, onFault);
    this.#threads.add(thread);
    void thread.ended.then(() => this.#threads.delete(thread));
    return thread;
  }
}

export interface EngineProgram {
  readonly file: URL;
  readonly resourceLimits: ResourceLimits;
}

export const engineProgram: EngineProgram = {
  file: new URL('./engine-worker.ts', import.meta.url),
  resourceLimits: {},
};

interface PendingRequest {
  readonly fulfil: (result: EngineResults[EngineRequest['kind']]) => void;
  readonly refuse: (error: Error) => void;
  readonly sink: RowSink | undefined;
}

/**
 * One thread that hosts engines, as seen from outside.
 *
 * - *working*: takes requests and answers each once, when no part of it runs any more.
 * - *ending*: closing on request, or broken by a fault of ours. It stops running requests and takes no new ones.
 * - *ended*: every unanswered request has failed with the reason.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, PendingRequest>();
  readonly #ended = Promise.withResolvers<void>();
  #lastId = 0;
  #isWorking = true;
  #fault: Error | undefined;

  /** @param onFault called when the thread ends without a request to close */
  constructor(program: EngineProgram, data: Omit<EngineThreadData, 'activity'>, onFault: (fault: Error) => void) {
    const activity = newActivity();
    const workerData: EngineThreadData = { ...data, activity };
    const { file, resourceLimits } = program;
    const worker = outsideRequests(() => new Worker(file, { workerData, resourceLimits }));
    const leave = stopAtExit({ activity, askToClose: () => this.#send({ kind: 'close' }) });
    const breakDown = (fault: Error) => {
      if (this.#isWorking) onFault(fault);
      this.#isWorking = false;
      this.#fault ??= fault;
    };
    worker.on('message', (message: FromEngines) => this.#take(message, breakDown));
    worker.on('error', breakDown);
    worker.on('exit', () => {
      leave();
      breakDown(new Error('the thread ended'));
      this.#end();
    });
    worker.unref();
    this.#worker = worker;
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether the thread takes requests. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

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
  ): Promise<EngineResults[Kind]> {
    if (signal?.aborted) return Promise.reject(new EngineCancelled());
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => this.#send({ kind: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    if (this.#asked.size === 0) this.#worker.ref();
    return new Promise<EngineResults[Kind]>((resolve, reject) => {
      // The thread answers a request with the result of its kind.
      const fulfil = resolve as PendingRequest['fulfil'];
      this.#asked.set(id, { fulfil, refuse: reject, sink });
      this.#send({ kind: 'request', id, request, inPieces: sink !== undefined });
      sink?.onAllowed((bytes) => this.#asked.has(id) && this.#send({ kind: 'allow', id, bytes }));
    }).finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Stops running requests; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#isWorking = false;
    this.#worker.ref();
    this.#send({ kind: 'close' });
    await this.#ended.promise;
  }

  #send(message: ToEngines): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromEngines, breakDown: (fault: Error) => void): void {
    switch (message.kind) {
      case 'pieces':
        return this.#asked.get(message.id)?.sink?.put(message.pieces);
      case 'done':
        return this.#leave(message.id)?.fulfil(message.result);
      case 'failed':
        return this.#leave(message.id)?.refuse(errorOf(message.failure));
      case 'broken':
        return breakDown(errorOf(message.failure));
      case 'closed':
        return void this.#worker.terminate();
    }
  }

  #leave(id: number): PendingRequest | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (this.#asked.size === 0 && this.#isWorking) this.#worker.unref();
    return asked;
  }

  #end(): void {
    const isOutOfMemory = this.#fault && 'code' in this.#fault && this.#fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = new EngineError(isOutOfMemory ? 'resource' : 'connection', this.#fault);
    for (const { refuse } of this.#asked.values()) refuse(reason);
    this.#asked.clear();
    this.#ended.resolve();
  }
}
