import { failedQueries } from './failed-queries.ts';
import type { TurnProgress, Stop, StopCondition } from './progress.ts';
import { repeatedCall } from './repeated-call.ts';
import { tooExpensive } from './spend.ts';
import { tooLong } from './time.ts';
import { tooManyTokens } from './tokens.ts';
import { tooManyToolCalls } from './tool-calls.ts';

/** The conditions that stop a turn. Conditions that leave no further step come first. */
const conditions: readonly StopCondition[] = [
  tooLong,
  tooExpensive,
  tooManyTokens,
  tooManyToolCalls,
  repeatedCall,
  failedQueries,
];

/** @returns the first condition that a turn meets, if any */
export function stopOf(progress: TurnProgress): Stop | undefined {
  for (const condition of conditions) {
    const stop = condition(progress);
    if (stop) return stop;
  }
  return undefined;
}
