import { type ResourceLimits, Worker } from 'node:worker_threads';
import { outsideRequests } from '../scope/index.ts';
import { type RequestOwner, FairQueue } from './fair-queue.ts';

export interface ThreadProgram {
  /** Tells `ready` when it has loaded what it needs, and answers each message with a `SerialAnswer`. */
  readonly file: URL;
  readonly resourceLimits: ResourceLimits;
}

/** The answer of a program. */
export type SerialAnswer<Answer> =
  | { readonly kind: 'ready' }
  /** A program that is spent can answer nothing more. */
  | { readonly kind: 'answered'; readonly answer: Answer; readonly isSpent: boolean }
  | { readonly kind: 'failed'; readonly message: string };

export interface ThreadLimits {
  /** Begins when the thread is ready. A request that takes longer fails, and the thread ends. */
  readonly answerWithinMs: number;
  /** Processor time of a request; one that takes more fails, and the thread ends. Absent: unbounded. */
  readonly processorMs?: number;
  /** The maximum time for the thread to start. */
  readonly startWithinMs: number;
  /** The thread ends when nothing was asked for so long. */
  readonly keepForMs: number;
  /** The maximum size of all requests that wait; a request that would exceed it fails. */
  readonly waitingSize: number;
  /** Bounds the size of all waiting requests of one caller together. Absent: `waitingSize`. */
  readonly waitingSizeOfCaller?: number;
}

interface QueuedRequest<Request, Answer> {
  readonly request: Request;
  readonly size: number;
  readonly asker: RequestOwner;
  readonly moved: readonly ArrayBuffer[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const nobody: RequestOwner = { account: '', caller: '' };

/** Time after which the processor time of a request is looked at: most have their answer before. */
const firstLookMs = 100;

/**
 * A thread that runs one request after the other, in turns of accounts and callers. A request may hang or crash it.
 *
 * States: *idle* before the first request and some time after the last one, without a thread; *running* with one
 * request in the thread, while others wait here; *closed*. When the thread fails or takes too long, the request in it
 * fails, and the next one gets another thread.
 */
export class SerialThread<Request, Answer> {
  readonly #program: ThreadProgram;
  readonly #limits: ThreadLimits;
  readonly #waiting = new FairQueue<QueuedRequest<Request, Answer>>();
  #waitingSize = 0;
  readonly #waitingOf = new Map<string, number>();
  #worker: Worker | undefined;
  #isReady = false;
  #running: QueuedRequest<Request, Answer> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(program: ThreadProgram, limits: ThreadLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Whether there is a thread. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Asks after earlier requests of the caller, and by turns with those of others.
   *
   * @param size counts towards `waitingSize` @param moved memory of the request that is handed over to the thread
   * @throws when the thread fails or is closed, or too much waits
   */
  ask(request: Request, size = 1, asker = nobody, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('the thread is closed'));
    if (this.#waitingSize + size > this.#limits.waitingSize)
      return Promise.reject(new Error('too much waits for the thread'));
    const own = (this.#waitingOf.get(nameOf(asker)) ?? 0) + size;
    if (own > (this.#limits.waitingSizeOfCaller ?? this.#limits.waitingSize))
      return Promise.reject(new Error('too much of the caller waits for the thread'));
    return new Promise((resolve, reject) => {
      this.#waiting.add(asker, { request, size, asker, moved, resolve, reject });
      this.#waitingSize += size;
      this.#waitingOf.set(nameOf(asker), own);
      this.#next();
    });
  }

  /** Ends the thread; requests in it and before it fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Error('the thread is closed');
    for (const { reject } of this.#waiting.clear()) reject(closed);
    this.#waitingSize = 0;
    this.#waitingOf.clear();
    await this.#end(closed);
  }

  #next(): void {
    if (this.#running) return;
    clearTimeout(this.#timer);
    for (;;) {
      const next = this.#waiting.take();
      if (!next) return this.#rest();
      this.#leaveLine(next);
      const worker = (this.#worker ??= outsideRequests(() => this.#start()));
      try {
        worker.postMessage(next.request, next.moved);
      } catch (error) {
        next.reject(asError(error)); // it cannot be copied, for example because its memory was handed over elsewhere
        continue;
      }
      this.#running = next;
      worker.ref();
      return this.#watch(worker, this.#isReady ? this.#limits.answerWithinMs : this.#limits.startWithinMs);
    }
  }

  #rest(): void {
    this.#worker?.unref();
    this.#timer = outsideRequests(() => setTimeout(() => void this.#end(), this.#limits.keepForMs).unref());
  }

  #leaveLine({ asker, size }: QueuedRequest<Request, Answer>): void {
    this.#waitingSize -= size;
    const left = (this.#waitingOf.get(nameOf(asker)) ?? 0) - size;
    if (left > 0) this.#waitingOf.set(nameOf(asker), left);
    else this.#waitingOf.delete(nameOf(asker));
  }

  #start(): Worker {
    const { file, resourceLimits } = this.#program;
    const worker = new Worker(file, { resourceLimits });
    worker.on('message', (answer: SerialAnswer<Answer>) => this.#settle(worker, answer));
    worker.on('messageerror', (error) => this.#fail(worker, error));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the thread ended')));
    return worker;
  }

  #watch(worker: Worker, ms: number): void {
    clearTimeout(this.#timer);
    const late = new Error(`the thread did not answer within ${ms} ms`);
    this.#timer = outsideRequests(() => setTimeout(() => this.#fail(worker, late), ms));
    if (this.#isReady) this.#watchProcessor(worker);
  }

  /** Looks at the processor time of the thread while it has the same request. */
  #watchProcessor(worker: Worker): void {
    clearTimeout(this.#look);
    const { processorMs } = this.#limits;
    const { cpuUsage } = worker as { readonly cpuUsage?: Worker['cpuUsage'] }; // since Node 24.6
    if (processorMs === undefined || !cpuUsage) return;
    const running = this.#running;
    let before: number | undefined;
    const look = (ms: number) => {
      this.#look = outsideRequests(() => setTimeout(() => void measure(), ms));
    };
    const measure = async () => {
      const usage = await cpuUsage.call(worker).catch(() => undefined);
      if (!usage || this.#worker !== worker || this.#running !== running) return;
      const used = (usage.user + usage.system) / 1000;
      before ??= used;
      const left = processorMs - (used - before);
      if (left > 0) look(Math.max(left, 1));
      else this.#fail(worker, new Error(`the request took more than ${processorMs} ms of processor time`));
    };
    look(Math.min(firstLookMs, processorMs));
  }

  #settle(worker: Worker, told: SerialAnswer<Answer>): void {
    if (this.#worker !== worker) return;
    if (told.kind === 'ready') return this.#begin(worker);
    if (told.kind === 'failed') return this.#fail(worker, new Error(told.message));
    if (told.isSpent) void this.#leave();
    const running = this.#running;
    this.#running = undefined;
    clearTimeout(this.#look);
    running?.resolve(told.answer);
    this.#next();
  }

  #begin(worker: Worker): void {
    this.#isReady = true;
    if (this.#running) this.#watch(worker, this.#limits.answerWithinMs);
  }

  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    void this.#end(asError(error));
    if (!this.#isClosed) this.#next();
  }

  async #end(error?: Error): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
    const running = this.#running;
    this.#running = undefined;
    if (error) running?.reject(error);
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isReady = false;
    await worker?.terminate();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function nameOf({ account, caller }: RequestOwner): string {
  return `${account}\n${caller}`;
}
