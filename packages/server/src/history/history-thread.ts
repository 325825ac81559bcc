import { Worker } from 'node:worker_threads';
import { outsideRequests } from '@orrery/kernel';
import type {
  HistoryFilter,
  HistoryItem,
  HistoryKeeper,
  HistoryLimits,
  HistoryPage,
  KeptEntry,
} from './history-keeper.ts';
import type { HistoryAnswer, HistoryRequest, HistoryThreadData } from './history-messages.ts';

const workerFile = new URL('./history-worker.ts', import.meta.url);

interface PendingAnswer {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The history in a file, written by a thread.
 *
 * States: *idle* before the first request, without thread and file; *running* from then on; *ended* when the thread
 * failed: waiting requests fail, and the next one starts another thread; *closed*, when nothing is accepted any more.
 */
export class HistoryThread implements HistoryKeeper {
  readonly #file: string;
  readonly #waiting = new Map<number, PendingAnswer>();
  #worker: Worker | undefined;
  #number = 0;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  append(items: readonly HistoryItem[]): Promise<readonly number[]> {
    return this.#ask({ act: 'append', given: [items] });
  }

  list(filter: HistoryFilter): Promise<HistoryPage> {
    return this.#ask({ act: 'list', given: [filter] });
  }

  find(deploymentId: number, id: number): Promise<KeptEntry | undefined> {
    return this.#ask({ act: 'find', given: [deploymentId, id] });
  }

  prune(limits: HistoryLimits): Promise<boolean> {
    return this.#ask({ act: 'prune', given: [limits] });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#worker) await this.#ask({ act: 'close', given: [] }).catch(() => undefined); // it ends either way
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  /** The answer is what the act of the same name gives. */
  #ask<T>(act: Pick<HistoryRequest, 'act' | 'given'>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error('the history is closed'));
    const worker = (this.#worker ??= outsideRequests(() => this.#start()));
    const number = (this.#number += 1);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as PendingAnswer['resolve'], reject });
      worker.ref();
      worker.postMessage({ number, ...act });
    });
  }

  #start(): Worker {
    const workerData: HistoryThreadData = { file: this.#file };
    const worker = new Worker(workerFile, { workerData });
    worker.on('message', (answer: HistoryAnswer) => this.#settle(worker, answer));
    worker.on('error', (error) => this.#end(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#end(worker, new Error('the thread of the history ended')));
    worker.unref();
    return worker;
  }

  #settle(worker: Worker, answer: HistoryAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) worker.unref();
    if ('failure' in answer) waiting?.reject(new Error(answer.failure));
    else waiting?.resolve(answer.value);
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
