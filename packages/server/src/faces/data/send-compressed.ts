import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerBody } from '@orrery/runtime';

/** Smaller answers cost more to compress than to send. */
export const compressFromBytes = 1024;

/** Sends JSON in the encoding the client prefers. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: AnswerBody,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (body.byteLength < compressFromBytes) return reply.send(body.bytes);
  const encoding = body.encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body.inEncoding(encoding));
}
