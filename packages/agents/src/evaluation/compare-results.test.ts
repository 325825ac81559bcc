import { expect, it } from 'vitest';
import { compareResults } from './compare-results.ts';
import { resultOf } from './results-fixture.ts';

const byCity = ['city:string', 'orders:number'];
const truth = resultOf(byCity, [
  ['Oslo', '1234.1'],
  ['Rome', '2'],
]);

it.each([
  ['in another order', resultOf(byCity, truth.rows.toReversed())],
  ['with other names of columns', resultOf(['a:string', 'b:number'], truth.rows)],
  [
    'with columns in another order and one more',
    resultOf(
      ['n:number', 'x:number', 'c:string'],
      [
        [1234.1, 9, 'Oslo'],
        [2, 8, 'Rome'],
      ],
    ),
  ],
  [
    'with numbers that differ behind the fourth digit',
    resultOf(byCity, [
      ['Oslo', '1234.4'],
      ['Rome', '2.0'],
    ]),
  ],
])('passes rows %s', (_, given) => {
  expect(compareResults(truth, given)).toEqual({ verdict: 'pass', outcome: 'correct' });
});

it('passes nothing where nothing is right', () => {
  expect(compareResults(resultOf(byCity, []), resultOf(['x:number'], []))).toMatchObject({ verdict: 'pass' });
});

it.each([
  ['row-count-mismatch', 'fewer rows', resultOf(byCity, [['Oslo', '1234.1']])],
  ['row-count-mismatch', 'no rows', resultOf(byCity, [])],
  [
    'row-count-mismatch',
    'more rows of other values',
    resultOf(byCity, [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]),
  ],
  ['unexpected-rows', 'the right rows and others', resultOf(byCity, [...truth.rows, ['Bergen', '5']])],
  ['missing-columns', 'numbers alone', resultOf(['orders:number'], [['1234.1'], ['2']])],
  [
    'missing-columns',
    'another text in place of the number',
    resultOf(
      ['city:string', 'x:string'],
      [
        ['Oslo', 'a'],
        ['Rome', 'b'],
      ],
    ),
  ],
  [
    'value-mismatch',
    'other numbers',
    resultOf(byCity, [
      ['Oslo', '1235.6'],
      ['Rome', '2'],
    ]),
  ],
  [
    'value-mismatch',
    'the right numbers in other rows',
    resultOf(byCity, [
      ['Oslo', '2'],
      ['Rome', '1234.1'],
    ]),
  ],
  [
    'value-mismatch',
    'nothing in place of a number',
    resultOf(byCity, [
      ['Oslo', '1234.1'],
      ['Rome', null],
    ]),
  ],
] as const)('gives %s for %s', (reason, _, given) => {
  expect(compareResults(truth, given)).toEqual({
    verdict: 'fail',
    outcome: 'wrong',
    reason,
    detail: expect.stringMatching(/\.$/),
  });
});

it('names the columns that are missing or different', () => {
  const other = resultOf(
    ['city:string', 'x:string'],
    [
      ['Oslo', 'a'],
      ['Rome', 'b'],
    ],
  );
  expect(compareResults(truth, other).detail).toBe("The answer has no column for 'orders'.");
  const different = resultOf(byCity, [
    ['Oslo', '1235.6'],
    ['Rome', '2'],
  ]);
  expect(compareResults(truth, different).detail).toBe("No column of the answer has the values of 'orders'.");
});

it('leaves results to people that are too large to be compared, but not the number of their rows', () => {
  const long = resultOf(byCity, truth.rows, 100_001);
  const wide = Array.from({ length: 21 }, (_, index) => `c${index}:number`);
  const review = { verdict: 'review', reason: 'too-large' };
  expect(compareResults(long, long)).toMatchObject(review);
  expect(compareResults(truth, resultOf([...byCity, ...wide], truth.rows))).toMatchObject(review);
  const large = resultOf(
    wide.slice(0, 11),
    Array.from({ length: 40_000 }, () => Array.from({ length: 11 }, () => 1)),
  );
  expect(compareResults(large, large)).toMatchObject(review);
  expect(compareResults(truth, long)).toMatchObject({ verdict: 'fail', reason: 'row-count-mismatch' });
  const origin = { isAtMaximum: true } as NonNullable<typeof truth.origin>;
  expect(compareResults({ ...truth, origin }, { ...truth, origin })).toMatchObject(review); // rows were left out
});
