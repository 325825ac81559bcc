import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends every connection when the service closes: at once where nothing was asked, as soon as the last running request
 * is answered, at the latest after `withinMs`. Without this, a connection on which nothing was ever sent (browsers open
 * them in advance) keeps a server from closing until it times out.
 */
export function endConnections(app: FastifyInstance, { withinMs }: { readonly withinMs: number }): void {
  const sockets = new Set<Socket>();
  let running = 0;
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (isClosing && running === 0) endAll();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (running === 0) endAll();
    else setTimeout(endAll, withinMs).unref();
  });

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }
}
