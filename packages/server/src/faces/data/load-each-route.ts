import type { JsonObject } from '@orrery/kernel';
import { dataOperations, type LoadEachLine, loadEachRequestSchema } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asReady,
  ask,
  type BodyAnswer,
  type CallerRuntime,
  InvalidQuery,
  ownerOf,
  presentError,
  requestProblem,
  shapeProblems,
} from '@orrery/runtime';
import { ClientLeft, clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { answerLine, beginningOfLine, doneLine } from './repeated/lines-of-queries.ts';
import { AfterSending, rememberPage } from './repeated/remember-answered.ts';
import { routeOf } from './route-of.ts';
import { sendStream } from './send-stream.ts';

/** Queries of one request that are answered at the same time; the others wait in their order. */
const mostAtOnce = 6;

interface Each {
  readonly id: string;
  /** The parameters in the form of a request of `/v1/load`. */
  readonly parameters: JsonObject;
}

/**
 * Answers many queries of a page by one request. Each is answered like a request of `/v1/load`: with the same rights,
 * cache and queue. When the client leaves, its queries end unless other clients wait for them.
 */
export function registerLoadEachRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const afterSending = new AfterSending();
  app.route({
    ...routeOf(dataOperations.loadEach),
    onResponse: afterSending.onResponse,
    handler: async (request, reply) => {
      const runtime = await dependencies.runtimeOf(request);
      const given = parametersOf(request, dependencies.memory);
      const queries = readRequest(given);
      for (const { parameters } of queries) dependencies.memory.adopt(parameters, given);
      const answers = new Map<string, BodyAnswer>();
      const arrived = { request, runtime, signal: clientSignal(reply), answers };
      const works = queries.map((each) => () => linesOf(each, arrived, dependencies));
      await send(request, reply, asReady(works, mostAtOnce), () => {
        if (answers.size < queries.length) return;
        // The order of the lines is that of the queries, like in an answer that comes at once.
        const inOrder = queries.flatMap(({ id }) => {
          const answer = answers.get(id);
          return answer ? [[id, answer] as const] : [];
        });
        afterSending.add(request, rememberPage(request, { runtime, endpoint: 'load', answers: inOrder }, dependencies));
      });
      // A run that was reported as waiting is held for a caller who comes back, and nobody does.
      if (arrived.signal.aborted) await dependencies.answers.runs.cancel(ownerOf(principalFor(request), request.id));
      return reply;
    },
  });
}

/** @throws InvalidQuery */
function readRequest(given: JsonObject): readonly Each[] {
  const outcome = loadEachRequestSchema.safeParse(given, { reportInput: true });
  if (!outcome.success) throw new InvalidQuery(outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
  const ids = outcome.data.queries.map(({ id }) => id);
  const problems = ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [sameId(index)]));
  if (problems.length > 0) throw new InvalidQuery(problems);
  // What was parsed before is known by the object that was sent, and not by a copy of it.
  const sent = given['queries'] as readonly JsonObject[]; // as the schema says
  return ids.map((id, index) => ({ id, parameters: sent[index] ?? {} }));
}

function sameId(index: number) {
  const path = `queries[${index}].id`;
  return requestProblem('request.invalid-value', `Invalid query format: "${path}" is that of another query`, { path });
}

interface LoadEachCall {
  readonly request: FastifyRequest;
  readonly runtime: CallerRuntime;
  readonly signal: AbortSignal;
  /** Answers that were sent, by the ids of their queries. */
  readonly answers: Map<string, BodyAnswer>;
}

/** The lines of one query: how it goes on, and its answer or what is wrong with it. */
async function* linesOf(
  { id, parameters }: Each,
  { request, runtime, signal, answers }: LoadEachCall,
  dependencies: DataDependencies,
): AsyncGenerator<Buffer, void> {
  const { memory, isDevelopment } = dependencies;
  const caller = { principal: principalFor(request), requestId: request.id, signal };
  const query = { kind: 'wire', parameters: () => parameters, needsQueryType: true, memory } as const;
  try {
    for (;;) {
      const answer = await ask(runtime, query, { endpoint: 'load', ...caller, takes: 'body' }, dependencies);
      if (answer.kind === 'body') {
        answers.set(id, answer);
        return yield answerLine(beginningOfLine(id), answer.body);
      }
      yield lineOf({ id, progress: { stage: answer.stage, timeElapsed: answer.elapsedMs } });
    }
  } catch (error) {
    if (signal.aborted) throw new ClientLeft();
    const { status, body } = presentError(error, { requestId: request.id, isDevelopment });
    logFailure(request, error, status);
    yield lineOf({ id, status, ...body });
  }
}

/** @param onLines called when all lines but the last one were taken */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<Buffer>,
  onLines: () => void,
): Promise<void> {
  async function* body() {
    yield* lines;
    onLines();
    yield doneLine;
  }
  const statusOf = (error: unknown) => presentError(error, { requestId: request.id, isDevelopment: false }).status;
  try {
    await sendStream(request, reply, body(), { statusOf, form: 'lines' });
  } catch (error) {
    logFailure(request, error, statusOf(error)); // the connection is closed
  }
}

function lineOf(line: LoadEachLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}
