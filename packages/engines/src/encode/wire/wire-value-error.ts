import { EngineError } from '../../engine.ts';

/** A value that its announced type cannot hold. The message quotes no value: it may reach other users than the row. */
export function wireValueError(form: string, reason: string): EngineError {
  return new EngineError('conversion', new Error(`a value is no ${form}: ${reason}`));
}
