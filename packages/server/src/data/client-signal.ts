import type { FastifyReply } from 'fastify';
import { RequestError } from '../http/errors.ts';

/** Nobody reads the answer; the status is for the log. */
export class ClientLeft extends RequestError {
  readonly status = 499;

  constructor() {
    super('request.client-left', 'The client closed the connection');
  }
}

/** Fires when the connection closes before the answer was sent. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientLeft());
  });
  return controller.signal;
}
