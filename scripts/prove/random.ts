/** A stream of random choices that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in `[0, 1)`. Uses Mulberry32, which is small and good enough to choose queries. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in `[from, to)`. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  happens(ratio: number): boolean {
    return this.next() < ratio;
  }

  /** @throws when there is nothing to pick from */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[this.integer(0, from.length)] as T; // the position is in range
  }

  shuffled<T>(from: readonly T[]): readonly T[] {
    const left = [...from];
    return Array.from({ length: left.length }, () => left.splice(this.integer(0, left.length), 1)).flat();
  }

  /** Up to `most` different items, in random order. */
  some<T>(from: readonly T[], most: number): readonly T[] {
    return this.shuffled(from).slice(0, this.integer(0, most + 1));
  }
}
