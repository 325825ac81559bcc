import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AnsweredRequest {
  readonly request: FastifyRequest;
  /** 499 where the client left before it had the whole answer. */
  readonly status: number;
  /** From the first byte of the request's headers to the last of the answer. */
  readonly tookMs: number;
}

export type RequestListener = (answered: AnsweredRequest) => void;

const clientLeft = 499;

/** Tells the listeners of every request once, when its connection is done with it: answered, refused or left. */
export function followRequests(app: FastifyInstance, listeners: readonly RequestListener[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    followRequest(request, reply, listeners);
    done();
  });
}

/** For requests that pass no hook: those whose address the router cannot read. */
export function followRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  listeners: readonly RequestListener[],
): void {
  const startedAt = performance.now();
  reply.raw.once('close', () => {
    const status = reply.raw.writableFinished ? reply.statusCode : clientLeft;
    const tookMs = performance.now() - startedAt;
    for (const listen of listeners) {
      try {
        listen({ request, status, tookMs });
      } catch (error) {
        request.log.error({ err: error }, 'an answered request could not be noted'); // the others are told all the same
      }
    }
  });
}
