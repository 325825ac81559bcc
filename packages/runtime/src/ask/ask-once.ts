import type { ResponseFormat } from '@orrery/contract';
import type { SecurityContext } from '@orrery/kernel';
import { AnswerService } from '../answer/index.ts';
import { ignoreQueries } from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { RowsAnswer } from './answers.ts';
import { ask } from './ask.ts';
import type { QueryToAnswer } from './query-to-answer.ts';

interface OnceOptions {
  readonly securityContext: SecurityContext;
  readonly clock: { now(): number };
  /** Format of the rows; absent: the one that each query asks for. */
  readonly format?: ResponseFormat;
  readonly countsTotal?: false;
}

/**
 * Answers like `ask`, for commands and proofs: it reads the data directly, keeps no answer, reports to no observer, and
 * waits for the answer.
 *
 * @throws what `ask` throws
 */
export function askOnce(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  { securityContext, clock, ...shape }: OnceOptions,
): Promise<RowsAnswer> {
  const { deploymentId } = runtime;
  const answers = new AnswerService({ cacheBytes: 0, clock, isEnding: () => true });
  const caller = { principal: { deploymentId, securityContext }, requestId: 'once' };
  const { signal } = new AbortController();
  const options = { endpoint: 'load', ...caller, signal, cacheMode: 'no-cache', ...shape } as const;
  const dependencies = { answers, observer: ignoreQueries, clock, isDevelopment: false };
  return ask(runtime, query, { ...options, takes: 'rows', waitsForAnswer: true }, dependencies);
}
