import { dataOperations } from '@orrery/contract';
import { askerOf } from '@orrery/runtime';
import type { FastifyInstance } from 'fastify';
import { answerDataErrors } from './answer-data-errors.ts';
import { registerCubesqlRoute } from './cubesql-route.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { registerExplainRoute } from './explain-route.ts';
import { registerExportRoute } from './export/index.ts';
import { registerGraphqlRoutes } from './graphql/index.ts';
import { registerLoadEachRoute } from './load-each-route.ts';
import { registerLoadRoutes } from './load-routes.ts';
import { registerMetaRoute } from './meta-routes.ts';
import { noteClaims } from './note-claims.ts';
import { parametersOf, readJsonBodies } from './read-body.ts';
import { admit, principalFor } from './admitted.ts';
import { answerDryRun, answerSql } from './describe-query.ts';
import { routeOf } from './route-of.ts';
import { registerConvertQueryRoute, registerSqlCapabilitiesRoute } from './statements/index.ts';
import { registerSpecRoute } from './spec-route.ts';
import { registerRunningQueryRoute } from './running-query-route.ts';
import { registerValuesRoute } from './values-route.ts';

/**
 * Registers the Data API under the prefix of `app`; other routes of `app` keep their own body parsers and errors.
 *
 * Every route checks in this order: the caller, the permission, the model, the request and its meaning; then it
 * answers.
 */
export async function registerDataRoutes(app: FastifyInstance, dependencies: DataDependencies): Promise<void> {
  await app.register(async (face) => {
    readJsonBodies(face, dependencies.memory, async (request) =>
      askerOf(await dependencies.runtimeOf(request), principalFor(request)),
    );
    answerDataErrors(face, dependencies);
    face.addHook('onRequest', async (request) => {
      const { scope } = request.routeOptions.config;
      if (scope) admit(request, await dependencies.principalOf(request), scope);
    });
    face.addHook('preHandler', noteClaims);
    registerLoadRoutes(face, dependencies);
    registerLoadEachRoute(face, dependencies);
    registerExportRoute(face, dependencies);
    registerRunningQueryRoute(face, dependencies);
    registerValuesRoute(face, dependencies);
    registerSqlRoute(face, dependencies);
    registerCubesqlRoute(face, dependencies);
    registerConvertQueryRoute(face, dependencies);
    registerSqlCapabilitiesRoute(face, dependencies);
    registerDryRunRoute(face, dependencies);
    registerExplainRoute(face, dependencies);
    registerMetaRoute(face, dependencies);
    registerSpecRoute(face);
    registerGraphqlRoutes(face, dependencies);
    dependencies.sockets.register(face, dependencies);
  });
}

function registerSqlRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory } = dependencies;
  app.route({
    ...routeOf(dataOperations.sql),
    handler: async (request) => {
      const asker = { runtime: await runtimeOf(request), principal: principalFor(request), requestId: request.id };
      return answerSql(() => parametersOf(request, memory), asker, dependencies);
    },
  });
}

function registerDryRunRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory } = dependencies;
  app.route({
    ...routeOf(dataOperations.dryRun),
    handler: async (request) => {
      const asker = { runtime: await runtimeOf(request), principal: principalFor(request), requestId: request.id };
      return answerDryRun(() => parametersOf(request, memory), asker, dependencies);
    },
  });
}
