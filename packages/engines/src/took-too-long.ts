import { EngineError } from './engine.ts';

/** Why the clock stops a statement. */
export function tookTooLong(timeoutMs: number): EngineError {
  return new EngineError('timeout', new Error(`the statement ran longer than ${timeoutMs} ms`));
}
