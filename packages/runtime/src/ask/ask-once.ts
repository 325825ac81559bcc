import type { ResponseFormat } from '@orrery/contract';
import type { SecurityContext } from '@orrery/kernel';
import { AnswerService } from '../answer/index.ts';
import { ignoreQueries } from '../query/index.ts';
import type { JsonQuestion, RowsAnswer } from '../question/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { type StatementRows, Statements } from '../statement/index.ts';
import { ask } from './ask.ts';

interface OnceOptions {
  readonly securityContext: SecurityContext;
  readonly clock: { now(): number };
  /** Format of the rows; absent: the one that each query asks for. */
  readonly format?: ResponseFormat;
  readonly countsTotal?: false;
}

/**
 * Answers queries as `ask` does, for commands and proofs: reads the data itself, keeps nothing, tells no observer, and waits
 * for the answer.
 *
 * @throws what `ask` throws
 */
export function askOnce(runtime: CallerRuntime, question: JsonQuestion, once: OnceOptions): Promise<RowsAnswer> {
  const { options, dependencies } = asking(runtime, once);
  return ask(runtime, question, options, dependencies);
}

/** Answers a statement of SQL over the model likewise. @throws what `ask` throws */
export async function askStatementOnce(
  runtime: CallerRuntime,
  text: string,
  once: Pick<OnceOptions, 'securityContext' | 'clock'>,
): Promise<StatementRows> {
  const statements = new Statements();
  try {
    const { options, dependencies } = asking(runtime, once);
    return await ask(runtime, { kind: 'statement', text, statements }, options, dependencies);
  } finally {
    await statements.close();
  }
}

function asking({ deploymentId }: CallerRuntime, { securityContext, clock, ...shape }: OnceOptions) {
  const answers = new AnswerService({ cacheBytes: 0, clock, isEnding: () => true });
  const caller = { principal: { deploymentId, securityContext }, requestId: 'once' };
  const { signal } = new AbortController();
  return {
    options: {
      endpoint: 'load',
      ...caller,
      signal,
      cacheMode: 'no-cache',
      ...shape,
      takes: 'rows',
      waitsForAnswer: true,
    } as const,
    dependencies: { answers, observer: ignoreQueries, clock, isDevelopment: false },
  };
}
