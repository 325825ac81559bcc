import type { PlatformError } from '@orrery/contract';
import type { FastifyError, FastifyInstance } from 'fastify';
import { RequestError, Unauthorized } from '../http/errors.ts';
import { InvalidFields } from './invalid-fields.ts';

/** Errors of the Platform API, unknown addresses below `/api` among them, in its own shape. */
export function answerPlatformErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(body(404, 'Not Found')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    if (error instanceof Unauthorized) {
      request.log.info({ reason: String(error.cause) }, 'an API key was refused');
      reply.header('www-authenticate', 'Bearer');
    } else if (status >= 500) {
      request.log[error instanceof RequestError ? 'warn' : 'error']({ err: error }, 'request failed');
    }
    if (status >= 500 && !(error instanceof RequestError)) {
      return reply.code(status).send({ ...body(status, 'Internal error'), requestId: request.id });
    }
    const details = error instanceof InvalidFields ? { details: error.details } : {};
    return reply.code(status).send({ ...body(status, error.message), ...details });
  });
}

function body(statusCode: number, text: string): PlatformError {
  return { error: text, message: text, statusCode };
}
