import { EngineError } from './engine.ts';

/** Reason of a stop by the clock. */
export function tookTooLong(timeoutMs: number): EngineError {
  return new EngineError('timeout', new Error(`the statement ran longer than ${timeoutMs} ms`));
}
