import type { StopCondition } from './progress.ts';

export const tooLong: StopCondition = ({ elapsedMs, limits }) =>
  elapsedMs < limits.seconds * 1_000
    ? undefined
    : { reason: 'time', next: 'fail', text: `Agent run exceeded ${limits.seconds} seconds` };
