import type { JsonObject } from '@orrery/kernel';
import { dataOperations, type SocketCall } from '@orrery/contract';
import { ask, type BodyAnswer, presentError } from '@orrery/runtime';
import { requireScope } from '../admitted.ts';
import { continueWait } from '../continue-wait.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { answerDryRun, answerSql, type RequestSender } from '../describe-query.ts';
import { metaFor } from '../meta-routes.ts';

export type AnsweredMethod = Exclude<SocketCall['method'], 'unsubscribe'>;

export interface CallToAnswer {
  readonly method: AnsweredMethod;
  /** The same object for equal parameters. */
  readonly parameters: JsonObject;
}

/** Status and body that the same request would have over HTTP. */
export interface CallAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** Whether the body only says that the answer takes longer. */
  readonly isWait: boolean;
  /** The answer whose body it is, which all who ask for it share. */
  readonly loaded?: BodyAnswer;
}

const operations = {
  load: dataOperations.load,
  subscribe: dataOperations.subscribe,
  sql: dataOperations.sql,
  'dry-run': dataOperations.dryRun,
  meta: dataOperations.meta,
};

/** @throws what the operation over HTTP answers errors for, the reason of the signal */
export async function answerCall(
  { method, parameters }: CallToAnswer,
  asker: RequestSender,
  signal: AbortSignal,
  dependencies: DataDependencies,
): Promise<CallAnswer> {
  requireScope(asker.principal, operations[method].takes.scope);
  switch (method) {
    case 'load':
    case 'subscribe':
      return load(method, parameters, asker, signal, dependencies);
    case 'sql':
      return inJson(await answerSql(() => parameters, asker, dependencies));
    case 'dry-run':
      return inJson(await answerDryRun(() => parameters, asker, dependencies));
    case 'meta': {
      const chosen = { onlyViews: parameters['onlyViews'] === true, isExtended: false };
      const prepared = await metaFor(asker.runtime, chosen, dependencies.memory);
      return { status: 200, body: (await prepared.inEncoding(undefined)).bytes, isWait: false };
    }
  }
}

async function load(
  endpoint: 'load' | 'subscribe',
  parameters: JsonObject,
  { runtime, principal, requestId }: RequestSender,
  signal: AbortSignal,
  dependencies: DataDependencies,
): Promise<CallAnswer> {
  const { memory, isDevelopment } = dependencies;
  const query = { kind: 'wire', parameters: () => parameters, needsQueryType: true, memory } as const;
  const options = { endpoint, principal, requestId, signal, takes: 'body' } as const;
  const answer = await ask(runtime, query, options, dependencies);
  if (answer.kind === 'wait') {
    const body = { ...continueWait(answer), ...(isDevelopment ? { requestId } : {}) };
    return { ...inJson(body), isWait: true };
  }
  return { status: 200, body: answer.body.bytes, isWait: false, loaded: answer };
}

function inJson(answer: unknown, status = 200): CallAnswer {
  return { status, body: Buffer.from(JSON.stringify(answer)), isWait: false };
}

/** Makes the message about an error for the caller. */
export function answerToError(
  error: unknown,
  requestId: string,
  { isDevelopment }: Pick<DataDependencies, 'isDevelopment'>,
): CallAnswer {
  const { status, body } = presentError(error, { requestId, isDevelopment });
  return inJson(body, status);
}
