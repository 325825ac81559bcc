import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createServer as createOurServer } from './create-server.ts';
import { leadUpgrades } from './lead-upgrades.ts';

/** Node before version 24 asks nobody whether to upgrade, as a server without the callback does. */
const nodes: [string, (listener: RequestListener) => Server][] = [
  ['a Node that asks', (listener) => createOurServer(listener, undefined) as Server],
  ['a Node that does not ask', (listener) => createServer(listener)],
];

const echo: RequestListener = async (request, response) => {
  const body = await text(request);
  response.end(`${request.method} ${request.url} ${body}`);
};

async function opened(server: Server): Promise<Socket> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}

/** @returns the body of the answer to these bytes */
async function answerTo(socket: Socket, ...parts: readonly string[]): Promise<string> {
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [answer] = await answered;
  return answer.toString().split('\r\n').at(-1) ?? '';
}

const head = (first: string, ...lines: readonly string[]) => `${[first, 'host: x', ...lines].join('\r\n')}\r\n\r\n`;
const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];

it.each(nodes)('requests for HTTP/2 are answered with their bodies, on one connection: %s', async (_name, open) => {
  const lead = vi.fn();
  const server = open(echo);
  leadUpgrades(server, lead);
  const socket = await opened(server);
  const sized = `${head('POST /a HTTP/1.1', ...h2c, 'content-length: 5')}hello`;
  expect(await answerTo(socket, sized)).toBe('POST /a hello');
  const chunked = head('POST /b HTTP/1.1', ...h2c, 'transfer-encoding: chunked');
  expect(await answerTo(socket, chunked, '4\r\nmo', 're\r\n0\r\n\r\n')).toBe('POST /b more');
  expect(await answerTo(socket, head('GET /c HTTP/1.1', ...h2c))).toBe('GET /c ');
  expect(await answerTo(socket, head('GET /d HTTP/1.1'))).toBe('GET /d ');
  expect(lead).not.toHaveBeenCalled();
});

it.each(nodes)(
  'a request for a socket behind one that is not answered ends the connection: %s',
  async (_name, open) => {
    const lead = vi.fn();
    const server = open((_request, response) => void setImmediate(() => response.end('late')));
    leadUpgrades(server, lead);
    const socket = await opened(server);
    socket.write(head('GET /a HTTP/1.1') + head('GET /ws HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'));
    await once(socket.resume(), 'close');
    expect(lead).not.toHaveBeenCalled();
  },
);
