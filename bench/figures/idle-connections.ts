import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import { type ServerPlace, startServer } from '../server-process.ts';

const connections = 10_000;
/** Number of connections opened at a time; more would wait in the queue of the listening socket. */
const atATime = 200;
/** Number of connections from one local address: one address has ports for 28,000 at most. */
const perAddress = 2_500;
const loads = 100;
const mebibyte = 2 ** 20;

const query = { measures: ['orders.count'], dimensions: ['orders.status'] };

/** Measures memory and latency of a server with ten thousand idle connections, each of which has sent one request. */
export async function idleConnections(place: ServerPlace): Promise<readonly Figure[]> {
  const server = await startServer(place);
  const sockets: Socket[] = [];
  try {
    await server.load(query);
    const before = (await server.vitals()).residentBytes;
    await server.forgetStalls();
    const openedInMs = await timeMs(async () => {
      while (sockets.length < connections) {
        const from = sockets.length;
        sockets.push(
          ...(await Promise.all(Array.from({ length: atATime }, (_, index) => open(server.port, from + index, place)))),
        );
      }
    });
    const { residentBytes, longestStallMs } = await server.vitals();
    const samples: number[] = [];
    for (let round = 0; round < loads; round += 1) samples.push(await timeMs(() => server.load(query)));
    const stillOpen = sockets.filter(({ closed }) => !closed).length;
    const over = place.isSecure ? 'over TLS' : 'over HTTP';
    const resident = residentBytes / mebibyte;
    return [
      {
        name: `memory with ${connections} idle connections ${over}`,
        measured: `${resident.toFixed(0)} MiB (${((residentBytes - before) / connections / 1024).toFixed(1)} KiB each; ${stillOpen} open)`,
        baseline: `${(before / mebibyte).toFixed(0)} MiB without them; opened in ${ms(openedInMs)}, longest stall ${ms(longestStallMs)}`,
        // TLS keeps the state of two ciphers and a handshake for each connection. This figure is for information and
        // has no bound.
        bound: place.isSecure ? 'none' : '400 MiB',
        isWithin: stillOpen === connections && (place.isSecure === true || resident < 400),
      },
      {
        name: `loads beside them ${over}`,
        measured: `${ms(median(samples))} (p99 ${ms(percentile(samples, 0.99))})`,
        baseline: '',
        bound: 'none',
        isWithin: true,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

/** Sends one request and keeps the connection. */
async function open(port: number, number: number, { isSecure }: ServerPlace): Promise<Socket> {
  const target = { host: '127.0.0.1', port, localAddress: `127.0.0.${2 + Math.floor(number / perAddress)}` };
  const socket = isSecure ? connectSecurely({ ...target, rejectUnauthorized: false }) : connect(target);
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString().startsWith('HTTP/1.1 200')) throw new Error(`/livez answered ${answer.toString()}`);
  return socket;
}
