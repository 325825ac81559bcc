import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { DataDependencies } from './data-dependencies.ts';
import { routeOf } from './route-of.ts';
import { type CallerRuntime, metaBody, type MetaCubeOptions, type RequestMemory } from '@orrery/runtime';

/** `GET /v1/meta`: the part of the model that the caller may see. */
export function registerMetaRoute(
  app: FastifyInstance,
  { runtimeOf, memory }: Pick<DataDependencies, 'runtimeOf' | 'memory'>,
): void {
  app.route({
    ...routeOf(dataOperations.meta),
    handler: async (request, reply) => {
      const body = await metaFor(await runtimeOf(request), readOptions(request.query), memory);
      reply.headers({ etag: body.etag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
      if (body.isKnownTo(request.headers['if-none-match'])) return reply.code(304).send();
      const { encoding, bytes } = await body.inEncoding(request.headers['accept-encoding']);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('application/json; charset=utf-8').send(bytes);
    },
  });
}

type MetaChoice = Pick<MetaCubeOptions, 'onlyViews' | 'isExtended'>;

/** The metadata that a caller may read, as bytes that callers with the same rights share. */
export function metaFor({ model, access, query }: CallerRuntime, chosen: MetaChoice, memory: RequestMemory) {
  const { foldersDelimiter, defaultLimit, maxLimit } = query;
  const rowLimits = { usual: defaultLimit, most: maxLimit };
  const options = { ...chosen, rowLimits, ...(foldersDelimiter ? { foldersDelimiter } : {}) };
  return metaBody(model, access, options, memory);
}

function readOptions(query: unknown): MetaChoice {
  const parameters = query as Readonly<Record<string, unknown>>; // Fastify's own parser made it
  return { onlyViews: parameters['onlyViews'] === 'true', isExtended: 'extended' in parameters };
}
