import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf } from './answer/tenant.ts';
import { loadBytes } from './answer/load-bytes.ts';
import { principalFor } from './admitted.ts';
import { clientSignal } from './client-signal.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { ownerOf } from './owner-of.ts';
import { noteAnswer, observed } from './query-note.ts';
import { parametersOf } from './read-body.ts';
import { sendCompressed } from './send-compressed.ts';
import { understandRequest } from './understand-request.ts';

/** `/v1/load` runs a query; `/v1/subscribe` does the same for callers that ask again and again. */
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
    const asked = understandRequest(parametersOf(request), announced, runtime, clock.now());
    const { query, isMulti, prepared, cacheMode } = asked;
    Object.assign(note, { query, timingsMs: asked.timingsMs });
    const outcome = await answers.answer({
      prepared,
      runtime,
      shape: { format: query.responseFormat ?? 'default', countsTotal: query.total ?? false },
      cacheMode,
      tenant: tenantOf(principal),
      owner: ownerOf(principal, request.id),
      signal: clientSignal(reply),
    });
    const requestId = isDevelopment ? { requestId: request.id } : {};
    if (outcome.kind === 'wait') {
      note.told = 'request.continue-wait';
      const { stage, elapsedMs } = outcome;
      return reply.send({ error: 'Continue wait', stage, timeElapsed: elapsedMs, ...requestId });
    }
    const { key, answer, isStale } = outcome;
    const limits = runtime.query;
    const onGrown = answers.cache.reweigher(key, answer);
    const body = loadBytes(answer, { query, prepared, isMulti, limits, isStale, ...requestId }, onGrown);
    noteAnswer(note, outcome);
    note.bytes = body.bytes.byteLength;
    return sendCompressed(request, reply, body);
  });
}
