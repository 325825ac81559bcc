import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentRequest } from '@orrery/kernel';

/**
 * Ends the answer of a request when an uncaught error is thrown on its behalf: otherwise its client might wait forever.
 */
export function answerFaults(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const scope = currentRequest();
    if (scope) {
      scope.endAnswer = endingOf(reply);
      // Timers of a connection that is kept alive know its last request: they must not hold all of it.
      reply.raw.once('close', () => {
        scope.endAnswer = undefined;
      });
    }
    done();
  });
}

/** Tried once in the words of its face; when that fails as well, the connection ends. */
function endingOf(reply: FastifyReply): (fault: unknown) => void {
  let mayAnswer = true;
  return (fault) => {
    const { raw } = reply;
    if (raw.writableEnded) return;
    try {
      if (!mayAnswer || raw.headersSent) return void raw.destroy();
      mayAnswer = false;
      reply.send(new Error('an exception was not caught', { cause: fault }));
    } catch {
      raw.destroy();
    }
  };
}
