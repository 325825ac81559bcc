import { expect, it } from 'vitest';
import { StartRate } from './start-rate.ts';

it('a network begins a thousand sign-ins in ten minutes, and others begin theirs', () => {
  const rate = new StartRate();
  const taken = Array.from({ length: 1_001 }, () => rate.take('192.0.2.1', 0));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1_000);
  expect([rate.take('192.0.2.1', 599_999), rate.take('192.0.2.2', 0), rate.take('192.0.2.1', 600_000)]).toEqual([
    false,
    true,
    true,
  ]);
});

it('a network that has used up its number is known without another one', () => {
  const rate = new StartRate();
  for (let count = 0; count < 999; count++) rate.take('192.0.2.1', 0);
  expect(rate.isSpent('192.0.2.1', 0)).toBe(false);
  rate.take('192.0.2.1', 0);
  expect([
    rate.isSpent('192.0.2.1', 599_999),
    rate.isSpent('192.0.2.1', 600_000),
    rate.isSpent('192.0.2.2', 0),
  ]).toEqual([true, false, false]);
});
