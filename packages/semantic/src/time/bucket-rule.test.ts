import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BucketRule, bucketNumber, bucketsFrom, bucketStart, nests, ruleOfUnit } from './bucket-rule.ts';
import { clock, dayMs, hourMs } from './clock.ts';
import { timeUnits } from './time-unit.ts';

const first = clock(2024, 1, 1);
const months = (count: number) => ({ months: count, ms: 0 });
const rules: readonly BucketRule[] = [
  ...timeUnits.map(ruleOfUnit),
  bucketsFrom(first, months(6)),
  bucketsFrom(clock(2024, 2, 1), months(12)),
  bucketsFrom(clock(2024, 1, 15), months(1)),
  bucketsFrom(clock(2024, 1, 31), months(1)),
  bucketsFrom(clock(2024, 1, 31), { months: 1, ms: 10 * dayMs }),
  bucketsFrom(first, { months: 0, ms: 10 * dayMs }),
  bucketsFrom(first, { months: 0, ms: 6 * hourMs }),
  bucketsFrom(clock(2024, 1, 1, 6 * hourMs), { months: 0, ms: dayMs }),
];

describe('a bucket is nested in another', () => {
  it('only when each one lies in exactly one of the others', () => {
    const some = fc.constantFrom(...rules);
    fc.assert(
      fc.property(
        some,
        some,
        fc.integer({ min: clock(1990, 1, 1), max: clock(2050, 1, 1) }),
        (fine, coarse, reading) => {
          if (!nests(fine, coarse)) return;
          const number = bucketNumber(fine, reading as ReturnType<typeof clock>);
          const end = (bucketStart(fine, number + 1) - 1) as ReturnType<typeof clock>;
          expect(bucketNumber(coarse, end)).toBe(bucketNumber(coarse, bucketStart(fine, number)));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['hour', 'week', true],
    ['day', 'month', true],
    ['month', 'quarter', true],
    ['quarter', 'year', true],
    ['year', 'year', true],
    ['week', 'month', false],
    ['month', 'week', false],
    ['year', 'quarter', false],
  ] as const)('%s in %s: %s', (fine, coarse, isNested) => {
    expect(nests(ruleOfUnit(fine), ruleOfUnit(coarse))).toBe(isNested);
  });

  it('also for custom granularities', () => {
    const [month, day] = [ruleOfUnit('month'), ruleOfUnit('day')];
    expect(nests(month, bucketsFrom(clock(2024, 2, 1), months(12)))).toBe(true);
    expect(nests(month, bucketsFrom(clock(2024, 1, 15), months(1)))).toBe(false);
    expect(nests(day, bucketsFrom(clock(2024, 1, 31), months(1)))).toBe(true);
    expect(nests(day, bucketsFrom(clock(2024, 1, 1, 6 * hourMs), { months: 0, ms: dayMs }))).toBe(false);
  });
});
