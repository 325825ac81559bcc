import { RunQueue } from './run-queue.ts';

/** The engines of one runtime of a deployment of the store. */
export interface EngineHolder {
  readonly accountId: number;
  /** Closes its engines and gives their memory back; the next act opens them again. */
  rest(): Promise<void>;
}

export interface SharedEnginesLimits {
  /** Of all of them together. */
  readonly memoryMb: number;
  /** Acts at a time, of one account and of all: each takes a thread of the process while it runs. */
  readonly acts: { readonly size: number; readonly perTenant: number };
}

/** An engine with less cannot join or sort much. */
const leastMb = 64;
/** More are not open at a time, however much memory there is: each has a thread of its own beside it. */
const mostOpen = 16;

/** A quarter of the threads that native work of the process has; the project's own engines find the rest. */
const acts = { size: 8, perTenant: 3 };

export function sharedEnginesLimits(memoryMb: number): SharedEnginesLimits {
  return { memoryMb, acts };
}

interface Open {
  running: number;
  /** In turns, not in time. */
  usedAt: number;
}

/**
 * Lets as many runtimes have open engines as the memory for all of them allows. Each gets the same share.
 *
 * *Resting*: it has no engines. *Open*: it holds a share, from its first act on; while nothing of it runs, it rests as soon
 * as another one wants its share, the one first that was not asked for longest.
 *
 * Acts enter by turns of the accounts, and one account has fewer acts at a time than there are shares: whatever it asks, a
 * share is left for others.
 */
export class SharedEngines {
  /** What one runtime may have. */
  readonly shareMb: number;
  readonly #mostOpen: number;
  readonly #turns: RunQueue;
  readonly #open = new Map<EngineHolder, Open>();
  /** Changes of who is open, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  #uses = 0;

  constructor({ memoryMb, acts: { size, perTenant } }: SharedEnginesLimits) {
    this.#mostOpen = Math.max(2, Math.min(mostOpen, Math.floor(memoryMb / leastMb)));
    this.shareMb = Math.max(1, Math.floor(memoryMb / this.#mostOpen));
    // No more acts at a time than shares: one that has entered always finds a share that is free or rests.
    const most = Math.min(size, this.#mostOpen);
    this.#turns = new RunQueue({ size: most, perTenant: Math.min(perTenant, Math.ceil(most / 2)) });
  }

  /** How many have open engines. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Runs an act when it is its turn and its runtime has a share.
   *
   * @throws the reason of `signal` when that fires before
   */
  async run<T>(holder: EngineHolder, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    const place = this.#turns.join(String(holder.accountId), signal);
    try {
      await place.entered;
      const open = await this.#shareOf(holder);
      try {
        return await act();
      } finally {
        open.running -= 1;
        open.usedAt = ++this.#uses;
      }
    } finally {
      place.leave();
    }
  }

  /** Its engines are closed for good. */
  forget(holder: EngineHolder): void {
    this.#open.delete(holder);
  }

  #shareOf(holder: EngineHolder): Promise<Open> {
    const taken = this.#changing.then(() => this.#take(holder));
    this.#changing = taken.catch(() => undefined); // told to whoever asked
    return taken;
  }

  async #take(holder: EngineHolder): Promise<Open> {
    const open = this.#open.get(holder) ?? { running: 0, usedAt: 0 };
    if (!this.#open.has(holder)) await this.#makeRoom();
    this.#open.set(holder, open);
    open.running += 1;
    return open;
  }

  async #makeRoom(): Promise<void> {
    if (this.#open.size < this.#mostOpen) return;
    const idle = [...this.#open].filter(([, { running }]) => running === 0);
    const [least] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (!least) throw new Error('more acts run than there are shares of the memory of engines');
    const [holder] = least;
    this.#open.delete(holder);
    await holder.rest();
  }
}
