import type { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';

/**
 * Maximum size of one message, which is one row. A larger text does not fit a string, and the driver would end the
 * process.
 */
const mostBytes = 128 * 1024 * 1024;

/**
 * Ends a connection that sends one endless message, because the driver keeps the pieces of a message until it is
 * complete.
 *
 * @returns `whole`, to call after each complete message, and `end`, to stop watching
 */
export function boundMessages(stream: Duplex): { whole(): void; end(): void } {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes)
      stream.destroy(new EngineError('resource', new Error(`a row of more than ${mostBytes} bytes`)));
  };
  stream.on('data', count);
  return {
    whole: () => {
      bytes = 0;
    },
    end: () => {
      stream.off('data', count);
    },
  };
}
