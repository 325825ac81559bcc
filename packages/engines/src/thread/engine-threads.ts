import { type EngineProgram, EngineThread, type HostedEngines } from './engine-thread.ts';
import type { EngineHostSettings } from './engine-messages.ts';

interface SharedThread {
  readonly thread: EngineThread;
  /** Owners of its hosts, one for each host. */
  readonly owners: string[];
}

/**
 * Threads that the engines of several runtimes share. A thread starts with its first host, and ends with its last.
 *
 * While there are fewer threads than allowed, each runtime has one of its own. Further ones join the thread that has
 * the fewest hosts of other owners, then the fewest at all: a fault of a thread ends the statements of all its hosts.
 */
export class EngineThreads {
  readonly #most: number;
  readonly #program: EngineProgram | undefined;
  readonly #shared = new Set<SharedThread>();

  /** @param program replaces the program in tests */
  constructor(most: number, program?: EngineProgram) {
    this.#most = most;
    this.#program = program;
  }

  /** Number of threads that take hosts. */
  get count(): number {
    return this.#working().length;
  }

  /** @param onFault called when the thread ends unexpectedly */
  host(owner: string, settings: EngineHostSettings, onFault: (fault: Error) => void): HostedEngines {
    const shared = this.#threadFor(owner);
    shared.owners.push(owner);
    const hosted = shared.thread.host(settings, onFault);
    void hosted.closed.then(() => this.#leave(shared, owner));
    return hosted;
  }

  #leave(shared: SharedThread, owner: string): void {
    shared.owners.splice(shared.owners.indexOf(owner), 1);
    if (shared.owners.length === 0) void shared.thread.close();
  }

  #threadFor(owner: string): SharedThread {
    const working = this.#working();
    if (working.length < this.#most) return this.#start();
    const costs = working.map((shared) => ({
      shared,
      others: shared.owners.filter((one) => one !== owner).length,
      all: shared.owners.length,
    }));
    const [best] = costs.toSorted((a, b) => a.others - b.others || a.all - b.all);
    return best?.shared ?? this.#start();
  }

  #working(): readonly SharedThread[] {
    return [...this.#shared].filter(({ thread }) => thread.isWorking);
  }

  #start(): SharedThread {
    const shared: SharedThread = { thread: new EngineThread(this.#program), owners: [] };
    this.#shared.add(shared);
    void shared.thread.ended.then(() => this.#shared.delete(shared));
    return shared;
  }
}
