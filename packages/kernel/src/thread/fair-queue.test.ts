import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function order(asked: readonly (readonly [account: string, caller: string, item: string])[]): readonly string[] {
  const turns = new FairQueue<string>();
  for (const [account, caller, item] of asked) turns.add({ account, caller }, item);
  return asked.map(() => turns.take() ?? 'none');
}

it('a caller with many requests has one turn between those of others', () => {
  const many = ['1', '2', '3', '4'].map((item) => ['a', 'ann', item] as const);
  expect(order([...many, ['a', 'bob', 'b1'], ['a', 'bob', 'b2']])).toEqual(['1', 'b1', '2', 'b2', '3', '4']);
});

it('an account with many callers has one turn between those of others', () => {
  const many = ['1', '2', '3', '4'].map((item) => ['a', `caller ${item}`, item] as const);
  expect(order([...many, ['b', 'bob', 'b1'], ['b', 'bob', 'b2']])).toEqual(['1', 'b1', '2', 'b2', '3', '4']);
});

it('takes and clears nothing where none waits', () => {
  const turns = new FairQueue<string>();
  expect(turns.take()).toBeUndefined();
  turns.add({ account: 'a', caller: 'ann' }, '1');
  turns.add({ account: 'b', caller: 'bob' }, '2');
  expect(turns.clear()).toEqual(['1', '2']);
  expect(turns.take()).toBeUndefined();
});
