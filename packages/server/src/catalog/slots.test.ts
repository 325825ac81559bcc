import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

const forever = new AbortController().signal;

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('runs as many as there are slots, the others in the order they came', async () => {
  const slots = new Slots(2);
  const gates = [gate(), gate(), gate(), gate()];
  const began: number[] = [];
  const runs = gates.map(({ promise }, index) =>
    slots.run(forever, async () => {
      began.push(index);
      await promise;
    }),
  );
  await turn();
  expect(began).toEqual([0, 1]);
  gates[1]?.open();
  await turn();
  expect(began).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(runs);
  expect(began).toEqual([0, 1, 2, 3]);
});

it('gives the slot on when a run fails', async () => {
  const slots = new Slots(1);
  await expect(slots.run(forever, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(forever, async () => 'next')).toBe('next');
});

it('lets a run leave the line when its signal fires, without losing the slot', async () => {
  const slots = new Slots(1);
  const { promise, open } = gate();
  const first = slots.run(forever, () => promise);
  const leaving = new AbortController();
  const second = slots.run(leaving.signal, async () => 'never');
  const third = slots.run(forever, async () => 'third');
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  open();
  await first;
  expect(await third).toBe('third');
  expect(slots.waiting).toBe(0);
});

it('never starts a run whose signal has fired', async () => {
  await expect(new Slots(1).run(AbortSignal.abort(new Error('gone')), async () => 1)).rejects.toThrow('gone');
});
