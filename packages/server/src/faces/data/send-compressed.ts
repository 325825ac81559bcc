import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerBody } from '@orrery/runtime';

/** Smaller answers cost more to compress than to send. */
export const compressFromBytes = 1024;

interface BodyHead {
  readonly type: string;
  /** Headers of requests that change the body. */
  readonly vary: string;
}

const ofJson: BodyHead = { type: 'application/json', vary: 'accept-encoding' };

/** Sends JSON in the encoding the client prefers. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: AnswerBody,
  { type, vary }: BodyHead = ofJson,
): Promise<FastifyReply> {
  reply.type(`${type}; charset=utf-8`).header('vary', vary);
  if (body.byteLength < compressFromBytes) return reply.send(body.bytes);
  const encoding = body.encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body.inEncoding(encoding));
}
