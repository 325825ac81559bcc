import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './guard-requests.ts';

/** The shape of errors below a prefix. */
export interface ErrorShape {
  readonly prefix: string;
  readonly body: (status: number, text: string) => object;
}

/**
 * An address that no route is looked up for, since it cannot be decoded or a part is too long: answered in the shape of
 * where it would be, without repeating it.
 */
export function answerBrokenAddress(
  error: { readonly statusCode?: number | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
  shapes: readonly ErrorShape[],
): void {
  const status = error.statusCode ?? 400;
  const text = status === 414 ? 'The address is too long' : 'The address cannot be read';
  const shape = shapes.find(({ prefix }) => request.url.startsWith(prefix));
  void reply
    .headers(securityHeaders)
    .code(status)
    .send(shape ? shape.body(status, text) : { error: text });
}
