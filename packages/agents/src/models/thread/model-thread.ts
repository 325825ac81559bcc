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
 * The thread in which models are asked: reading their streams takes several times what is done with the words, and it
 * must not delay other requests.
 *
 * The thread begins with the first question and ends with `close`. When it breaks, the questions in it fail in a way that
 * lets them be asked again, and the next one gets another thread.
 */
export class ModelThread {
  readonly #data: ModelThreadData;
  readonly #log: ThreadLog;
  readonly #waiting = new Map<number, Answer>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(data: ModelThreadData, log: ThreadLog) {
    this.#data = data;
    this.#log = log;
  }

  /** Asks a model once. @throws CallFailed, the reason of the signal, and what `open` throws */
  async *ask(
    open: () => Promise<ModelToAsk>,
    question: ModelQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<ModelPart, void> {
    const model = await open();
    signal.throwIfAborted();
    const id = (this.#lastId += 1);
    const answer = new Answer();
    const leave = () => answer.wake();
    signal.addEventListener('abort', leave, { once: true });
    try {
      this.#begin(id, answer).postMessage({ kind: 'ask', id, model, question } satisfies ToModels);
      for (;;) {
        for (let part = answer.next(); part; part = answer.next()) {
          signal.throwIfAborted();
          yield part;
        }
        signal.throwIfAborted();
        if (answer.end === 'whole') return;
        if (answer.end) throw answer.end;
        await answer.comes();
      }
    } finally {
      signal.removeEventListener('abort', leave);
      this.#end(id, answer);
    }
  }

  /** Ends the thread; questions in it fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #begin(id: number, answer: Answer): Worker {
    if (this.#isClosed) throw brokenBy(new Error('the thread is closed'), true);
    const worker = (this.#worker ??= outsideRequests(() => this.#start()));
    this.#waiting.set(id, answer);
    worker.ref();
    return worker;
  }

  #end(id: number, { end }: Answer): void {
    this.#waiting.delete(id);
    if (!end) this.#worker?.postMessage({ kind: 'leave', id } satisfies ToModels);
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
      for (const answer of this.#waiting.values()) answer.finish(failure);
    });
    return worker;
  }

  #take(worker: Worker, message: FromModels): void {
    if (message.kind === 'fault')
      return this.#log.error({ reason: message.reason }, 'something failed beside the answers of models');
    for (const { id, parts, end } of message.news) this.#waiting.get(id)?.take(parts, end);
    // What these parts lead to is done first.
    setImmediate(() => worker.postMessage({ kind: 'taken' } satisfies ToModels));
  }
}

/** @param isFinal whether asking again is of no use */
function brokenBy(cause: unknown, isFinal: boolean): CallFailed {
  return new CallFailed('The call of the model failed', { failure: 'dropped', isFinal }, { cause });
}

/** What has come of an answer and was not read yet. */
class Answer {
  readonly #parts: ModelPart[] = [];
  #read = 0;
  #end: 'whole' | CallFailed | undefined;
  #wake = () => {};

  /** Absent while the answer goes on. */
  get end(): 'whole' | CallFailed | undefined {
    return this.#end;
  }

  next(): ModelPart | undefined {
    if (this.#read < this.#parts.length) return this.#parts[this.#read++];
    this.#parts.length = this.#read = 0;
    return undefined;
  }

  take(parts: readonly ModelPart[], end: NewsOfAnswer['end']): void {
    this.#parts.push(...parts);
    if (end) this.finish(end === 'whole' ? end : CallFailed.from(end));
    else this.wake();
  }

  finish(end: 'whole' | CallFailed): void {
    this.#end ??= end;
    this.wake();
  }

  wake(): void {
    this.#wake();
  }

  /** Resolves with the next news. */
  comes(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
