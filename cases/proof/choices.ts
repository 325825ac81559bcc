import fc from 'fast-check';

/** Every choice a random world is made of. */
export interface Choices {
  /** In `[from, to]`. */
  integer(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in so many of a hundred. */
  happens(percent: number): boolean;
  /** So many at most, each once, in any order. */
  some<T>(from: readonly T[], most: number, least?: number): readonly T[];
}

/** Draws each number equally often; fast-check by itself prefers the ends of a range. */
function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min, max }));
}

/** Choices that fast-check makes and, from a seed, repeats. */
export const choices: fc.Arbitrary<Choices> = fc.noShrink(fc.gen()).map((make) => {
  const integer = (min: number, max: number) => make(evenly, min, max);
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[integer(0, from.length - 1)] as T; // the position is inside
  };
  return {
    integer,
    pick,
    // The text of fast-check for a choice would fill a page; the report shows the choice.
    [fc.toStringMethod]: () => 'see the model and the question below',
    happens: (percent) => integer(0, 99) < percent,
    some: (from, most, least = 0) => {
      const left = [...from];
      const count = integer(Math.min(least, left.length), Math.min(most, left.length));
      return Array.from({ length: count }, () => {
        const chosen = pick(left);
        left.splice(left.indexOf(chosen), 1);
        return chosen;
      });
    },
  };
});
