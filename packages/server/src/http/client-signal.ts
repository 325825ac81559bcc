import type { FastifyReply } from 'fastify';
import { RequestError } from '@orrery/kernel';

/** The client has disconnected; the status is for the log only. */
export class ClientLeft extends RequestError {
  readonly status = 499;

  constructor() {
    super('request.client-left', 'The client closed the connection');
  }
}

/** Fires when the connection closes before the answer was sent; at once when it has closed already. */
export function clientSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort(new ClientLeft());
  };
  if (raw.closed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}
