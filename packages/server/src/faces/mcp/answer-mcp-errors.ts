import type { FastifyError, FastifyInstance } from 'fastify';
import { InsufficientScope, RequestError, TooManyRequests, Unauthorized } from '@orrery/kernel';
import { ServedMethods } from '../../http/index.ts';
import { challengeOf, type McpAddresses } from './challenge.ts';

/** Codes of JSON-RPC for requests that are refused before a tool is called; the status of HTTP says more. */
const codes = { parse: -32_700, invalid: -32_600, refused: -32_000, fault: -32_603 };

/** Errors of requests as a whole: a status of HTTP, with an error of JSON-RPC as its body. */
export function answerMcpErrors(app: FastifyInstance, addresses: McpAddresses): void {
  const served = new ServedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const { status, text } = served.refuse(request, reply);
    return reply.code(status).send(errorBody(codes.refused, text));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof RequestError ? error.status : (error.statusCode ?? 500);
    const isFault = status >= 500 && !(error instanceof RequestError);
    if (error instanceof Unauthorized) {
      request.log.info({ code: error.code, reason: String(error.cause) }, 'a credential was refused');
    } else if (status >= 500) {
      request.log[error instanceof RequestError ? 'warn' : 'error']({ err: error }, 'request failed');
    }
    if (error instanceof Unauthorized || error instanceof InsufficientScope) {
      reply.header('www-authenticate', challengeOf(request, error, addresses));
    }
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds);
    const message = isFault ? `Internal error in request ${request.id}` : messageOf(error, status);
    const code = isFault ? codes.fault : error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? codes.parse : codeOf(status);
    return reply.code(status).send(errorBody(code, message));
  });
}

function errorBody(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

function codeOf(status: number): number {
  return status === 400 ? codes.invalid : codes.refused;
}

function messageOf({ message }: Error, status: number): string {
  if (status === 401) {
    const kinds = 'an API key, a Data API token or an embed token';
    return `${message}; send ${kinds} as Authorization: Bearer <token>, or sign in by OAuth`;
  }
  if (status === 413) return 'The request is too large: send shorter arguments';
  return message;
}
