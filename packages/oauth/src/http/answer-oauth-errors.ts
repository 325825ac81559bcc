import { RequestError, TooManyRequests } from '@orrery/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../oauth-error.ts';

/**
 * Answers errors as `{error, error_description}`. Clients read nothing else, and open a browser for what they cannot read:
 * so only a code that says it makes them forget their tokens.
 */
export function answerOAuthErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    const isFault = status >= 500 && !(error instanceof RequestError);
    if (status >= 500) request.log[isFault ? 'error' : 'warn']({ err: error }, 'request failed');
    else if (error instanceof OAuthError) {
      request.log.info(
        { error: error.error, reason: String(error.cause ?? error.message) },
        'an OAuth request was refused',
      );
    }
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds);
    if (status === 401 && usesBasic(request)) reply.header('www-authenticate', 'Basic realm="orrery"');
    const description = isFault ? `Internal error in request ${request.id}` : error.message;
    return send(reply, status, codeOf(error, status), description);
  });
}

function send(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  const said = description.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"); // RFC 6749 allows no others
  return reply.code(status).type('application/json').send({ error, error_description: said });
}

function codeOf(error: Error, status: number): string {
  if (error instanceof OAuthError) return error.error;
  if (status === 503 || status === 429) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

function usesBasic({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^basic /i.test(headers.authorization ?? '');
}
