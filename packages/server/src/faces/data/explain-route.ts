import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { principalFor } from './admitted.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { askerOf, contextOf, explainQuery, observed, tenantOf, parseKnowing } from '@orrery/runtime';
import { parametersOf } from './read-body.ts';
import { routeOf } from './route-of.ts';

/**
 * Explains queries, one by one, and how they would be answered. It requires the same permission as the statement.
 * Files, lines and the authors' SQL are only for callers who may also read the model's metadata.
 */
export function registerExplainRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory, clock } = dependencies;
  app.route({
    ...routeOf(dataOperations.explain),
    handler: async (request) => {
      const runtime = await runtimeOf(request);
      const principal = principalFor(request);
      return observed({ endpoint: 'explain', request, principal, runtime }, dependencies, async (note) => {
        const parameters = parametersOf(request, memory);
        const reader = { tenant: tenantOf(principal), insists: false };
        const now = clock.now();
        const parsed = await parseKnowing(parameters, { needsQueryType: false }, { runtime, now, memory }, reader);
        Object.assign(note, { query: parsed.written, timingsMs: parsed.timingsMs });
        const mayReadModel = principal.scopes.has('meta');
        const asker = askerOf(runtime, principal);
        const options = { context: contextOf(principal), asker, mayReadModel, showsHidden: false };
        const answers = await Promise.all(
          parsed.queries.map(({ query, prepared }) => explainQuery(query, prepared, runtime, options)),
        );
        Object.assign(note, {
          statements: answers.map(({ sql }) => sql[0]),
          dataSource: answers[0]?.dataSource,
        });
        return parsed.queryType === 'regularQuery' ? answers[0] : answers;
      });
    },
  });
}
