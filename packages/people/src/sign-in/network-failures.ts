import { growingCache } from '@orrery/kernel';

/**
 * Failures that lock a network: far more than people in one office mistype, far fewer than guessing passwords or names
 * takes.
 */
const most = 100;
const withinMs = 15 * 60_000;

/** Number of networks remembered, a kilobyte each at most. */
const rememberedNetworks = 20_000;

/**
 * Failed attempts by network, whatever name was tried. Each process counts its own: this bounds the requests of
 * strangers, while `sign_in_failure` locks single names.
 */
export class NetworkFailures {
  /** Times of failures, oldest first, in epoch milliseconds. */
  readonly #byNetwork = growingCache<string, readonly number[]>(rememberedNetworks);

  record(network: string, now: number): void {
    this.#byNetwork.set(network, [...this.#recent(network, now), now].slice(-most));
  }

  /** Returns until when the network is locked, or `undefined`. */
  lockedUntil(network: string, now: number): number | undefined {
    const recent = this.#recent(network, now);
    const [first] = recent;
    return recent.length >= most && first !== undefined ? first + withinMs : undefined;
  }

  /** Whether this is the network's first failure in the period. */
  isFirst(network: string, now: number): boolean {
    return this.#recent(network, now).length === 0;
  }

  #recent(network: string, now: number): readonly number[] {
    return (this.#byNetwork.get(network) ?? []).filter((time) => time + withinMs > now);
  }
}
