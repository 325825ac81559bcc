import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AnsweredRequest {
  readonly request: FastifyRequest;
  /** 499 where the client left before it had the whole answer; of the failure where we could not go on with it. */
  readonly status: number;
  /** From the first byte of the request's headers to the last of the answer. */
  readonly tookMs: number;
}

export type RequestListener = (answered: AnsweredRequest) => void;

const clientLeft = 499;

const brokenOff = new WeakMap<ServerResponse, number>();

/**
 * Ends a response whose body has begun and cannot be finished, and its connection with it: the client sees that a part is
 * missing.
 *
 * @param status what would have been answered, had it been known before the first byte
 */
export function breakOff({ raw }: Pick<FastifyReply, 'raw'>, status: number): void {
  if (raw.destroyed) return;
  brokenOff.set(raw, status);
  raw.destroy();
}

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
    const status = reply.raw.writableFinished ? reply.statusCode : (brokenOff.get(reply.raw) ?? clientLeft);
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
