import { LRUCache } from 'lru-cache';

/** Far more than people in one office mistype; far less than it takes to try a list of passwords or of names. */
const most = 100;
const withinMs = 15 * 60_000;

/** Networks remembered, a kilobyte each at most. */
const rememberedNetworks = 20_000;

/**
 * Failed attempts by where they come from, whatever name they tried. Kept by each process for itself: it bounds how much
 * strangers can ask for, while `sign_in_failure` decides about a name.
 */
export class NetworkFailures {
  /** Oldest first, epoch milliseconds. */
  readonly #byNetwork = new LRUCache<string, readonly number[]>({ max: rememberedNetworks });

  record(network: string, now: number): void {
    this.#byNetwork.set(network, [...this.#recent(network, now), now].slice(-most));
  }

  /** Until when nobody there may try, or `undefined`. */
  lockedUntil(network: string, now: number): number | undefined {
    const recent = this.#recent(network, now);
    const [first] = recent;
    return recent.length >= most && first !== undefined ? first + withinMs : undefined;
  }

  /** Whether this is the first for so long. */
  isFirst(network: string, now: number): boolean {
    return this.#recent(network, now).length === 0;
  }

  #recent(network: string, now: number): readonly number[] {
    return (this.#byNetwork.get(network) ?? []).filter((time) => time + withinMs > now);
  }
}
