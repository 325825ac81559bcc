import { createServer, connect, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** Stops passing data, without closing: present connections stay open, and so do those that arrive until `mend`. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

/**
 * A proxy between a client and a server on this machine, with which a test can interrupt and restore the connection.
 */
export async function tcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    client.on('error', () => undefined); // the test cuts it
    if (isFrozen) return void sockets.add(client.on('close', () => sockets.delete(client)));
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => undefined); // the test cuts it
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      isCut = false;
      isFrozen = false;
    },
    close: async () => {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
