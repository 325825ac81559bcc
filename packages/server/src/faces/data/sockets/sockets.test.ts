import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerErrors, followRequests } from '../../../http/index.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { Sockets } from './sockets.ts';

const started = vi.hoisted(() => ({ times: 0 }));
vi.mock('./socket-server.ts', () => ({
  SocketServer: class {
    constructor() {
      started.times += 1;
      if (started.times === 1) throw new Error('the first one fails');
    }
    accept({ connection }: { readonly connection: NodeJS.WritableStream }) {
      connection.end('HTTP/1.1 204 Accepted\r\n\r\n');
    }
  },
}));

it('a server of sockets that failed to load is loaded again by the next socket', async () => {
  const webSockets = { isOn: true, subscriptionIntervalMs: 1_000 };
  const http = { publicPath: '', basePath: 'data', corsOrigins: '*', maxRequestBytes: 1_024, webSockets } as const;
  const ending = { whenClosing: vi.fn(), began: vi.fn(), ended: vi.fn() };
  const sockets = new Sockets({ http, ending });
  const app = Fastify();
  onTestFinished(() => app.close());
  followRequests(app, []);
  answerErrors(app, { isDevelopment: false });
  sockets.attachTo(app);
  await app.register(async (scope) => sockets.register(scope, {} as DataDependencies), { prefix: '/data' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const statusOfHandshake = async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket' };
    const asked = request({ host: '127.0.0.1', port, path: '/data/v1/ws', headers, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect([await statusOfHandshake(), await statusOfHandshake(), started.times]).toEqual([500, 204, 2]);
});
