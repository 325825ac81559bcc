import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { answerDataErrors } from './answer-data-errors.ts';
import {
  compilePrepared,
  contextOf,
  observed,
  presentDryRun,
  presentSql,
  tenantOf,
  parseKnowing,
} from '@orrery/runtime';
import { registerCubesqlRoute } from './cubesql-route.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { registerExplainRoute } from './explain-route.ts';
import { registerExportRoute } from './export/index.ts';
import { registerLoadEachRoute } from './load-each-route.ts';
import { registerLoadRoutes } from './load-routes.ts';
import { registerMetaRoute } from './meta-routes.ts';
import { noteClaims } from './note-claims.ts';
import { parametersOf, readJsonBodies } from './read-body.ts';
import { admit, principalFor } from './admitted.ts';
import { routeOf } from './route-of.ts';
import {
  isStatement,
  registerConvertQueryRoute,
  registerSqlCapabilitiesRoute,
  statementSql,
} from './statements/index.ts';
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
    readJsonBodies(face, dependencies.memory);
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
  });
}

/** The statement a query becomes. */
function registerSqlRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, clock, memory, isDevelopment } = dependencies;
  app.route({
    ...routeOf(dataOperations.sql),
    handler: async (request) => {
      const runtime = await runtimeOf(request);
      const principal = principalFor(request);
      const observedAs = { endpoint: 'sql', request, principal, runtime } as const;
      return observed(observedAs, dependencies, async (note) => {
        const parameters = parametersOf(request, memory);
        if (isStatement(parameters)) return statementSql(parameters, { runtime, principal, note }, dependencies);
        const single = { needsQueryType: false };
        const asker = { tenant: tenantOf(principal), insists: false };
        const now = clock.now();
        const parsed = await parseKnowing(parameters, single, { runtime, now, memory }, asker);
        const { queryType, written: query, queries, timingsMs } = parsed;
        Object.assign(note, { query, timingsMs });
        const compiled = queries.map(({ prepared }) => ({
          prepared,
          ...compilePrepared(prepared, contextOf(principal), runtime),
        }));
        Object.assign(note, { statements: compiled.map(({ text }) => text), dataSource: compiled[0]?.dataSource });
        const answers = compiled.map((one) => presentSql(one.prepared.bound, one, isDevelopment));
        return queryType === 'regularQuery' ? answers[0] : answers;
      });
    },
  });
}

/** Explains a query without running it. */
function registerDryRunRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, clock, memory } = dependencies;
  app.route({
    ...routeOf(dataOperations.dryRun),
    handler: async (request) => {
      const runtime = await runtimeOf(request);
      const principal = principalFor(request);
      const asked = { endpoint: 'dry-run', request, principal, runtime } as const;
      return observed(asked, dependencies, async (note) => {
        const single = { needsQueryType: false };
        const asker = { tenant: tenantOf(principal), insists: false };
        const now = clock.now();
        const parsed = await parseKnowing(parametersOf(request, memory), single, { runtime, now, memory }, asker);
        Object.assign(note, { query: parsed.written, timingsMs: parsed.timingsMs });
        for (const { prepared } of parsed.queries) compilePrepared(prepared, contextOf(principal), runtime);
        return presentDryRun(parsed);
      });
    },
  });
}
