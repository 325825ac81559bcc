/** Why a server gave no answer that can be used. */
export type ServerFailure = 'unreachable' | 'dropped' | 'timeout' | 'redirect' | 'too-long';

/** The message is for users: it shows no address, because they could find servers of a network by it. */
export class ServerError extends Error {
  readonly failure: ServerFailure;

  constructor(failure: ServerFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
    this.failure = failure;
  }
}

/** @returns the error of this class that another one was made from */
export function serverErrorIn(error: unknown): ServerError | undefined {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    if (each instanceof ServerError) return each;
    seen.add(each);
  }
  return undefined;
}

/** @param server what the server is, as a sentence begins; @param cause for the log of the operator */
export function unreachable(server: string, cause: unknown): ServerError {
  return new ServerError('unreachable', `${server} cannot be reached`, { cause });
}
