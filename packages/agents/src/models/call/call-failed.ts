import { AddressRefused, serverErrorIn, type ServerFailure } from '@orrery/engines';
import { TurnFailed } from '../../turn/index.ts';
import { PackageMissing } from '../package-missing.ts';
import { withoutSecrets } from './hide-secrets.ts';

/** Kinds of failures of a call. Admins see them in place of the server's own message. */
export type CallFailure =
  | ServerFailure
  | 'authentication'
  | 'not-found'
  | 'rate-limit'
  | 'rejected'
  | 'server-error'
  | 'content-filter'
  | 'unreadable'
  | 'failed'
  | 'not-installed';

interface FailureFacts {
  readonly failure: CallFailure;
  /** The status of HTTP, or the one in the stream. */
  readonly status?: number | undefined;
  /** The delay that the provider requests. */
  readonly retryAfterMs?: number | undefined;
  /** Whether trying again is useless: the provider says so, or requests to its address are not allowed. */
  readonly isFinal?: boolean | undefined;
}

/** A failure in the form that one thread sends to another. */
export interface SentFailure {
  readonly text: string;
  readonly facts: FailureFacts;
  /** The reason, for the log. */
  readonly reason: string | undefined;
}

/** A call of a model that failed. The text is what users see: without secrets, bounded. The cause is for the log. */
export class CallFailed extends TurnFailed {
  readonly facts: FailureFacts;
  readonly #text: string;

  constructor(text: string, facts: FailureFacts, options?: ErrorOptions) {
    super('LlmError', text, options);
    this.facts = facts;
    this.#text = text;
  }

  static from({ text, facts, reason }: SentFailure): CallFailed {
    return new CallFailed(text, facts, reason === undefined ? {} : { cause: new Error(reason) });
  }

  /** The cause, for the log. */
  get reason(): string | undefined {
    return this.cause instanceof Error ? this.cause.message : undefined;
  }

  toSend(): SentFailure {
    return { text: this.#text, facts: this.facts, reason: this.reason };
  }
}

const longestText = 500;

/** Makes a failure of an error of the AI SDK, without secrets and without the request. */
export async function callFailure(error: unknown, secrets: readonly string[]): Promise<CallFailed> {
  if (error instanceof CallFailed) return error;
  const server = serverErrorIn(error);
  if (server) {
    const { message, failure, cause } = server;
    return new CallFailed(message, { failure, isFinal: cause instanceof AddressRefused }, { cause });
  }
  if (error instanceof PackageMissing) return new CallFailed(error.message, { failure: 'not-installed' });
  const { APICallError, InvalidResponseDataError } = await import('@ai-sdk/provider');
  if (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400) {
    const { message, statusCode, responseHeaders, isRetryable } = error;
    const words = textFor(message, secrets) || 'The provider of the model refused';
    return new CallFailed(`${words} (status ${statusCode})`, {
      failure: failureOf(statusCode),
      status: statusCode,
      retryAfterMs: retryAfter(responseHeaders),
      isFinal: !isRetryable,
    });
  }
  const inStream = failureInStream(error);
  if (inStream) {
    const { message, status, isFinal } = inStream;
    const words = textFor(message, secrets) || 'The provider of the model stopped';
    return new CallFailed(words, { failure: failureOf(status), status, isFinal });
  }
  // Thrown without data where a stream ends before its last event.
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return endedEarly();
  if (isOfSdk(error)) return new CallFailed('The answer of the model cannot be read', { failure: 'unreadable' });
  const reason = new Error(textFor(error instanceof Error ? error.message : 'no error was thrown', secrets));
  return new CallFailed('The call of the model failed', { failure: 'failed' }, { cause: reason });
}

export function endedEarly(): CallFailed {
  return new CallFailed('The answer of the model ended early', { failure: 'dropped' });
}

function textFor(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets).replaceAll(/\s+/g, ' ').trim().slice(0, longestText);
}

function failureOf(status: number | undefined): CallFailure {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limit';
  return status !== undefined && status >= 400 && status < 500 ? 'rejected' : 'server-error';
}

/** Reads an error in the stream of a provider: an object that is not an `Error`, plain or within the event that contains it. */
function failureInStream(
  error: unknown,
): { readonly message: string; readonly status: number | undefined; readonly isFinal: boolean } | undefined {
  if (error instanceof Error || !isRecord(error)) return undefined;
  const { response, error: inner } = error;
  const detail = [isRecord(response) ? response['error'] : undefined, inner].find(isRecord) ?? error;
  const { message, isRetryable } = detail;
  if (typeof message !== 'string') return undefined;
  const status = [detail, error].flatMap((each) => [each['statusCode'], each['status'], each['code']]).find(isStatus);
  return { message, status, isFinal: isRetryable === false };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isStatus = (value: unknown): value is number => typeof value === 'number' && value >= 400 && value <= 599;

/** Errors of the SDK show what they could not read. */
function isOfSdk(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('AI_');
}

/** Seconds or a date, and milliseconds, which some providers send as well. */
function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const milliseconds = headers?.['retry-after-ms'];
  if (milliseconds !== undefined && /^\d+(?:\.\d+)?$/.test(milliseconds)) return Number(milliseconds);
  const given = headers?.['retry-after'];
  if (given === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(given)) return Number(given) * 1_000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
