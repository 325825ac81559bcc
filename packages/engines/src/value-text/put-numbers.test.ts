import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSink } from './byte-sink.ts';
import { withPoint } from './decimal-text.ts';
import { doubleText } from './double-text.ts';
import { mostDecimals, putDecimal, putDouble, trimZeros } from './put-numbers.ts';

const numRuns = Number(process.env['ORRERY_PROVE_RUNS'] ?? 10_000);

const written = (put: (sink: ByteSink) => unknown) => {
  const sink = new ByteSink();
  put(sink);
  return Buffer.from(sink.take()).toString('utf8');
};

/** Whole numbers of every length, and those beside powers of ten and two. */
const units = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -2, max: 2 })).map(([power, near]) => 10 ** power + near),
  fc.tuple(fc.integer({ min: 0, max: 52 }), fc.integer({ min: -2, max: 2 })).map(([power, near]) => 2 ** power + near),
  fc
    .tuple(fc.integer({ min: 1, max: 90_000_000 }), fc.integer({ min: -1, max: 1 }))
    .map(([high, near]) => high * 1e8 + near),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

describe('putDecimal', () => {
  it('writes the digits of whole numbers with a point', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: mostDecimals }), (value, decimals) => {
        expect(written((sink) => putDecimal(sink, value, decimals))).toBe(withPoint(String(value), decimals));
      }),
      { numRuns },
    );
  });
});

describe('putDouble', () => {
  it('writes the shortest digits', () => {
    const value = fc.oneof(
      fc.double(),
      fc.double({ min: -1e15, max: 1e15 }),
      units,
      fc.tuple(units, fc.integer({ min: 0, max: 16 })).map(([whole, power]) => whole / 10 ** power),
      fc.tuple(fc.integer(), fc.integer({ min: 1 })).map(([one, other]) => one / other),
      fc.constantFrom(
        -0,
        1e15 / 100,
        999_999_999_999_999 / 100,
        1e15 / 1e4,
        0.0001,
        0.00005,
        1e21,
        1e-7,
        5e-324,
        0.1 + 0.2,
      ),
    );
    fc.assert(
      fc.property(value, (number) => {
        const sink = new ByteSink();
        const text = putDouble(sink, number) ? Buffer.from(sink.take()).toString('utf8') : null;
        expect(text).toBe(doubleText(number));
        expect(sink.end).toBe(0);
      }),
      { numRuns },
    );
  });
});

describe('trimZeros', () => {
  it.each([
    ['1.50', '1.5'],
    ['100.00', '100'],
    ['-0.00', '-0'],
    ['10.05', '10.05'],
  ])('shortens %s to %s', (text, short) => {
    const trimmed = written((sink) => {
      sink.putText(text);
      trimZeros(sink);
    });
    expect(trimmed).toBe(short);
  });
});
