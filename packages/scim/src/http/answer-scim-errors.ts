import type { ScimErrorBody } from '@orrery/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Conflict, Forbidden, InsufficientScope, Invalid, RequestError, Unauthorized } from '@orrery/kernel';
import { ScimError, type ScimType } from '../scim-error.ts';
import { errorUrn } from '../urns.ts';
import { mediaTypeFor } from './media-type.ts';
import { scimBase } from './scim-request.ts';

/** Answers errors below SCIM's base, unknown addresses included, in the shape of RFC 7644 section 3.12. */
export function answerScimErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => send(request, reply, 404, undefined, 'Resource not found.'));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (error instanceof Unauthorized) {
      request.log.info({ reason: String(error.cause) }, 'a credential was refused');
      reply.header('www-authenticate', error.code === 'auth.invalid-token' ? 'Bearer error="invalid_token"' : 'Bearer');
    } else if (error instanceof InsufficientScope) {
      reply.header('www-authenticate', error.challenge());
    } else if (status >= 500) {
      request.log[error instanceof RequestError ? 'warn' : 'error']({ err: error }, 'request failed');
    }
    const isOurs = status >= 500 && !(error instanceof RequestError);
    const detail = isOurs ? `Internal error, request ${request.id}` : error.message;
    return send(request, reply, status, scimTypeOf(error), detail);
  });
}

/** Also used for addresses without a route. */
export const scimErrors = { prefix: `${scimBase}/`, body: errorBody } as const;

function statusOf(error: FastifyError): number {
  if (error instanceof Conflict && error.code === 'user.last-admin') return 400;
  return error instanceof RequestError ? error.status : (error.statusCode ?? 500);
}

/** Maps refusals of services to SCIM's error types. */
function scimTypeOf(error: Error): ScimType | undefined {
  if (error instanceof ScimError) return error.scimType;
  if (error instanceof Forbidden) return undefined;
  if (error instanceof Conflict) return error.code === 'user.last-admin' ? 'mutability' : 'uniqueness';
  return error instanceof Invalid && error.status === 400 ? 'invalidValue' : undefined;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  scimType: ScimType | undefined,
  detail: string,
): FastifyReply {
  const body: ScimErrorBody = { ...errorBody(status, detail), ...(scimType === undefined ? {} : { scimType }) };
  return reply.code(status).type(mediaTypeFor(request.headers)).send(JSON.stringify(body));
}

function errorBody(status: number, detail: string): ScimErrorBody {
  return { schemas: [errorUrn], status: String(status), detail };
}
