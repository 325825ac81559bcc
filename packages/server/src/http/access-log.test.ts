import { connect } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessLog } from './access-log.ts';
import { followRequest, followRequests } from './follow-requests.ts';
import { eventually } from '../../../../tests/eventually.ts';

let app: FastifyInstance;
let origin: string;
let lines: Record<string, unknown>[];

async function serve(level: string): Promise<void> {
  lines = [];
  const log = pino({ level, base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const listeners = [accessLog(log, ({ securityContext }) => `print of ${String(securityContext['sub'])}`)];
  app = Fastify({
    genReqId: () => 'request-1',
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      followRequest(request, reply, listeners);
      void reply.code(400).send({ error: error.message });
    },
  });
  app.decorateRequest('principal', null);
  followRequests(app, listeners);
  app.get('/livez', async () => ({ health: 'HEALTH' }));
  app.get('/d/:deploymentId/load', async (request) => {
    request.principal = { kind: 'token', deploymentId: 7, securityContext: { sub: 'bob' }, scopes: new Set() };
    return { data: [] };
  });
  app.get('/never', () => new Promise(() => undefined));
  app.get('/broken', async () => {
    throw new Error('a fault of ours');
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Asks, and waits for as many lines. */
async function ask(paths: readonly string[], request: RequestInit = {}): Promise<void> {
  const before = lines.length;
  for (const path of paths) await (await fetch(`${origin}${path}`, request)).arrayBuffer();
  await eventually(() => expect(lines).toHaveLength(before + paths.length));
}

beforeEach(() => serve('info'));
afterEach(() => app.close());

it('writes a line for each request, without its query string, headers or body', async () => {
  await ask(['/d/7/load?query=hidden&token=hidden'], { headers: { authorization: 'hidden' } });
  await ask(['/nothing?query=hidden'], { method: 'POST', body: '"hidden"' });
  await ask(['/broken']);
  expect(lines).toMatchObject([
    { requestId: 'request-1', deployment: 7, tenant: 'print of bob', method: 'GET', path: '/d/7/load', status: 200 },
    { method: 'POST', path: '/nothing', status: 404 },
    { path: '/broken', status: 500 },
  ]);
  expect(lines.every(({ ms }) => typeof ms === 'number' && ms >= 0)).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

it('writes a line for a URL that the router cannot parse, and bounds the path', async () => {
  await ask(['/%zz?x=hidden', `/${'long'.repeat(1000)}`]);
  expect(lines).toMatchObject([{ path: '/%zz', status: 400 }, { status: 404 }]);
  expect(String(lines[1]?.['path'])).toHaveLength(300);
});

it('reports clients that disconnected before their answer', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const received = vi.fn();
  app.server.once('request', received);
  socket.write('GET /never HTTP/1.1\r\nhost: here\r\n\r\n');
  await eventually(() => expect(received).toHaveBeenCalled());
  socket.destroy();
  await eventually(() => expect(lines).toMatchObject([{ path: '/never', status: 499 }]));
});

it('logs probes at debug level only', async () => {
  await fetch(`${origin}/livez`);
  await ask(['/d/7/load']);
  expect(lines).toMatchObject([{ path: '/d/7/load' }]);
  await app.close();
  await serve('debug');
  await ask(['/livez']);
  expect(lines).toMatchObject([{ path: '/livez', status: 200 }]);
});

it('writes nothing at a level that is off', async () => {
  await app.close();
  await serve('fatal');
  await fetch(`${origin}/broken`);
  await app.close();
  expect(lines).toEqual([]);
});
