import type { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';

/** Of one message, which is one row: beyond it a text no longer fits a string, and the driver would end the process. */
const mostBytes = 128 * 1024 * 1024;

/**
 * Ends a connection that sends one endless message. The driver keeps the pieces of a message until it is whole.
 *
 * @returns what to call when a message was whole, and to stop watching
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
