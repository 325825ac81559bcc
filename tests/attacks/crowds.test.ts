import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from './server-process.ts';

const clients = 1_000;

/** Where the system allows fewer files, this process must not try to raise the limit. */
const allowed = '/proc/sys/net/core/somaxconn';
const mostOfSystem = existsSync(allowed) ? Number(readFileSync(allowed, 'utf8')) : 0;

async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  await once(socket, 'close'); // rejects when the connection breaks
  return text.slice(0, 15);
}

it.skipIf(mostOfSystem < clients)(
  'a thousand clients that arrive while the process is busy are all answered',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'orrery-crowds-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
    const server = await startProcess(['--project', 'project', '--dev'], { directory });
    onTestFinished(async () => void (await server.stop('SIGKILL')));
    const { port } = new URL(server.origin);
    server.child.kill('SIGSTOP');
    const sockets = Array.from({ length: clients }, () => connect(Number(port), '127.0.0.1'));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const answers = sockets.map((socket) => answerOn(socket));
    for (const socket of sockets) socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // All connections wait in the queue, so no client has to retry.
    expect(waitingAt(Number(port))).toBe(clients);
    server.child.kill('SIGCONT');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  },
);

/** Number of connections that are not accepted yet, as the system counts them. */
function waitingAt(port: number): number {
  const place = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([, local, , state]) => local === place && state === '0A');
  return Number.parseInt(line?.[4]?.split(':')[1] ?? '0', 16);
}
