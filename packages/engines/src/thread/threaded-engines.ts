import { EngineCancelled } from '../engine.ts';
import type { HostedEngines } from './engine-thread.ts';
import { EngineThreads } from './engine-threads.ts';
import type { EngineHostSettings } from './engine-messages.ts';

export interface ThreadedEnginesSettings extends EngineHostSettings {
  /** Called when a thread ended unexpectedly. */
  readonly onFault: (fault: Error) => void;
  /** Threads that they share with engines of others, and whose they are; absent: they have a thread of their own. */
  readonly shared?: { readonly threads: EngineThreads; readonly owner: string };
}

/**
 * The engines of one runtime, in a thread: it runs statements and writes rows, and returns only bytes. The next request
 * replaces a thread that has ended.
 */
export class ThreadedEngines {
  readonly #settings: ThreadedEnginesSettings;
  readonly #threads: EngineThreads;
  readonly #hosted = new Set<HostedEngines>();
  #isClosed = false;
  #current: HostedEngines;

  /** Starts the thread at once, so that it loads its code in parallel with other threads. */
  constructor(settings: ThreadedEnginesSettings) {
    this.#settings = settings;
    this.#threads = settings.shared?.threads ?? new EngineThreads(1);
    this.#current = this.#host();
  }

  /** Engines that take requests. @throws EngineCancelled after closing */
  get working(): HostedEngines {
    if (this.#isClosed) throw new EngineCancelled();
    if (!this.#current.isWorking) this.#current = this.#host();
    return this.#current;
  }

  /** Gives back the memory that they keep for their next statement. Call it only while no request runs. */
  async empty(): Promise<void> {
    await (this.#current.isWorking ? this.#current.empty() : this.#current.closed);
  }

  /** Closes them; the next request opens others. Call it only while no request runs. */
  async rest(): Promise<void> {
    await this.#current.close();
  }

  /** Stops running requests; resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#hosted].map((hosted) => hosted.close()));
  }

  #host(): HostedEngines {
    const { sources, results, maxResultBytes, onFault, shared } = this.#settings;
    const hosted = this.#threads.host(shared?.owner ?? '', { sources, results, maxResultBytes }, onFault);
    this.#hosted.add(hosted);
    void hosted.closed.then(() => this.#hosted.delete(hosted));
    return hosted;
  }
}
