import { connect, type Socket } from 'node:net';

export interface Hammered {
  readonly perSecond: number;
  /** Milliseconds, one value for each answer. */
  readonly latencies: readonly number[];
}

/**
 * Sends the same request over several connections for a given time, one at a time on each. Uses raw sockets: a client
 * library would cost more than the server.
 *
 * @throws when an answer is not 200, or has no content length
 */
export async function hammer(
  { port, head }: { readonly port: number; readonly head: string },
  { connections, forMs }: { readonly connections: number; readonly forMs: number },
): Promise<Hammered> {
  const request = Buffer.from(head);
  const latencies: number[] = [];
  const deadline = performance.now() + forMs;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      try {
        while (performance.now() < deadline) {
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

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    let begun: Buffer = Buffer.alloc(0);
    const finish = (error?: Error) => {
      socket.off('data', onData).off('error', finish).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onClose = () => finish(new Error('the server closed the connection'));
    const onData = (chunk: Buffer) => {
      if (missing === undefined) {
        begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
        const end = begun.indexOf(endOfHead);
        if (end < 0) return;
        const head = begun.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) return finish(new Error(head));
        missing = Number(length) - (begun.length - end - endOfHead.length);
      } else {
        missing -= chunk.length;
      }
      if (missing <= 0) finish();
    };
    socket.on('data', onData).on('error', finish).on('close', onClose);
    socket.write(request);
  });
}
