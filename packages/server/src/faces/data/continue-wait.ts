import type { ContinueWait } from '@orrery/contract';
import type { Waiting } from '@orrery/runtime';

/** Tells a caller whose answer takes longer than a request waits to ask again. */
export function continueWait({ stage, elapsedMs }: Waiting): ContinueWait {
  return { error: 'Continue wait', stage, timeElapsed: elapsedMs };
}
