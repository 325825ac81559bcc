import type { JsonObject } from '@orrery/kernel';
import { dataOperations, type LoadEachLine, loadEachRequestSchema } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asReady,
  ask,
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
  app.route({
    ...routeOf(dataOperations.loadEach),
    handler: async (request, reply) => {
      const runtime = await dependencies.runtimeOf(request);
      const queries = readRequest(parametersOf(request, dependencies.memory));
      const arrived = { request, runtime, signal: clientSignal(reply) };
      const works = queries.map((each) => () => linesOf(each, arrived, dependencies));
      await send(request, reply, asReady(works, mostAtOnce));
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
}

/** The lines of one query: how it goes on, and its answer or what is wrong with it. */
async function* linesOf(
  { id, parameters }: Each,
  { request, runtime, signal }: LoadEachCall,
  dependencies: DataDependencies,
): AsyncGenerator<Buffer, void> {
  const { memory, isDevelopment } = dependencies;
  const caller = { principal: principalFor(request), requestId: request.id, signal };
  const query = { kind: 'wire', parameters: () => parameters, needsQueryType: true, memory } as const;
  try {
    for (;;) {
      const answer = await ask(runtime, query, { endpoint: 'load', ...caller, takes: 'body' }, dependencies);
      if (answer.kind === 'body') return yield withId(id, answer.body.bytes);
      yield lineOf({ id, progress: { stage: answer.stage, timeElapsed: answer.elapsedMs } });
    }
  } catch (error) {
    if (signal.aborted) throw new ClientLeft();
    const { status, body } = presentError(error, { requestId: request.id, isDevelopment });
    logFailure(request, error, status);
    yield lineOf({ id, status, ...body });
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, lines: AsyncIterable<Buffer>): Promise<void> {
  async function* body() {
    yield* lines;
    yield lineOf({ done: true });
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

/** @param body an object in JSON on one line, with at least one field */
function withId(id: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`{"id":${JSON.stringify(id)},`), body.subarray(1), Buffer.from('\n')]);
}
