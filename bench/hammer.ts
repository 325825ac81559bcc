import { connect, type Socket } from 'node:net';

export interface Hammered {
  readonly perSecond: number;
  /** Milliseconds, one value for each answer. */
  readonly latencies: readonly number[];
}

interface HammerTarget {
  readonly port: number;
  /** Complete requests, which are sent in turn. */
  readonly head: string | readonly string[];
}

interface HammerOptions {
  readonly connections: number;
  readonly forMs: number;
  /** Requests that are sent however long they take. */
  readonly atLeast?: number;
}

/**
 * Sends the same request, or several in turn, over several connections for a given time, one at a time on each. Uses raw
 * sockets: a client library would cost more than the server.
 *
 * @throws when an answer is not 200, or its end cannot be told
 */
export async function hammer(
  { port, head }: HammerTarget,
  { connections, forMs, atLeast = 0 }: HammerOptions,
): Promise<Hammered> {
  const requests = [head].flat().map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const deadline = performance.now() + forMs;
  const startedAt = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      try {
        while (sent < atLeast || performance.now() < deadline) {
          const request = requests[sent % requests.length] ?? Buffer.alloc(0);
          sent += 1;
          const sentAt = performance.now();
          await exchange(socket, request);
          latencies.push(performance.now() - sentAt);
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  return { perSecond: (latencies.length * 1000) / (performance.now() - startedAt), latencies };
}

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('0\r\n\r\n');

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    let isChunked = false;
    let begun: Buffer = Buffer.alloc(0);
    const finish = (error?: Error) => {
      socket.off('data', onData).off('error', finish).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onClose = () => finish(new Error('the server closed the connection'));
    const onData = (chunk: Buffer) => {
      if (missing === undefined && !isChunked) {
        begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
        const end = begun.indexOf(endOfHead);
        if (end < 0) return;
        const head = begun.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
        if (!head.startsWith('HTTP/1.1 200') || (length === undefined && !isChunked)) return finish(new Error(head));
        if (length !== undefined) missing = Number(length) - (begun.length - end - endOfHead.length);
      } else if (missing === undefined) {
        begun = Buffer.concat([begun.subarray(-endOfChunks.length), chunk]);
      } else {
        missing -= chunk.length;
      }
      // Only one request is sent at a time, so nothing follows the last chunk.
      if (missing === undefined ? begun.subarray(-endOfChunks.length).equals(endOfChunks) : missing <= 0) finish();
    };
    socket.on('data', onData).on('error', finish).on('close', onClose);
    socket.write(request);
  });
}
