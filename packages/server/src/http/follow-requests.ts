import type { ServerResponse } from 'node:http';
import { addressOf, type DataScope } from '@orrery/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The requested path with its query string. */
  readonly target: string;
  /** The pattern of the route; absent when no route matches. */
  readonly route: string | undefined;
  /** Absent where the path names none, or the caller was not admitted. */
  readonly deploymentId: number | undefined;
  readonly principal: DataScope | null;
  /** 499 where the client left before it had the whole answer; of the failure where we could not go on with it. */
  readonly status: number;
  /** Milliseconds from the first byte of the request's headers to the last of the answer. */
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

/** Ends a request whose connection speaks another protocol from here on. */
export function switchProtocol({ raw }: Pick<FastifyReply, 'raw'>): void {
  brokenOff.set(raw, 101);
  raw.emit('close');
}

/** Tells the listeners of every request once, when its connection is done with it: answered, refused or left. */
export function followRequests(app: FastifyInstance, listeners: readonly RequestListener[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    followRequest(request, reply, listeners);
    done();
  });
}

/** Follows a request that passes no hook, because the router cannot read its address. */
export function followRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  listeners: readonly RequestListener[],
): void {
  const startedAt = performance.now();
  reply.raw.once('close', () => {
    const status = reply.raw.writableFinished ? reply.statusCode : (brokenOff.get(reply.raw) ?? clientLeft);
    const tookMs = performance.now() - startedAt;
    tellListeners(listeners, { ...factsOf(request), status, tookMs }, request.log);
  });
}

/** Calls all listeners; one that fails does not stop the others. */
export function tellListeners(
  listeners: readonly RequestListener[],
  answered: AnsweredRequest,
  log: { error(facts: object, message: string): void },
): void {
  for (const listen of listeners) {
    try {
      listen(answered);
    } catch (error) {
      log.error({ err: error, requestId: answered.requestId }, 'an answered request could not be noted');
    }
  }
}

function factsOf(request: FastifyRequest): Omit<AnsweredRequest, 'status' | 'tookMs'> {
  const { id: requestId, method, originalUrl: target, principal } = request;
  const route = request.routeOptions.url;
  const named = route?.includes(':deploymentId') ? addressOf(request).deploymentId : undefined;
  return { requestId, method, target, route, deploymentId: principal?.deploymentId ?? named, principal };
}
