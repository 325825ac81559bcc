import type { FastifyInstance } from 'fastify';
import { answerDataErrors } from './answer-data-errors.ts';
import { clientSignal } from './client-signal.ts';
import { compilePrepared } from './compile-prepared.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { presentDryRun } from './dry-run-body.ts';
import { annotate } from './annotation.ts';
import { presentLoad } from './load-body.ts';
import { registerMetaRoute } from './meta/meta-routes.ts';
import { parametersOf, readJsonBodies } from './read-body.ts';
import { refuseSqlText } from './refuse-sql-text.ts';
import { requireScope } from './require-scope.ts';
import { runQuery } from './run-query.ts';
import { presentSql } from './sql-body.ts';
import { understandRequest } from './understand-request.ts';

const methods = ['GET', 'POST'];

/**
 * The Data API under the prefix of `app`; other routes of `app` keep their own body readers and errors.
 *
 * Every route asks in this order: who is it, may they, of which model, what do they want and mean, answer.
 */
export async function registerDataRoutes(app: FastifyInstance, dependencies: DataDependencies): Promise<void> {
  await app.register(async (face) => {
    readJsonBodies(face);
    answerDataErrors(face, dependencies);
    face.addHook('onRequest', async (request) => {
      const { scope } = request.routeOptions.config;
      if (scope) requireScope(await dependencies.principalOf(request), scope);
    });
    registerLoadRoute(face, dependencies);
    registerSqlRoute(face, dependencies);
    registerDryRunRoute(face, dependencies);
    registerMetaRoute(face, dependencies);
  });
}

/** Runs a query. There is no result cache yet: every cache mode gives a fresh answer. */
function registerLoadRoute(app: FastifyInstance, { runtimeOf, clock, isDevelopment }: DataDependencies): void {
  app.route({
    method: methods,
    url: '/v1/load',
    config: { scope: 'data' },
    handler: async (request, reply) => {
      const runtime = await runtimeOf(request);
      const startedAt = clock.now();
      const announced = { needsQueryType: true };
      const { query, isMulti, prepared } = understandRequest(parametersOf(request), announced, runtime, startedAt);
      const options = { format: query.responseFormat ?? 'default', countsTotal: query.total ?? false };
      const { data, ...run } = await runQuery(prepared, runtime, options, clientSignal(reply));
      const facts = {
        query: prepared.echo,
        lastRefreshTime: new Date(startedAt).toISOString(),
        annotation: annotate(prepared.bound, query.segments ?? [], prepared.model.index),
        ...run,
        ...(isDevelopment ? { requestId: request.id } : {}),
        warnings: prepared.warnings,
      };
      return reply.type('application/json; charset=utf-8').send(presentLoad(facts, data, isMulti));
    },
  });
}

/** The statement a query becomes. */
function registerSqlRoute(app: FastifyInstance, { runtimeOf, clock, isDevelopment }: DataDependencies): void {
  app.route({
    method: methods,
    url: '/v1/sql',
    config: { scope: 'sql' },
    handler: async (request) => {
      const parameters = parametersOf(request);
      refuseSqlText(parameters);
      const runtime = await runtimeOf(request);
      const { prepared } = understandRequest(parameters, { needsQueryType: false }, runtime, clock.now());
      return presentSql(prepared.bound, compilePrepared(prepared, runtime), isDevelopment);
    },
  });
}

/** What a query means, without running it. */
function registerDryRunRoute(app: FastifyInstance, { runtimeOf, clock }: DataDependencies): void {
  app.route({
    method: methods,
    url: '/v1/dry-run',
    config: { scope: 'data' },
    handler: async (request) => {
      const runtime = await runtimeOf(request);
      const single = { needsQueryType: false };
      const { cacheMode, prepared } = understandRequest(parametersOf(request), single, runtime, clock.now());
      compilePrepared(prepared, runtime);
      return presentDryRun(prepared.echo, prepared.bound, cacheMode);
    },
  });
}
