/** Why a server of a model gave no answer that can be used. */
export type ServerFailure = 'unreachable' | 'dropped' | 'timeout' | 'redirect' | 'too-long';

/** The message is for users: it shows no address, because they could find servers of a network by it. */
export class ModelServerError extends Error {
  readonly failure: ServerFailure;

  constructor(failure: ServerFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelServerError';
    this.failure = failure;
  }
}

/** @returns the error of this class that another one was made from */
export function serverErrorIn(error: unknown): ModelServerError | undefined {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    if (each instanceof ModelServerError) return each;
    seen.add(each);
  }
  return undefined;
}

/** @param cause for the log of the operator */
export function unreachable(cause: unknown): ModelServerError {
  return new ModelServerError('unreachable', 'The server of the model cannot be reached', { cause });
}
