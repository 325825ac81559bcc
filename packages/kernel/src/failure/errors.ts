import type { ReportedProblem } from './reported-problem.ts';

/** A problem with one value of an input. */
export interface InputProblem {
  /** Path of the value: `variables.2.name`; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * Base of the failures a service may report. Each has a stable code; every API turns it into its own status and body.
 * Any other error that is thrown is a bug of ours.
 */
export abstract class RequestError extends Error {
  /** Stable, for programs: `auth.invalid-token`. */
  readonly code: string;
  abstract readonly status: number;
  /** Problems by path; empty when the message says everything. */
  readonly details: readonly InputProblem[] = [];

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** Also the answer for callers who may not know that a thing exists. */
export class NotFound extends RequestError {
  readonly status = 404;
}

/** The credential is valid, but the operation is not allowed. */
export class Forbidden extends RequestError {
  readonly status = 403;
}

/** The access token is valid, but its scopes do not reach; another authorization may bring one that does. */
export class InsufficientScope extends Forbidden {
  readonly granted: readonly string[];
  /** One of these would do. */
  readonly needed: readonly string[];

  constructor({ granted, needed }: Pick<InsufficientScope, 'granted' | 'needed'>) {
    const wanted = needed.length === 0 ? 'No access token may do this' : `This takes the scope ${needed.join(' or ')}`;
    super('auth.insufficient-scope', wanted);
    this.granted = granted;
    this.needed = needed;
  }

  /** The parameters of `WWW-Authenticate` (RFC 6750 section 3.1). */
  challenge(): string {
    const scope = this.needed.length === 0 ? '' : `, scope="${this.needed.join(' ')}"`;
    return `Bearer error="insufficient_scope"${scope}`;
  }
}

/** The credential is missing, malformed, expired or not ours. The reason goes to the log through `cause` only. */
export class Unauthorized extends RequestError {
  readonly status = 401;
}

/** The request contradicts the current state. */
export class Conflict extends RequestError {
  readonly status = 409;
}

/** The request itself is invalid; `problems` lists every problem of a query. */
export class Invalid extends RequestError {
  readonly status: number;
  readonly problems: readonly ReportedProblem[];

  /** @param status 400 unless HTTP has a more specific one: 413, 415 */
  constructor(code: string, message: string, problems: readonly ReportedProblem[] = [], status = 400) {
    super(code, message);
    this.problems = problems;
    this.status = status;
  }
}

/** Values of an input are wrong; the one shape that lists all of them. */
export class InvalidInput extends Invalid {
  override readonly details: readonly InputProblem[];

  constructor(code: string, message: string, details: readonly InputProblem[]) {
    super(code, message);
    this.details = details;
  }
}

/** The request would be allowed later. */
export class TooManyRequests extends RequestError {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, retryAfterSeconds: number) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Thrown when a part that the request needs is unavailable now; trying again later may work. */
export class Unavailable extends RequestError {
  readonly status = 503;
}
