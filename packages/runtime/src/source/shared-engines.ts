import { Unavailable } from '@orrery/kernel';
import { RunQueue } from './run-queue.ts';

/** The engines of one runtime of a deployment of the store. */
export interface EngineHolder {
  readonly accountId: number;
  /** @throws when its engines are closed for good, or about to be: it takes no share any more */
  requireOpen(): void;
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

/** In milliseconds: an idle thread ends in far less; after this the next one rests instead. */
const restWithinMs = 10_000;

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
 * as another one wants its share, the one first that was not asked for longest. Its share is taken until its engines have
 * ended; those that take too long are waited for by nobody.
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
  /** Engines that end and still have their share. */
  readonly #resting = new Set<Promise<void>>();
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
   * @throws the reason of `signal` when that fires before, what `requireOpen` of the holder throws, and Unavailable when no
   *   share can be had
   */
  async run<T>(holder: EngineHolder, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    const place = this.#turns.join(String(holder.accountId), signal);
    try {
      await place.entered;
      const open = await this.#shareOf(holder, signal);
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

  /** Lets the caller go when its signal fires; a share that comes later is given back. */
  #shareOf(holder: EngineHolder, signal: AbortSignal): Promise<Open> {
    const taken = this.#changing.then(() => this.#take(holder, signal));
    this.#changing = taken.catch(() => undefined); // told to whoever asked
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const give = (open: Open) => {
        if (signal.aborted) open.running -= 1;
        else resolve(open);
      };
      taken.then(give, reject).finally(() => signal.removeEventListener('abort', leave));
      if (signal.aborted) leave();
    });
  }

  async #take(holder: EngineHolder, signal: AbortSignal): Promise<Open> {
    const requireWanted = () => {
      signal.throwIfAborted();
      holder.requireOpen();
    };
    requireWanted();
    if (!this.#open.has(holder)) {
      await this.#makeRoom();
      requireWanted();
    }
    const open = this.#open.get(holder) ?? { running: 0, usedAt: 0 };
    this.#open.set(holder, open);
    open.running += 1;
    return open;
  }

  async #makeRoom(): Promise<void> {
    while (this.#open.size + this.#resting.size >= this.#mostOpen) {
      const idle = [...this.#open].filter(([, { running }]) => running === 0);
      const [least] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      if (!least) throw noShareLeft();
      await this.#rest(least[0]);
    }
  }

  /** Resolves when the engines have ended or take too long; until they have, their share is not given to others. */
  async #rest(holder: EngineHolder): Promise<void> {
    this.#open.delete(holder);
    const resting = holder.rest().finally(() => this.#resting.delete(resting));
    this.#resting.add(resting);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, restWithinMs);
    await Promise.race([resting, late.promise]).finally(() => clearTimeout(timer));
  }
}

/** Acts are no more than shares: it happens only while engines do not end. */
function noShareLeft(): Unavailable {
  return new Unavailable('engines.no-memory', 'Engines that are being closed still hold their memory; try again later');
}
