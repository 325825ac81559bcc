import { expect, it } from 'vitest';
import { compareInThread } from './compare-in-thread.ts';
import { compareResults } from './compare-results.ts';
import { resultOf } from './results-fixture.ts';

const columns = ['city:string', 'code:string', 'orders:number', 'note:string'];
const rowOf = (n: number) => [
  `city ${n % 50}`,
  `c${n}`,
  String((n * 7919) % 100_003),
  n % 10 === 0 ? null : 'some words',
];
const truth = resultOf(
  columns,
  Array.from({ length: 100_000 }, (_, n) => rowOf(n)),
);
const { signal } = new AbortController();

it('grades results of 100,000 rows as it grades small ones, while other work goes on', async () => {
  let longest = 0;
  let isOver = false;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  const changed = truth.rows.with(99_999, ['city 49', 'c99999', '1', 'some words']);
  const given = { ...truth, rows: truth.rows.toReversed() };
  const begin = performance.now();
  setImmediate(look);
  const grade = await compareInThread(truth, given, signal);
  const took = performance.now() - begin;
  isOver = true;
  expect(grade).toEqual({ verdict: 'pass', outcome: 'correct' });
  if (process.env['ORRERY_TELL_STALLS']) console.log({ took, longest });
  expect(longest).toBeLessThan(took / 3); // compared beside other requests, it would be all of it
  expect(await compareInThread(truth, { ...truth, rows: changed }, signal)).toMatchObject({ reason: 'value-mismatch' });
});

it('ends with its signal, and the next comparison has a thread again', async () => {
  const over = new AbortController();
  const comparison = compareInThread(truth, truth, over.signal);
  setImmediate(() => over.abort(new Error('the time is over')));
  await expect(comparison).rejects.toThrow('the time is over');
  const small = resultOf(['n:number'], [['1']]);
  expect(await compareInThread(small, small, signal)).toEqual(compareResults(small, small));
});
