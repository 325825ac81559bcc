import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { currentRequest } from '@orrery/kernel';

/**
 * Handles every error that no code caught. Such an error is a bug of ours, and does not end the process directly.
 * - A rejected promise that no code awaited is logged. Its operation has already ended as failed.
 * - An error thrown on behalf of a request, even after its answer, is logged with the request's id, like an error of a
 *   route. An unfinished answer is ended. Only that request can be affected.
 * - For any other error, from a timer or a socket of the process itself, the state left behind is unknown. `onBroken`
 *   is called.
 */
export function followFaults(
  process: Pick<EventEmitter, 'on'>,
  log: Pick<Logger, 'error' | 'fatal'>,
  onBroken: () => void,
): void {
  process.on('unhandledRejection', (reason: unknown) => {
    log.error({ err: reason, requestId: currentRequest()?.requestId }, 'a promise was rejected without a handler');
  });
  process.on('uncaughtException', (error: unknown) => {
    const request = currentRequest();
    if (request) {
      log.error({ err: error, requestId: request.requestId }, 'an exception was not caught');
      request.endAnswer?.(error);
      return;
    }
    log.fatal({ err: error }, 'an exception was not caught: starting again');
    onBroken();
  });
}
