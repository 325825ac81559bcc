import type { DataError, WireProblem } from '@orrery/contract';
import { Invalid, RequestError } from '@orrery/kernel';
import { DataSourceFailure } from './data-source-failure.ts';
import { InvalidQuery } from './invalid-query.ts';
import { requestProblem } from './request-problem.ts';
import { presentProblem } from './refuse-problems.ts';

export interface ErrorContext {
  readonly requestId: string;
  readonly isDevelopment: boolean;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly body: DataError;
}

/** Makes the error for a caller of the Data API; messages of the engine and of our bugs stay in the log. */
export function presentError(thrown: unknown, context: ErrorContext): ErrorAnswer {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { status, ...answer } = describe(error, context);
  const stack = context.isDevelopment && error.stack !== undefined ? { stack: error.stack } : {};
  const requestId = context.isDevelopment || answer.isOurs ? { requestId: context.requestId } : {};
  return { status, body: { ...answer.said, ...requestId, ...stack } };
}

interface Description {
  readonly status: number;
  readonly said: DataError;
  /** Whether the operator has to look it up in the log. */
  readonly isOurs: boolean;
}

/** Statuses whose reasons programs tell apart by a code; those of 401, 403 and 404 must not say more than their sentence. */
const coded: readonly number[] = [400, 429, 503];

function describe(error: Error, { requestId, isDevelopment }: ErrorContext): Description {
  if (error instanceof InvalidQuery) {
    const type = error.isUserError ? ({ type: 'UserError' } as const) : {};
    return theirs(error.status, { ...type, error: error.message, problems: [...error.problems] });
  }
  if (error instanceof Invalid) {
    return theirs(error.status, { error: error.message, ...listed(error.problems.map(presentProblem)) });
  }
  if (error instanceof RequestError) {
    const { code, message } = error;
    const isCoded = coded.includes(error.status);
    return theirs(error.status, { error: message, ...(isCoded ? { problems: [{ code, message }] } : {}) });
  }
  if (error instanceof DataSourceFailure && error.errorClass === 'unconnected') {
    const { message } = error;
    return theirs(400, { error: `Error: ${message}`, problems: [{ code: 'data-source.unconnected', message }] });
  }
  if (error instanceof DataSourceFailure) {
    const words = isDevelopment && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    const message = `${error.message} (request ${requestId})${words}`;
    const problem = { code: `data-source.${error.errorClass}`, message, ...adviceFor(error) };
    return { status: 400, said: { error: `Error: ${message}`, problems: [problem] }, isOurs: true };
  }
  const refusal = frameworkRefusal(error);
  if (refusal) return refusal;
  const said = isDevelopment ? `${error.name}: ${error.message}` : 'Error: Internal error';
  return { status: 500, said: { error: said }, isOurs: true };
}

/** A way out for callers, where the class of the error shows one. */
function adviceFor({ errorClass }: DataSourceFailure): Pick<WireProblem, 'hint'> {
  switch (errorClass) {
    case 'resource':
      return { hint: 'Ask for fewer measures, dimensions or rows at once, or raise the limits of the data source' };
    case 'timeout':
      return { hint: 'Ask for fewer rows or a shorter range of time, or raise query.timeout_seconds' };
    case 'connection':
      return { hint: 'Try again later; the log has the reason' };
    case 'conversion':
      return { hint: 'Leave out members or rows whose values cannot be converted; the log names the value' };
    default:
      return {};
  }
}

function theirs(status: number, said: DataError): Description {
  return { status, said, isOurs: false };
}

function listed(problems: readonly WireProblem[]): { readonly problems?: WireProblem[] } {
  return problems.length > 0 ? { problems: [...problems] } : {};
}

/** Describes a request that Fastify refused before our handlers ran. */
function frameworkRefusal(error: Error): Description | undefined {
  if (!('statusCode' in error) || typeof error.statusCode !== 'number' || error.statusCode >= 500) return undefined;
  const isTooLarge = error.statusCode === 413;
  const message = isTooLarge ? 'PayloadTooLargeError: request entity too large' : `Error: ${error.message}`;
  return theirs(error.statusCode, {
    error: message,
    problems: [requestProblem(isTooLarge ? 'request.too-large' : 'request.refused', message)],
  });
}
