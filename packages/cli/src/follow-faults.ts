import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { currentRequest } from '@orrery/kernel';

/**
 * The last handler of what nobody caught: it is a fault of ours, and never ends the process by itself.
 *
 * - A promise that failed and was waited for by nobody: logged. Whatever it belonged to has ended as failures do.
 * - Something thrown on behalf of a request, also after its answer: logged with the request's id, as one that a route throws
 *   is, and an answer that has not ended is ended. Nothing but that request can be broken by it that others are not told of.
 * - Anything else, from a timer or a socket of the process itself: what it left half done is not known. `onBroken` is
 *   called.
 */
export function followFaults(
  process: Pick<EventEmitter, 'on'>,
  log: Pick<Logger, 'error' | 'fatal'>,
  onBroken: () => void,
): void {
  process.on('unhandledRejection', (reason: unknown) => {
    log.error({ err: reason, requestId: currentRequest()?.requestId }, 'something failed that nobody waited for');
  });
  process.on('uncaughtException', (error: unknown) => {
    const request = currentRequest();
    if (request) {
      log.error({ err: error, requestId: request.requestId }, 'something was thrown that nobody caught');
      request.endAnswer?.(error);
      return;
    }
    log.fatal({ err: error }, 'something was thrown that nobody caught: starting again');
    onBroken();
  });
}
