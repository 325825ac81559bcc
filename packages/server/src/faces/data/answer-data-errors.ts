import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError, Unauthorized } from '@orrery/kernel';
import { ClientLeft } from '../../http/index.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { DataSourceFailure, PostProcessingFailure, presentError } from '@orrery/runtime';

/** Errors of the Data API's routes, in its own shape; what callers may not read goes to the log. */
export function answerDataErrors(
  app: FastifyInstance,
  { isDevelopment }: Pick<DataDependencies, 'isDevelopment'>,
): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = isBrokenOff(thrown, reply) ? new ClientLeft() : thrown;
    const { status, body } = presentError(error, { requestId: request.id, isDevelopment });
    if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
    logFailure(request, error, status);
    return reply.code(status).send(body);
  });
}

/** Logs details of a failure that callers must not read, and failures of ours or of a data source. */
export function logFailure({ log }: Pick<FastifyRequest, 'log'>, error: unknown, status: number): void {
  if (error instanceof DataSourceFailure || error instanceof PostProcessingFailure)
    log.warn({ err: error.cause }, error.message);
  else if (error instanceof RequestError && status >= 500) log.warn({ code: error.code }, error.message);
  else if (status >= 500) log.error({ err: error }, 'request failed');
}

/** The client went away while its answer was being compressed or sent. */
function isBrokenOff(error: unknown, reply: FastifyReply): boolean {
  return (
    reply.raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}
