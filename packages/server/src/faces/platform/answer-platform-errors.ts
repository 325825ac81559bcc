import type { PlatformError } from '@orrery/contract';
import type { FastifyError, FastifyInstance } from 'fastify';
import { InsufficientScope, RequestError, TooManyRequests, Unauthorized } from '@orrery/kernel';
import { ServedMethods } from '../../http/index.ts';

const typesTaken = 'The body is of a type that is not read: send JSON as application/json, projects as application/zip';

/** Errors of the Platform API, unknown addresses below `/api` among them, in its own shape. */
export function answerPlatformErrors(app: FastifyInstance): void {
  const served = new ServedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const { status, text } = served.refuse(request, reply);
    return reply.code(status).send(body(status, text));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    if (error instanceof Unauthorized) {
      request.log.info({ reason: String(error.cause) }, 'a credential was refused');
      reply.header('www-authenticate', error.code === 'auth.invalid-token' ? 'Bearer error="invalid_token"' : 'Bearer');
    } else if (status >= 500) {
      request.log[error instanceof RequestError ? 'warn' : 'error']({ err: error }, 'request failed');
    }
    if (status >= 500 && !(error instanceof RequestError)) {
      return reply.code(status).send({ ...body(status, 'Internal error'), requestId: request.id });
    }
    if (error instanceof InsufficientScope) reply.header('www-authenticate', error.challenge());
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds);
    const details = detailsOf(error);
    const text = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? typesTaken : error.message;
    return reply.code(status).send({ ...body(status, text), ...details });
  });
}

function detailsOf(error: unknown): Pick<PlatformError, 'details'> {
  return error instanceof RequestError && error.details.length > 0 ? { details: [...error.details] } : {};
}

/** Shape of the errors, also for addresses without a route. */
export const platformErrors = { prefix: '/api/', body } as const;

function body(statusCode: number, text: string): PlatformError {
  return { error: text, message: text, statusCode };
}
