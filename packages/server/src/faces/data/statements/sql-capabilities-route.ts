import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { readSqlCapabilities } from '@orrery/runtime';
import type { DataDependencies } from '../data-dependencies.ts';
import { routeOf } from '../route-of.ts';

/** Serves the list of constructs that SQL over the model supports. */
export function registerSqlCapabilitiesRoute(app: FastifyInstance, { runtimeOf }: DataDependencies): void {
  app.route({
    ...routeOf(dataOperations.sqlCapabilities),
    handler: async (request) => readSqlCapabilities(await runtimeOf(request)),
  });
}
