import type { Waiting } from '@orrery/runtime';

export interface ContinueWait {
  readonly error: 'Continue wait';
  readonly stage: string;
  readonly timeElapsed: number;
}

/** Tells a caller whose answer takes longer than a request waits to ask again. */
export function continueWait({ stage, elapsedMs }: Waiting): ContinueWait {
  return { error: 'Continue wait', stage, timeElapsed: elapsedMs };
}
