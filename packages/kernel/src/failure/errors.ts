import type { Problem } from '@orrery/semantic';

/** One thing that is wrong with an input. */
export interface InputProblem {
  /** Where it is: `variables.2.name`; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * The family of failures a service may answer with. Each has a stable code; the face's own file turns it into a
 * status and a body. Anything else that is thrown is a fault of ours.
 */
export abstract class RequestError extends Error {
  /** Stable, for programs: `auth.invalid-token`. */
  readonly code: string;
  abstract readonly status: number;
  /** What is wrong, by path; empty when the message says all of it. */
  readonly details: readonly InputProblem[] = [];

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** Also what somebody gets who may not know that a thing exists. */
export class NotFound extends RequestError {
  readonly status = 404;
}

/** The credential is valid, the act is not allowed. */
export class Forbidden extends RequestError {
  readonly status = 403;
}

/** The credential is missing, malformed, expired or not ours. The reason goes to the log through `cause` only. */
export class Unauthorized extends RequestError {
  readonly status = 401;
}

/** What is asked for contradicts what is there. */
export class Conflict extends RequestError {
  readonly status = 409;
}

/** The request itself is wrong; `problems` lists what a query asks for that it cannot have. */
export class Invalid extends RequestError {
  readonly status: number;
  readonly problems: readonly Problem[];

  /** @param status 400 unless HTTP has a more telling one: 413, 415 */
  constructor(code: string, message: string, problems: readonly Problem[] = [], status = 400) {
    super(code, message);
    this.problems = problems;
    this.status = status;
  }
}

/** Values of an input are wrong: the one shape in which all of them are listed. */
export class InvalidInput extends Invalid {
  override readonly details: readonly InputProblem[];

  constructor(code: string, message: string, details: readonly InputProblem[]) {
    super(code, message);
    this.details = details;
  }
}

/** Later it would be allowed. */
export class TooManyRequests extends RequestError {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something this needs is not there now; trying again later may work. */
export class Unavailable extends RequestError {
  readonly status = 503;
}
