import type { ResultsSettings } from '../duckdb/index.ts';
import { EngineCancelled } from '../engine.ts';
import type { EngineSource } from '../engine-source.ts';
import { engineProgram, EngineThread, type EngineProgram } from './engine-thread.ts';

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
