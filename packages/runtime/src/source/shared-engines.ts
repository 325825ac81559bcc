import { Unavailable } from '@orrery/kernel';
import { RunQueue } from './run-queue.ts';

/** The engines of one runtime of a stored deployment. */
export interface EngineHolder {
  readonly accountId: number;
  /** @throws when its engines are closed, or about to be, so that it takes no share any more */
  requireOpen(): void;
  /** Closes its engines and frees their memory; the next request opens them again. */
  rest(): Promise<void>;
}

export interface SharedEnginesLimits {
  /** Memory of all of them together. */
  readonly memoryMb: number;
  /** Concurrent requests, in all and per account: each takes a thread of the process while it runs. */
  readonly acts: { readonly size: number; readonly perTenant: number };
}

/**
 * Minimum memory of an engine, also where the memory is not enough for two: one plain query over each kind of file. DuckDB 1.5.6 with two threads takes 48 MB for a CSV or
 * JSON file of two rows, 72 MB for a large CSV, 128 MB for a large JSON file, 16 MB for Parquet and its own files.
 */
const leastMb = 128;
/** Bound on open engines, however much memory there is, because each has a thread. */
const mostOpen = 16;

/** The time in milliseconds for an idle thread to end. It ends far sooner; after this another one is closed instead. */
const restWithinMs = 10_000;

/** A quarter of the process's threads for native work; the rest is for the project's own engines. */
const acts = { size: 8, perTenant: 3 };

export function sharedEnginesLimits(memoryMb: number): SharedEnginesLimits {
  return { memoryMb, acts };
}

interface Open {
  running: number;
  /** Counted in turns, not in time. */
  usedAt: number;
}

/**
 * Opens as many runtimes' engines as the memory for all of them allows, with equal shares.
 *
 * States: *resting* without engines. *Open* with a share, from its first request on; while idle, it rests as soon as
 * another one needs its share, the least recently used first. Its share stays taken until its engines have ended;
 * requests do not wait for those that take too long.
 *
 * Requests enter in turns between accounts, and one account has fewer concurrent requests than there are shares, so a
 * share is always left for others.
 */
export class SharedEngines {
  /** Share of one runtime. */
  readonly shareMb: number;
  readonly #mostOpen: number;
  readonly #turns: RunQueue;
  readonly #open = new Map<EngineHolder, Open>();
  /** Engines that are ending and still hold their share. */
  readonly #resting = new Set<Promise<void>>();
  /** Changes of the open set, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  #uses = 0;

  constructor({ memoryMb, acts: { size, perTenant } }: SharedEnginesLimits) {
    this.#mostOpen = Math.max(2, Math.min(mostOpen, Math.floor(memoryMb / leastMb)));
    this.shareMb = Math.max(leastMb, Math.floor(memoryMb / this.#mostOpen));
    // No more concurrent requests than shares, so that one that has entered always finds a free or idle share.
    const most = Math.min(size, this.#mostOpen);
    this.#turns = new RunQueue({ size: most, perTenant: Math.min(perTenant, Math.ceil(most / 2)) });
  }

  /** Number of runtimes with open engines. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Runs a request when it is its turn and its runtime has a share.
   *
   * @throws the reason of `signal` when that fires before, what `requireOpen` of the holder throws, and Unavailable
   * when no share is available
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

  /** Drops a holder whose engines are closed for good. */
  forget(holder: EngineHolder): void {
    this.#open.delete(holder);
  }

  /** Returns when the signal fires; a share that comes later is given back. */
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

  /** Resolves when the engines have ended or take too long; until they have ended, their share stays taken. */
  async #rest(holder: EngineHolder): Promise<void> {
    this.#open.delete(holder);
    const resting = holder.rest().finally(() => this.#resting.delete(resting));
    this.#resting.add(resting);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, restWithinMs);
    await Promise.race([resting, late.promise]).finally(() => clearTimeout(timer));
  }
}

/** Requests never outnumber shares, so this happens only while engines fail to end. */
function noShareLeft(): Unavailable {
  return new Unavailable('engines.no-memory', 'Engines that are closing still use their memory; try again later');
}
