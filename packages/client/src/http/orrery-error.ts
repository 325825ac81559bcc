/** One thing that is wrong with a request. */
export interface FieldProblem {
  /** Position in the request: `userIds.0`, `filters[0].values`. Empty when the problem is of the whole request. */
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
}

interface ErrorFacts {
  /** Status of the answer; 0 when there was none. */
  readonly status?: number;
  readonly code: string;
  readonly details?: readonly FieldProblem[];
  readonly requestId?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Every error of the clients, except those of an aborted signal. */
export class OrreryError extends Error {
  override readonly name = 'OrreryError';
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
  /** Code of the first problem where the server names one, else `http.<status>`; `client.*` for errors found here. */
  readonly code: string;
  /** All problems of the request. */
  readonly details: readonly FieldProblem[];
  /** Finds the request in the log of the server. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status = 0, code, details = [], requestId, retryAfterMs, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** The messages about a field. */
  messagesOf(path: string): readonly string[] {
    return this.details.filter((one) => one.path === path).map(({ message }) => message);
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return this.code === droppedLine || [429, 502, 503].includes(this.status);
  }
}

/** Code of a request without an answer, or with a part of one. */
const droppedLine = 'client.network';

/** The error of a line that broke, before the answer or within it. */
export function networkError(url: string, cause: unknown): OrreryError {
  const message = `No answer from ${withoutQuery(url)}: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new OrreryError(message, { code: droppedLine, cause });
}

/** An address without what follows its path, which may hold what is secret. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
