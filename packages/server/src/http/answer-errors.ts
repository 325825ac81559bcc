import type { FastifyError, FastifyInstance } from 'fastify';
import { RequestError } from './errors.ts';

/** Answers of last resort, for requests no face has claimed: unknown routes, refused paths, faults of ours. */
export function answerErrors(app: FastifyInstance, options: { readonly isDevelopment: boolean }): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not Found' }));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    const isOurs = status >= 500 && !(error instanceof RequestError);
    if (isOurs) request.log.error({ err: error }, 'request failed');
    const detail = options.isDevelopment ? { stack: error.stack, requestId: request.id } : {};
    const body = isOurs ? { error: 'Internal error', requestId: request.id } : { error: error.message };
    return reply.code(status).send({ ...body, ...detail });
  });
}
