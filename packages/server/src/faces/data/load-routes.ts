import { dataOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AnswerOutcome,
  type AnswerRequest,
  answerTogether,
  CompressedOnce,
  factsOf,
  keyOfMark,
  loadBytes,
  type NotedAnswer,
  noteAnswers,
  observed,
  pivotQueryOf,
  presentError,
  presentResults,
  type QueryNote,
  type Runtime,
  streamedLoad,
  type StreamOutcome,
  type TogetherOutcome,
  understandKnowing,
  type UnderstoodQuery,
  type UnderstoodRequest,
} from '@orrery/runtime';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import { type Caller, callerOf, tellToWait } from './caller-of.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { rememberAnswered } from './repeated/remember-answered.ts';
import { routeOf } from './route-of.ts';
import { sendCompressed } from './send-compressed.ts';
import { mayStream, sendStream } from './send-stream.ts';

/** `/v1/load` runs queries; `/v1/subscribe` does the same for callers that ask again and again. */
export function registerLoadRoutes(app: FastifyInstance, dependencies: DataDependencies): void {
  const sending: Sending = new WeakMap();
  for (const endpoint of ['load', 'subscribe'] as const) {
    app.route({
      ...routeOf(dataOperations[endpoint]),
      handler: (request, reply) => answerLoad(endpoint, { request, reply, sending }, dependencies),
      onResponse: async (request, reply) => sending.get(request)?.(reply),
    });
  }
}

/** What is to be done when an answer was sent. */
type Sending = WeakMap<FastifyRequest, (reply: FastifyReply) => void>;

interface Arrived {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sending: Sending;
}

async function answerLoad(
  endpoint: 'load' | 'subscribe',
  { request, reply, sending }: Arrived,
  dependencies: DataDependencies,
): Promise<FastifyReply> {
  const { runtimeOf, memory, answers, clock, isDevelopment } = dependencies;
  const runtime = await runtimeOf(request);
  const principal = principalFor(request);
  return observed({ endpoint, request, principal, runtime }, dependencies, async (note) => {
    const announced = { needsQueryType: true };
    const caller = callerOf(principal, request, reply);
    const asker = { tenant: caller.tenant, insists: true };
    const now = clock.now();
    const tell = ({ asked, timingsMs }: UnderstoodRequest) => Object.assign(note, { query: asked, timingsMs });
    const understood = await understandKnowing(
      parametersOf(request, memory),
      announced,
      { runtime, now, memory },
      asker,
      tell,
    );
    const { signal } = caller;
    const requests = understood.queries.map((query) => toAnswerRequest(query, runtime, caller));
    const requestId = isDevelopment ? { requestId: request.id } : {};
    const shown = { limits: runtime.query, ...requestId };
    const outcome = await answered(understood, requests, request, { answers, signal, runtime });
    if (outcome.kind === 'wait') return reply.send({ ...tellToWait(note, outcome), ...requestId });
    if (outcome.kind === 'stream') return sendLong(request, reply, outcome, { understood, shown, note, isDevelopment });
    const body = bodyOf(understood, outcome.outcomes, shown, dependencies);
    noteAnswers(note, outcome.outcomes);
    note.bytes = body.bytes.byteLength;
    const found = { runtime, endpoint, understood, outcomes: outcome.outcomes, body };
    const onSent = rememberAnswered(request, found, dependencies);
    if (onSent) sending.set(request, onSent);
    return sendCompressed(request, reply, body);
  }).catch((error: unknown) => {
    if (reply.sent) return reply; // its connection is gone
    throw error;
  });
}

interface Asked {
  readonly answers: DataDependencies['answers'];
  readonly signal: AbortSignal;
  readonly runtime: Runtime;
}

/** A query that is asked alone is answered with its first rows when it is long; several are answered when all are there. */
async function answered(
  { queryType }: UnderstoodRequest,
  requests: readonly AnswerRequest[],
  request: FastifyRequest,
  { answers, signal, runtime }: Asked,
): Promise<TogetherOutcome | StreamOutcome> {
  const [only, ...others] = requests;
  if (only && others.length === 0 && queryType === 'regularQuery' && mayStream(request)) {
    const outcome = await answers.answerOrStream(only);
    return outcome.kind === 'answer' ? { kind: 'answers', outcomes: [outcome] } : outcome;
  }
  return answerTogether(answers, { requests, signal, maxResultMb: runtime.query.maxResultMb });
}

interface LongContext {
  readonly understood: UnderstoodRequest;
  readonly shown: { readonly limits: Runtime['query']; readonly requestId?: string };
  readonly note: QueryNote;
  readonly isDevelopment: boolean;
}

/** @throws why the answer could not be finished, when its connection has been ended */
async function sendLong(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, cache, planMs, leave }: StreamOutcome,
  { understood, shown, note, isDevelopment }: LongContext,
): Promise<FastifyReply> {
  const { queries, isMulti } = understood;
  const [only] = queries;
  if (!only) throw new Error('each answer has a query');
  const statusOf = (error: unknown) => presentError(error, { requestId: request.id, isDevelopment }).status;
  const noteIt = (answer: NotedAnswer) => noteAnswers(note, [{ cache, planMs, answer }]);
  noteIt({ ...stream.head, rowCount: undefined, timingsMs: undefined });
  try {
    const body = streamedLoad(stream, { ...only, isMulti, isStale: false, ...shown });
    const { result, bytes } = await sendStream(request, reply, body, { statusOf });
    noteIt(result);
    note.bytes = bytes;
    return reply;
  } catch (error) {
    logFailure(request, error, statusOf(error));
    throw error;
  } finally {
    leave();
  }
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
  shown: LongContext['shown'],
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
