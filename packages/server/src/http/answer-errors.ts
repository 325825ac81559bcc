import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '@orrery/kernel';
import { ServedMethods } from './served-methods.ts';

interface LastAnswers {
  readonly isDevelopment: boolean;
  /** Answers people who open an address that nothing is at; `undefined` for other requests. */
  answerUnknown?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined;
}

/** Answers of last resort, for requests no face has claimed: unknown routes, methods that are not served, refused paths, faults of ours. */
export function answerErrors(app: FastifyInstance, options: LastAnswers): void {
  const served = new ServedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const { status, text } = served.refuse(request, reply);
    const page = status === 404 ? options.answerUnknown?.(request, reply) : undefined;
    return page ?? reply.code(status).send({ error: text });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    const isOurs = status >= 500 && !(error instanceof RequestError);
    if (isOurs) request.log.error({ err: error }, 'request failed');
    const detail = options.isDevelopment ? { stack: error.stack, requestId: request.id } : {};
    const body = isOurs ? { error: 'Internal error', requestId: request.id } : { error: error.message };
    return reply.code(status).send({ ...body, ...detail });
  });
}
