import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

type ClientError = Error & { readonly code?: string };

const answers: ReadonlyMap<string, readonly [line: string, error: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers of the request are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time']],
]);
const notHttp = ['400 Bad Request', 'This is not a request in HTTP'] as const;

/**
 * Answers input that is not an HTTP request, for example plain HTTP on a port for HTTPS, with a short message and
 * closes the connection. Sends no message when an answer may be in transit, because it would land inside it.
 */
export function answerBrokenRequest(error: ClientError, socket: Socket, log: Pick<FastifyBaseLogger, 'debug'>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  log.debug({ code: error.code, reason: error.message }, 'closed a connection that sent no request');
  const [line, said] = answers.get(error.code ?? '') ?? notHttp;
  const body = JSON.stringify({ error: said });
  if (socket.writable && socket.bytesWritten === 0) {
    socket.end(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
