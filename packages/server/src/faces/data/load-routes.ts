import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { presentError } from '@orrery/runtime';
import { answering } from './answer-question.ts';
import { continueWait } from './continue-wait.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { routeOf } from './route-of.ts';
import { mayStream } from './send-stream.ts';

/** `/v1/load` runs queries; `/v1/subscribe` does the same for callers that ask again and again. */
export function registerLoadRoutes(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory, isDevelopment } = dependencies;
  const { answer, onResponse } = answering(dependencies);
  for (const endpoint of ['load', 'subscribe'] as const) {
    app.route({
      ...routeOf(dataOperations[endpoint]),
      onResponse,
      handler: async (request, reply) => {
        const runtime = await runtimeOf(request);
        const requestId = isDevelopment ? { requestId: request.id } : {};
        const parameters = () => parametersOf(request, memory);
        const question = { kind: 'wire', parameters, needsQueryType: true, memory } as const;
        const takes = mayStream(request) ? 'pieces' : 'body';
        return answer(
          { request, reply, runtime },
          question,
          { endpoint, takes },
          {
            sendWait: (waiting) => reply.send({ ...continueWait(waiting), ...requestId }),
            statusOf: (error) => presentError(error, { requestId: request.id, isDevelopment }).status,
          },
        );
      },
    });
  }
}
