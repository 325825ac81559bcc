import { Worker } from 'node:worker_threads';
import { outsideRequests } from '@orrery/kernel';
import { CallFailed, type ModelPart, type ModelQuestion } from '../call/index.ts';
import type { FromModels, ModelThreadData, ModelToAsk, NewsOfAnswer, ToModels } from './model-messages.ts';

interface ThreadLog {
  error(facts: object, message: string): void;
}

const file = new URL('./model-worker.ts', import.meta.url);
/** Many times what a thousand answers take. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };

/**
 * The thread that calls models. Reading their streams takes several times as long as the work with their words, and
 * must not delay other requests.
 *
 * The thread starts with the first call and ends with `close`. When it breaks, its calls fail in a way that allows a
 * retry, and the next call starts another thread.
 */
export class ModelThread {
  readonly #data: ModelThreadData;
  readonly #log: ThreadLog;
  readonly #waiting = new Map<number, PendingCall>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(data: ModelThreadData, log: ThreadLog) {
    this.#data = data;
    this.#log = log;
  }

  /** Asks a model once. @throws CallFailed, the reason of the signal, and what `open` and `tell` throw */
  async ask(
    open: () => Promise<ModelToAsk>,
    question: ModelQuestion,
    signal: AbortSignal,
    tell: (part: ModelPart) => void,
  ): Promise<void> {
    const model = await open();
    signal.throwIfAborted();
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => this.#leave(id, signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      this.#begin(id, { tell, resolve, reject }).postMessage({ kind: 'ask', id, model, question } satisfies ToModels);
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#forget(id);
    }
  }

  /** Ends the thread; questions in it fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #begin(id: number, asked: PendingCall): Worker {
    if (this.#isClosed) throw brokenBy(new Error('the thread is closed'), true);
    const worker = (this.#worker ??= outsideRequests(() => this.#start()));
    this.#waiting.set(id, asked);
    worker.ref();
    return worker;
  }

  /** Tells the thread that the caller no longer reads the answer. */
  #leave(id: number, reason: unknown): void {
    this.#waiting.get(id)?.reject(reason);
    this.#forget(id);
    this.#worker?.postMessage({ kind: 'leave', id } satisfies ToModels);
  }

  #forget(id: number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  #start(): Worker {
    const worker = new Worker(file, { workerData: this.#data, resourceLimits });
    let fault: unknown = new Error('the thread ended');
    worker.on('message', (message: FromModels) => this.#take(worker, message));
    worker.on('messageerror', () => void worker.terminate());
    worker.on('error', (error) => (fault = error));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      const answers = this.#waiting.size;
      if (!this.#isClosed) this.#log.error({ err: fault, answers }, 'the thread that asks models ended');
      const failure = brokenBy(fault, this.#isClosed);
      for (const answer of this.#waiting.values()) answer.reject(failure);
    });
    return worker;
  }

  #take(worker: Worker, message: FromModels): void {
    if (message.kind === 'fault')
      return this.#log.error({ reason: message.reason }, 'something failed beside the answers of models');
    for (const news of message.news) this.#tell(news);
    // What these parts lead to is done first.
    setImmediate(() => worker.postMessage({ kind: 'taken' } satisfies ToModels));
  }

  #tell({ id, parts, end }: NewsOfAnswer): void {
    try {
      for (const part of parts) this.#waiting.get(id)?.tell(part); // a part may be the last one that is wanted
    } catch (error) {
      return this.#leave(id, error);
    }
    if (end === 'whole') this.#waiting.get(id)?.resolve();
    else if (end) this.#waiting.get(id)?.reject(CallFailed.from(end));
  }
}

/** A question that waits for the end of its answer. */
interface PendingCall {
  readonly tell: (part: ModelPart) => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** @param isFinal whether asking again is of no use */
function brokenBy(cause: unknown, isFinal: boolean): CallFailed {
  return new CallFailed('The call of the model failed', { failure: 'dropped', isFinal }, { cause });
}
