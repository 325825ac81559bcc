/** A random generator that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number in `[0, to)`. Mulberry32: small, and good enough to choose queries. */
  below(to: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * to);
  }

  /** Returns true with this probability in percent. */
  happens(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** Picks an item; `undefined` for an empty list. */
  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }

  /** Picks at most so many different items, in any order. */
  some<T>(from: readonly T[], most: number): readonly T[] {
    const left = [...from];
    const count = this.below(Math.min(most, left.length) + 1);
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)).flat();
  }
}
