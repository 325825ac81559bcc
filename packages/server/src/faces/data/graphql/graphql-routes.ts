import { dataOperations } from '@orrery/contract';
import { Invalid } from '@orrery/kernel';
import { askerOf, type CallerRuntime, CompressedOnce, InvalidQuery, presentError } from '@orrery/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientSignal } from '../../../http/index.ts';
import { principalFor } from '../admitted.ts';
import { logFailure } from '../answer-data-errors.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { metaFor } from '../meta-routes.ts';
import { parametersOf } from '../read-body.ts';
import { AfterSending, rememberAnswered } from '../repeated/remember-answered.ts';
import { routeOf } from '../route-of.ts';
import { sendCompressed } from '../send-compressed.ts';
import { answerPlan } from './answer-plan.ts';
import type { GraphqlRequest, WireGraphqlError } from './graphql-messages.ts';
import { keptBody } from './kept-body.ts';
import { mediaTypeFor, mediaTypes } from './media-type.ts';
import type { CallerSchema } from './graphql-planner.ts';
import { readGraphqlRequest } from './read-graphql-request.ts';

/** Headers of requests that change the form of an answer. */
const vary = 'accept, accept-encoding';
/** Largest body. A GET is bounded by the bytes of its head. */
const mostBytes = 100 * 1024;

/** Serves GraphQL over the model as the caller sees it. Each `cube` field is one query, answered like a request of `/v1/load`. */
export function registerGraphqlRoutes(app: FastifyInstance, dependencies: DataDependencies): void {
  const afterSending = new AfterSending();
  app.route({
    ...routeOf(dataOperations.graphql),
    bodyLimit: mostBytes,
    onResponse: afterSending.onResponse,
    handler: (request, reply) => answerGraphql(request, reply, dependencies, afterSending),
  });
  app.route({
    ...routeOf(dataOperations.graphqlToJson),
    bodyLimit: mostBytes,
    handler: (request) => convertToJson(request, dependencies),
  });
}

async function answerGraphql(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DataDependencies,
  afterSending: AfterSending,
): Promise<FastifyReply> {
  const type = mediaTypeFor(request.headers.accept);
  reply.type(`${type}; charset=utf-8`).header('vary', vary);
  const runtime = await dependencies.runtimeOf(request);
  const principal = principalFor(request);
  try {
    const asked = readGraphqlRequest(given(request, dependencies), request.method === 'GET');
    const plan = await dependencies.graphql.plan(
      asked,
      await schemaFor(request, runtime, dependencies),
      askerOf(runtime, principal),
    );
    // The request is wrong; clients that know only `application/json` read that in the body.
    if (plan.kind === 'refused') return send(reply, plan.errors, type === mediaTypes.graphql ? 400 : 200);
    const arrived = { runtime, principal, requestId: request.id, signal: clientSignal(reply), log: request.log };
    const { bytes, repeatable } = await answerPlan(plan, arrived, dependencies);
    if (!repeatable) return reply.send(bytes);
    const kept = keptBody(bytes, repeatable, dependencies.answers.cache);
    if (!kept) return sendCompressed(request, reply, new CompressedOnce(bytes, { encodings: 'fast' }), { type, vary });
    const { body, variant } = kept;
    const answer = { body, repeatable: () => ({ ...repeatable, variant }) };
    afterSending.add(request, rememberAnswered(request, { runtime, endpoint: 'graphql', answer }, dependencies));
    return sendCompressed(request, reply, body, { type, vary });
  } catch (error) {
    if (!(error instanceof InvalidQuery || error instanceof Invalid)) throw error;
    const { status, body } = presentError(error, { requestId: request.id, isDevelopment: dependencies.isDevelopment });
    logFailure(request, error, status);
    const { error: message, ...extensions } = body;
    return send(reply, [{ message, extensions }], status);
  }
}

function send(reply: FastifyReply, errors: readonly WireGraphqlError[], status: number): FastifyReply {
  return reply.code(status).send(JSON.stringify({ errors }));
}

/** Converts a document of one `cube` field into a JSON query; `null` for other documents. */
async function convertToJson(request: FastifyRequest, dependencies: DataDependencies) {
  const runtime = await dependencies.runtimeOf(request);
  let asked: GraphqlRequest;
  try {
    asked = readGraphqlRequest(given(request, dependencies), false);
  } catch (error) {
    if (error instanceof InvalidQuery) return { jsonQuery: null };
    throw error;
  }
  const plan = await dependencies.graphql.plan(
    asked,
    await schemaFor(request, runtime, dependencies),
    askerOf(runtime, principalFor(request)),
  );
  const [only, ...others] = plan.kind === 'planned' ? plan.fields : [];
  if (!only || others.length > 0) return { jsonQuery: null };
  return { jsonQuery: only.parameters['query'] };
}

/** @throws InvalidQuery for a list of requests */
function given(request: FastifyRequest, { memory }: DataDependencies) {
  return parametersOf(request, memory);
}

async function schemaFor(
  request: FastifyRequest,
  runtime: CallerRuntime,
  { memory }: DataDependencies,
): Promise<CallerSchema> {
  const meta = await metaFor(runtime, { onlyViews: false, isExtended: false }, memory);
  const { bytes } = await meta.inEncoding(undefined);
  return { key: meta.etag, meta: bytes, mayIntrospect: principalFor(request).scopes.has('meta') };
}
