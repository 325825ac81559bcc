import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameData } from './same-data.ts';

it('agrees with the JSON of plain data', () => {
  const some = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(some, some, (one, other) => {
      expect(isSameData(one, structuredClone(one))).toBe(true);
      expect(isSameData(one, other)).toBe(sorted(one) === sorted(other));
    }),
  );
});

it.each<[unknown, unknown, boolean]>([
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: 1, b: undefined }, { a: 1, c: 2 }, false],
  [{ a: 1, c: 2 }, { a: 1, b: undefined }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: [1, 2] }, { a: [1] }, false],
  [[], {}, false],
  [{}, [], false],
  [{ length: 0 }, [], false],
  ['1', 1, false],
  [null, {}, false],
])('%j beside %j is %s', (one, other, isSame) => {
  expect(isSameData(one, other)).toBe(isSame);
});

/** JSON with properties in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
