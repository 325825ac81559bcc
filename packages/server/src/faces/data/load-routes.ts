import { dataOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ask, type PiecesAnswer, presentError } from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import { continueWait } from './continue-wait.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { type OnSent, rememberAnswered } from './repeated/remember-answered.ts';
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

/** Actions to run when an answer was sent. */
type Sending = WeakMap<FastifyRequest, OnSent>;

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
  const { runtimeOf, memory, isDevelopment } = dependencies;
  const runtime = await runtimeOf(request);
  const caller = { principal: principalFor(request), requestId: request.id, signal: clientSignal(reply) };
  const query = {
    kind: 'wire',
    parameters: () => parametersOf(request, memory),
    needsQueryType: true,
    memory,
  } as const;
  const takes = mayStream(request) ? 'pieces' : 'body';
  const answer = await ask(runtime, query, { endpoint, ...caller, takes }, dependencies);
  switch (answer.kind) {
    case 'wait':
      return reply.send({ ...continueWait(answer), ...(isDevelopment ? { requestId: request.id } : {}) });
    case 'pieces':
      return sendPieces(request, reply, answer, dependencies);
    case 'body': {
      const onSent = rememberAnswered(request, { runtime, endpoint, answer }, dependencies);
      if (onSent) sending.set(request, onSent);
      return sendCompressed(request, reply, answer.body);
    }
  }
}

/** Sends pieces of an answer. A failure has closed the connection: an error response would be a second one to the request. */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PiecesAnswer,
  { isDevelopment }: DataDependencies,
): Promise<FastifyReply> {
  const statusOf = (error: unknown) => presentError(error, { requestId: request.id, isDevelopment }).status;
  try {
    const { result, bytes } = await sendStream(request, reply, answer.pieces, { statusOf });
    answer.succeed({ facts: result, bytes });
  } catch (error) {
    logFailure(request, error, statusOf(error));
    answer.fail(error);
  }
  return reply;
}
