import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface ReadOnBounds {
  readonly bytes: number;
  readonly ms: number;
  /** A client that sends nothing for so long waits for its answer. */
  readonly quietMs: number;
}

const defaultBounds: ReadOnBounds = { bytes: 100 * 1024 * 1024, ms: 10_000, quietMs: 1_000 };

/**
 * An answer that ends its connection is given when the rest of the body has been read and thrown away. Before that it would
 * never arrive: most clients write all of a body before they read, and what they write to a closed connection breaks it.
 */
export function readOnBeforeClosing(app: FastifyInstance, bounds: ReadOnBounds = defaultBounds): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // Fastify ends some connections, and some clients ask for it.
    const isLast = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close';
    if (isLast && !raw.complete) await readOn(raw, bounds);
  });
}

/** Resolves when all of it has been read, or a bound is reached. */
function readOn(body: IncomingMessage, bounds: ReadOnBounds): Promise<void> {
  return new Promise((resolve) => {
    let left = bounds.bytes;
    const overdue = setTimeout(stop, bounds.ms);
    const quiet = setTimeout(stop, bounds.quietMs);
    const onData = (piece: Buffer) => {
      left -= piece.length;
      quiet.refresh();
      if (left < 0) stop();
    };
    body.on('data', onData).on('close', stop).on('end', stop).on('error', stop).resume();

    function stop() {
      clearTimeout(overdue);
      clearTimeout(quiet);
      body.off('data', onData).off('close', stop).off('end', stop).off('error', stop);
      resolve();
    }
  });
}
