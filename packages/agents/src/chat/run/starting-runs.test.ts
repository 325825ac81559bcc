import { expect, it } from 'vitest';
import { StartingRuns } from './starting-runs.ts';

it('bounds the runs of an account, and leaves others alone', () => {
  const starting = new StartingRuns();
  const leave = starting.enter(1, 2);
  starting.enter(1, 2);
  expect(() => starting.enter(1, 2)).toThrow('Too many questions of this account');
  expect(() => starting.enter(1, 0)).toThrow('Too many questions of this account');
  starting.enter(2, 1);
  leave();
  starting.enter(1, 2);
});
