/** Number of short texts to remember, by their length and bytes, because texts repeat (cities, states, names). */
const SLOTS = 4096;
const WORDS = 4;

/** Converts inlined DuckDB strings to text. A text seen before is taken from a cache with a fixed number of slots. */
export class ShortTexts {
  readonly #words = new Int32Array(SLOTS * WORDS).fill(-1);
  readonly #texts = new Array<string>(SLOTS).fill('');

  /** @param at the string's first word: its length in bytes, then 12 bytes, zeros after its end */
  read(buffer: Buffer, words: Int32Array, at: number): string {
    const length = words[at] as number; // four words per value
    const a = words[at + 1] as number;
    const b = words[at + 2] as number;
    const c = words[at + 3] as number;
    const slot = slotOf(length, a, b, c);
    const known = this.#words;
    const start = slot * WORDS;
    if (known[start] === length && known[start + 1] === a && known[start + 2] === b && known[start + 3] === c) {
      return this.#texts[slot] as string; // filled together with `words`
    }
    const text = buffer.toString('utf8', at * 4 + 4, at * 4 + 4 + length);
    known[start] = length;
    known[start + 1] = a;
    known[start + 2] = b;
    known[start + 3] = c;
    this.#texts[slot] = text;
    return text;
  }
}

function slotOf(length: number, a: number, b: number, c: number): number {
  const mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ length, 0x2c1b3c6d);
  return (mixed >>> 16) & (SLOTS - 1);
}
