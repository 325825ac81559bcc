import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AnswerOutcome,
  type AnswerRequest,
  answerTogether,
  CompressedOnce,
  factsOf,
  keyOfMark,
  loadBytes,
  noteAnswers,
  observed,
  pivotQueryOf,
  presentResults,
  type Runtime,
  understandKnowing,
  type UnderstoodQuery,
  type UnderstoodRequest,
} from '@orrery/runtime';
import { principalFor } from './admitted.ts';
import { type Caller, callerOf, tellToWait } from './caller-of.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { sendCompressed } from './send-compressed.ts';

/** `/v1/load` runs queries; `/v1/subscribe` does the same for callers that ask again and again. */
export function registerLoadRoutes(app: FastifyInstance, dependencies: DataDependencies): void {
  for (const endpoint of ['load', 'subscribe'] as const) {
    app.route({
      method: ['GET', 'POST'],
      url: `/v1/${endpoint}`,
      config: { scope: 'data' },
      handler: (request, reply) => answerLoad(endpoint, request, reply, dependencies),
    });
  }
}

async function answerLoad(
  endpoint: 'load' | 'subscribe',
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DataDependencies,
): Promise<FastifyReply> {
  const { runtimeOf, answers, clock, isDevelopment } = dependencies;
  const runtime = await runtimeOf(request);
  const principal = principalFor(request);
  return observed({ endpoint, request, principal, runtime }, dependencies, async (note) => {
    const announced = { needsQueryType: true };
    const caller = callerOf(principal, request, reply);
    const asker = { tenant: caller.tenant, insists: true };
    const now = clock.now();
    const tell = ({ asked, timingsMs }: UnderstoodRequest) => Object.assign(note, { query: asked, timingsMs });
    const understood = await understandKnowing(parametersOf(request), announced, { runtime, now }, asker, tell);
    const { signal } = caller;
    const requests = understood.queries.map((query) => toAnswerRequest(query, runtime, caller));
    const outcome = await answerTogether(answers, { requests, signal, maxResultMb: runtime.query.maxResultMb });
    const requestId = isDevelopment ? { requestId: request.id } : {};
    if (outcome.kind === 'wait') return reply.send({ ...tellToWait(note, outcome), ...requestId });
    const body = bodyOf(understood, outcome.outcomes, { limits: runtime.query, ...requestId }, dependencies);
    noteAnswers(note, outcome.outcomes);
    note.bytes = body.bytes.byteLength;
    return sendCompressed(request, reply, body);
  });
}

function toAnswerRequest(
  { query, cacheMode, mark, prepared }: UnderstoodQuery,
  runtime: Runtime,
  caller: Caller,
): AnswerRequest {
  const shape = {
    format: query.responseFormat ?? 'default',
    countsTotal: query.total ?? false,
    ...(mark ? { lastKey: keyOfMark(mark, prepared.bound) } : {}),
  };
  return { prepared, runtime, shape, cacheMode, ...caller };
}

type Answered = Extract<AnswerOutcome, { kind: 'answer' }>;

function bodyOf(
  { queryType, queries, isMulti }: UnderstoodRequest,
  outcomes: readonly Answered[],
  shown: { readonly limits: Runtime['query']; readonly requestId?: string },
  { answers }: DataDependencies,
): CompressedOnce {
  const results = queries.map((query, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('each query has an answer');
    return { ...query, ...outcome };
  });
  const [only] = results;
  if (only && queryType === 'regularQuery') {
    const onGrown = answers.cache.reweigher(only.key, only.answer);
    return loadBytes(only.answer, { ...only, isMulti, ...shown }, onGrown);
  }
  const told = results.map((result) => ({
    facts: factsOf(result.answer, { ...result, ...shown }),
    data: result.answer.data,
  }));
  const echoes = results.map(({ prepared, mark }) => ({ echo: prepared.echo, ...(mark ? { mark } : {}) }));
  const bytes = presentResults(queryType, told, pivotQueryOf(queryType, echoes));
  return new CompressedOnce(bytes, { encodings: 'fast' });
}
