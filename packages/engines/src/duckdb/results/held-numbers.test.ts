import { expect, it } from 'vitest';
import { ResultsError } from '../../engine.ts';
import { HeldNumbers } from './held-numbers.ts';

function typeOf(...texts: readonly string[]): string {
  const numbers = new HeldNumbers();
  for (const text of texts) numbers.add(text);
  return numbers.type;
}

it.each([
  [[], 'BIGINT'],
  [['-12', '7'], 'BIGINT'],
  [['999999999999999999'], 'BIGINT'],
  [['9223372036854775808'], 'DECIMAL(38,0)'],
  [['1.10', '-2.345'], 'DECIMAL(38,3)'],
  [['1.5', '1.00000'], 'DECIMAL(38,5)'],
  [[`${'9'.repeat(36)}.50000`], 'DECIMAL(38,1)'],
  [[`-${'9'.repeat(38)}`], 'DECIMAL(38,0)'],
])('%j are held by %s', (texts, type) => {
  expect(typeOf(...texts)).toBe(type);
});

it.each([
  [['1'.repeat(39)]],
  [[`${'9'.repeat(36)}.125`]],
  [['9'.repeat(30), '0.123456789']],
  [['100000000000000000e9']],
])('%j are held by no type', (texts) => {
  expect(() => typeOf(...texts)).toThrow(ResultsError);
});
