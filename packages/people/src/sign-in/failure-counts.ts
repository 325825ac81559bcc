import { growingCache } from '@orrery/kernel';

/**
 * Failures that lock a network: far more than people in one office mistype, far fewer than guessing passwords or names
 * takes.
 */
const mostOfNetwork = 100;
const withinMs = 15 * 60_000;

/** Number of keys remembered, a kilobyte each at most. */
const rememberedKeys = 20_000;

/**
 * Failed attempts by key, such as a network, whatever name was tried. Each process counts its own: this bounds the
 * requests of strangers, while `sign_in_failure` locks single names.
 */
export class FailureCounts {
  /** Times of failures, oldest first, in epoch milliseconds. */
  readonly #byKey = growingCache<string, readonly number[]>(rememberedKeys);
  readonly #most: number;

  /** @param most failures in 15 minutes, after which a key is locked */
  constructor(most: number = mostOfNetwork) {
    this.#most = most;
  }

  record(key: string, now: number): void {
    this.#byKey.set(key, [...this.#recent(key, now), now].slice(-this.#most));
  }

  /** Returns until when the key is locked, or `undefined`. */
  lockedUntil(key: string, now: number): number | undefined {
    const recent = this.#recent(key, now);
    const [first] = recent;
    return recent.length >= this.#most && first !== undefined ? first + withinMs : undefined;
  }

  /** Whether this is the key's first failure in the period. */
  isFirst(key: string, now: number): boolean {
    return this.#recent(key, now).length === 0;
  }

  #recent(key: string, now: number): readonly number[] {
    return (this.#byKey.get(key) ?? []).filter((time) => time + withinMs > now);
  }
}
