import type { FastifyInstance } from 'fastify';
import type { DataDependencies } from './data-dependencies.ts';
import { presentError } from './data-error-body.ts';
import { DataSourceFailure } from './data-source-failure.ts';

/** Errors of the Data API's routes, in its own shape; what callers may not read goes to the log. */
export function answerDataErrors(
  app: FastifyInstance,
  { isDevelopment }: Pick<DataDependencies, 'isDevelopment'>,
): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = presentError(error, { requestId: request.id, isDevelopment });
    if (error instanceof DataSourceFailure) request.log.warn({ err: error.cause }, error.message);
    else if (status >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(status).send(body);
  });
}
