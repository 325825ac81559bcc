import { EngineThreads } from '@orrery/engines';
import { Unavailable } from '@orrery/kernel';
import { RunQueue } from './run-queue.ts';

/** The engines of one runtime of a stored deployment. */
export interface EngineHolder {
  readonly accountId: number;
  /** @throws when its engines are closed, or about to be, so that it takes no share any more */
  requireOpen(): void;
  /** Gives back the memory that its engines keep for the next statement. Called while no request runs. */
  empty(): Promise<void>;
  /** Closes its engines; the next request opens them again. Called while no request runs. */
  rest(): Promise<void>;
}

export interface SharedEnginesLimits {
  /** Memory of all of them together. */
  readonly memoryMb: number;
  /** Concurrent requests, in all and per account: each takes a thread of the process while it runs. */
  readonly acts: { readonly size: number; readonly perTenant: number };
  /** Runtimes with open engines; at least one for each share. */
  readonly mostOpen?: number;
}

/**
 * Minimum memory of an engine, also where the memory is not enough for two: one plain query over each kind of file. DuckDB 1.5.6 with two threads takes 48 MB for a CSV or
 * JSON file of two rows, 72 MB for a large CSV, 128 MB for a large JSON file, 16 MB for Parquet and its own files.
 */
const leastMb = 128;
/** Bound on shares, however much memory there is, because there is a thread for each. */
const mostShares = 16;

/** Bound on runtimes with open engines, however much memory there is. */
const mostOpen = 128;
/** Memory of the engines of an idle runtime, in addition to all shares: 3 MB, and as much again for what lies around them. */
const idleMb = 8;
/** Bound on the threads that engines of idle runtimes keep. */
const mostIdleThreads = 512;

/** The time in milliseconds for idle engines to free their memory, which they do far sooner; after this others do. */
const freeWithinMs = 10_000;

/** A quarter of the process's threads for native work; the rest is for the project's own engines. */
const acts = { size: 8, perTenant: 3 };

/** @param threads those of one engine */
export function sharedEnginesLimits(memoryMb: number, threads: number): SharedEnginesLimits {
  const most = Math.min(mostOpen, Math.floor(memoryMb / idleMb), Math.floor(mostIdleThreads / threads));
  return { memoryMb, acts, mostOpen: most };
}

interface Open {
  running: number;
  /** Counted in turns, not in time. */
  usedAt: number;
  /** Whether it may hold memory. */
  hasShare: boolean;
}

/**
 * Gives the engines of runtimes equal shares of the memory for all of them, while they use it.
 *
 * States of a runtime: *resting* without engines. *Open* with engines and a share, from its first request on. *Empty*
 * with engines that hold no memory: while idle, it gives its share to another one that needs it, the least recently
 * used first, and takes one again with its next request. An empty one rests when too many are open. A share stays taken
 * until its memory is free; requests do not wait for engines that take too long.
 *
 * Requests enter in turns between accounts, and one account has fewer concurrent requests than there are shares, so a
 * share is always left for others.
 */
export class SharedEngines {
  /** Share of one runtime. */
  readonly shareMb: number;
  /** Threads of the engines, one for each share. */
  readonly threads: EngineThreads;
  readonly #mostShares: number;
  readonly #mostOpen: number;
  readonly #turns: RunQueue;
  readonly #open = new Map<EngineHolder, Open>();
  /** Engines that are closing because they took too long, and still hold their share. */
  readonly #resting = new Set<Promise<void>>();
  /** Changes of the open set, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  #uses = 0;

  constructor({ memoryMb, acts: { size, perTenant }, mostOpen: most = mostOpen }: SharedEnginesLimits) {
    this.#mostShares = Math.max(2, Math.min(mostShares, Math.floor(memoryMb / leastMb)));
    this.#mostOpen = Math.max(most, this.#mostShares);
    this.shareMb = Math.max(leastMb, Math.floor(memoryMb / this.#mostShares));
    this.threads = new EngineThreads(this.#mostShares);
    // No more concurrent requests than shares, so that one that has entered always finds a free or idle share.
    const atOnce = Math.min(size, this.#mostShares);
    this.#turns = new RunQueue({ size: atOnce, perTenant: Math.min(perTenant, Math.ceil(atOnce / 2)) });
  }

  /** Number of runtimes with open engines. */
  get openCount(): number {
    return this.#open.size;
  }

  /** Number of runtimes with a share. */
  get sharesTaken(): number {
    return [...this.#open.values()].filter(({ hasShare }) => hasShare).length + this.#resting.size;
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

  /** Whether a request of this holder runs, and another one would enter if it ended. */
  isWaitedFor(holder: EngineHolder): boolean {
    const isRunning = (this.#open.get(holder)?.running ?? 0) > 0;
    return isRunning && this.#turns.isWaitedFor(String(holder.accountId));
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
    if (!this.#open.get(holder)?.hasShare) {
      await this.#makeRoom(holder);
      requireWanted();
    }
    const open = this.#open.get(holder) ?? { running: 0, usedAt: 0, hasShare: true };
    this.#open.set(holder, open);
    open.hasShare = true;
    open.running += 1;
    return open;
  }

  async #makeRoom(holder: EngineHolder): Promise<void> {
    while (this.sharesTaken >= this.#mostShares) {
      const least = this.#leastUsed(({ hasShare }) => hasShare);
      if (!least) throw noShareLeft();
      await this.#empty(...least);
    }
    while (!this.#open.has(holder) && this.#open.size >= this.#mostOpen) {
      const least = this.#leastUsed(({ hasShare }) => !hasShare) ?? this.#leastUsed(() => true);
      if (!least) throw noShareLeft();
      await inTime(this.#rest(...least));
    }
  }

  /** The least recently used of the idle ones. */
  #leastUsed(isMeant: (open: Open) => boolean): readonly [EngineHolder, Open] | undefined {
    const idle = [...this.#open].filter(([, open]) => open.running === 0 && isMeant(open));
    return idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
  }

  async #empty(holder: EngineHolder, open: Open): Promise<void> {
    const emptied = await inTime(
      holder.empty().then(
        () => 'free' as const,
        () => 'failed' as const,
      ),
    );
    if (emptied === 'free') {
      open.hasShare = false;
      return;
    }
    const resting = this.#rest(holder, open);
    if (emptied === 'failed') await inTime(resting);
  }

  /** Resolves when the engines are closed; until then, a share of theirs stays taken. */
  #rest(holder: EngineHolder, { hasShare }: Pick<Open, 'hasShare'>): Promise<void> {
    this.#open.delete(holder);
    const resting = holder.rest().finally(() => this.#resting.delete(resting));
    if (hasShare) this.#resting.add(resting);
    return resting;
  }
}

/** @returns `late` when it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T | 'late'> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), freeWithinMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Requests never outnumber shares, so this happens only while engines fail to end. */
function noShareLeft(): Unavailable {
  return new Unavailable('engines.no-memory', 'Engines that are closing still use their memory; try again later');
}
