import type { StopCondition } from './progress.ts';

export const tooExpensive: StopCondition = ({ cost, limits: { spend } }) =>
  spend === undefined || cost < spend
    ? undefined
    : {
        reason: 'spend',
        next: 'end',
        text: 'I stopped here, because one answer may not cost more. A narrower question may get one.',
      };
