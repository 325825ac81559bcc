import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { readSqlCapabilities } from '@orrery/runtime';
import type { DataDependencies } from '../data-dependencies.ts';
import { routeOf } from '../route-of.ts';

/** What SQL over the model takes. */
export function registerSqlCapabilitiesRoute(app: FastifyInstance, { runtimeOf }: DataDependencies): void {
  app.route({
    ...routeOf(dataOperations.sqlCapabilities),
    handler: async (request) => readSqlCapabilities(await runtimeOf(request)),
  });
}
