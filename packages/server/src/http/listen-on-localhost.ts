import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Bound on connections that wait to be accepted while this process is busy; the system may allow fewer. Connections
 * beyond it seem open to their clients, which send requests again at growing intervals and then find the connection
 * closed.
 */
export const backlog = 4_096;

/**
 * Makes `localhost` work over IPv4 and IPv6. The server listens on the first address and receives the connections of
 * the other, so there is one server to secure, to watch and to close. An address that is not available is skipped.
 */
export function listenOnLocalhost(app: FastifyInstance, addressesOf = addressesOfLocalhost): void {
  const doors: Server[] = [];
  app.addHook('onListen', async () => {
    const first = app.server.address();
    if (first === null || typeof first === 'string') return;
    for (const address of await addressesOf()) {
      if (address !== first.address) await openDoor(address, first.port);
    }
  });
  app.addHook('preClose', async () => {
    for (const door of doors) door.close();
  });

  function openDoor(host: string, port: number): Promise<void> {
    const door = createServer({ noDelay: true }, (socket) => void app.server.emit('connection', socket));
    return new Promise((resolve) => {
      door.once('error', () => resolve());
      door.listen({ host, port, backlog }, () => {
        doors.push(door);
        resolve();
      });
    });
  }
}

async function addressesOfLocalhost(): Promise<readonly string[]> {
  return (await lookup('localhost', { all: true })).map(({ address }) => address);
}
