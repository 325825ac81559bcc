import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PacedStarts } from './paced-starts.ts';

function busyFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** How many go on in each turn of the event loop when that many ask at once. */
async function turnsOf(count: number, work: () => void) {
  const turns = new PacedStarts();
  const order: number[] = [];
  let inTurn = 0;
  const counts: number[] = [];
  const all = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await turns.next();
      order.push(index);
      inTurn += 1;
      work();
    }),
  );
  while (order.length < count) {
    await nextTurn();
    if (inTurn > 0) counts.push(inTurn);
    inTurn = 0;
  }
  await all;
  return { counts, order };
}

it('lets a few go on in a turn of the event loop, in their order', async () => {
  const { counts, order } = await turnsOf(50, () => undefined);
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

it('ends a turn after the first work that takes long', async () => {
  const { counts } = await turnsOf(5, () => busyFor(12));
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});
