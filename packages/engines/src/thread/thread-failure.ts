import { EngineCancelled, EngineError, type EngineErrorClass, ResultsError } from '../engine.ts';
import { ResultTooLarge } from '../encode/index.ts';

/** An error in the form that crosses from the engine thread, because classes are lost on the way. */
export type ThreadFailure =
  | {
      readonly kind: 'engine' | 'results';
      readonly errorClass: EngineErrorClass;
      readonly cause: string;
      readonly position?: number | undefined;
      readonly engineQueryId?: string | undefined;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  /** A fault of ours. */
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | undefined };

export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof EngineError) {
    const kind = error instanceof ResultsError ? 'results' : 'engine';
    const { errorClass, cause, position, engineQueryId } = error;
    return { kind, errorClass, cause: messageOf(cause), position, engineQueryId };
  }
  if (error instanceof EngineCancelled) return { kind: 'cancelled' };
  if (error instanceof ResultTooLarge) return { kind: 'too-large', maxBytes: error.maxBytes };
  return { kind: 'fault', message: messageOf(error), stack: error instanceof Error ? error.stack : undefined };
}

export function errorOf(failure: ThreadFailure): Error {
  switch (failure.kind) {
    case 'engine': {
      const error = new EngineError(failure.errorClass, withoutStack(failure.cause), failure.position);
      error.engineQueryId = failure.engineQueryId;
      return error;
    }
    case 'results':
      return new ResultsError(failure.errorClass, withoutStack(failure.cause));
    case 'cancelled':
      return new EngineCancelled();
    case 'too-large':
      return new ResultTooLarge(failure.maxBytes);
    case 'fault':
      return Object.assign(new Error(failure.message), failure.stack === undefined ? {} : { stack: failure.stack });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes the stack, which would name a position in the wrong thread. */
function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
