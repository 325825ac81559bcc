import { expect, it } from 'vitest';
import { chooseNames } from './lowering.ts';

it('distinguishes names that differ only by letter case, for engines that fold case', () => {
  const names = chooseNames(63);
  expect([names.take('orders__count'), names.take('orders__Count'), names.take('ORDERS__COUNT')]).toEqual([
    'orders__count',
    'orders__Count_2',
    'ORDERS__COUNT_3',
  ]);
});

it('shortens long names to the limit and keeps them distinct', () => {
  const names = chooseNames(8);
  const taken = ['customers_a', 'customers_b', 'customers_c'].map((name) => names.take(name));
  expect(taken.every((name) => name.length <= 8)).toBe(true);
  expect(new Set(taken).size).toBe(3);
});
