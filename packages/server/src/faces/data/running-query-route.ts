import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { principalFor } from './admitted.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { routeOf } from './route-of.ts';
import { ownerOf } from '@orrery/runtime';

/**
 * Cancels the queries a caller sent under a request id. Answers when statements that no other caller waits for have
 * ended on their engines.
 */
export function registerRunningQueryRoute(app: FastifyInstance, { answers, runtimeOf }: DataDependencies): void {
  app.route({
    ...routeOf(dataOperations.cancel),
    handler: async (request) => {
      await runtimeOf(request);
      const { requestId } = request.params as { readonly requestId: string }; // from the router's own pattern
      const keys = await answers.runs.cancel(ownerOf(principalFor(request), requestId));
      return { result: keys.map((queryKey) => ({ queryHandler: 'query', queryKey, requestId })) };
    },
  });
}
