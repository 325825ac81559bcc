import { get } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import { guardRequests } from './guard-requests.ts';
import { registerHealthRoutes } from './health.ts';
import { SharedCheck } from './shared-check.ts';
import { trustedProxies } from './trusted-proxies.ts';

let app: FastifyInstance;

afterEach(() => app.close());

function build(options: { readonly allowsPlainHttp: boolean; readonly trustProxy?: string[] }): FastifyInstance {
  app = Fastify({ trustProxy: options.trustProxy ? trustedProxies(options.trustProxy) : false });
  guardRequests(app, options);
  answerErrors(app, { isDevelopment: false });
  app.get('/data', async () => ({ rows: [] }));
  app.post('/data', async () => ({ rows: [] }));
  app.get('/fault', async () => {
    throw new Error('the password is hunter2');
  });
  const readiness = new SharedCheck({ parts: [], clock: Date, withinMs: 1_000, log: app.log });
  registerHealthRoutes(app, { readiness, ending: { isAnnounced: false } });
  return app;
}

/** Sends the path as it is; `inject` would tidy it first. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent: false };
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

describe('plain HTTP', () => {
  it('is refused with 403 on every route, known or not', async () => {
    build({ allowsPlainHttp: false });
    for (const url of ['/data', '/unknown', '/', '/livez/x']) {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'Only HTTPS is accepted' }]);
    }
  });

  it.each(['/livez', '/readyz'])('is answered on %s', async (url) => {
    const answer = await build({ allowsPlainHttp: false }).inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([200, { health: 'HEALTH' }]);
  });

  it('is answered in development mode', async () => {
    expect((await build({ allowsPlainHttp: true }).inject('/data')).statusCode).toBe(200);
  });

  it('is HTTPS when a trusted proxy says so', async () => {
    build({ allowsPlainHttp: false, trustProxy: ['10.0.0.0/8'] });
    const headers = { 'x-forwarded-proto': 'https' };
    const trusted = await app.inject({ url: '/data', headers, remoteAddress: '10.1.2.3' });
    expect(trusted.statusCode).toBe(200);
    expect(trusted.headers['strict-transport-security']).toBeDefined();
    const stranger = await app.inject({ url: '/data', headers, remoteAddress: '192.0.2.1' });
    expect(stranger.statusCode).toBe(403);
    const plain = await app.inject({
      url: '/data',
      headers: { 'x-forwarded-proto': 'http' },
      remoteAddress: '10.1.2.3',
    });
    expect(plain.statusCode).toBe(403);
  });

  it('is not HTTPS because a client says so', async () => {
    build({ allowsPlainHttp: false });
    expect((await app.inject({ url: '/data', headers: { 'x-forwarded-proto': 'https' } })).statusCode).toBe(403);
  });
});

describe('X-Forwarded-Proto', () => {
  const ranges = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::ffff:172.16.0.0/112'];

  it.each([
    ['10.1.2.3', 'https'],
    ['::ffff:10.1.2.3', 'https'],
    ['192.0.2.7', 'https'],
    ['::ffff:192.0.2.7', 'https'],
    ['fd12:3456::1', 'https'],
    ['172.16.3.4', 'https'],
    ['::ffff:172.16.3.4', 'https'],
    ['10.1.2.3', 'http, https'],
  ])('is trusted from %s with %s', async (remoteAddress, proto) => {
    build({ allowsPlainHttp: false, trustProxy: ranges });
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.9' };
    expect((await app.inject({ url: '/data', headers, remoteAddress })).statusCode).toBe(200);
  });

  it.each([
    ['11.0.0.1', 'https', {}],
    ['192.0.2.8', 'https', {}],
    ['::ffff:11.0.0.1', 'https', {}],
    ['::10.1.2.3', 'https', {}],
    ['fe80::1', 'https', {}],
    ['::1', 'https', {}],
    ['172.17.0.1', 'https', {}],
    ['11.0.0.1', 'https', { 'x-forwarded-for': '10.1.2.3' }],
    ['11.0.0.1', 'https', { 'x-forwarded-for': '10.1.2.3, 10.1.2.4, 127.0.0.1' }],
    ['11.0.0.1', 'https', { 'x-real-ip': '10.1.2.3', forwarded: 'for=10.1.2.3;proto=https' }],
    // The proxy that is believed says by the last word what it was spoken to in.
    ['10.1.2.3', 'https, http', {}],
    ['10.1.2.3', 'https,https,http', { 'x-forwarded-for': '203.0.113.9, 10.1.2.3' }],
    ['10.1.2.3', 'HTTPS', {}],
    ['10.1.2.3', 'https;', {}],
    ['10.1.2.3', '', {}],
  ])('is not trusted from %s with %j and %j', async (remoteAddress, proto, others) => {
    build({ allowsPlainHttp: false, trustProxy: ranges });
    const headers = { 'x-forwarded-proto': proto, ...others };
    const answer = await app.inject({ url: '/data', headers, remoteAddress });
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([403, undefined]);
  });
});

describe('a request', () => {
  it('whose path is not canonical is refused with 400', async () => {
    build({ allowsPlainHttp: true });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    for (const path of ['//data', '/./data', '/x/../data', '/d%61ta', '/data%2f', '/data%00', '/data;x']) {
      expect([path, await statusOf(Number(port), path)]).toEqual([path, 400]);
    }
    expect(await statusOf(Number(port), '/data')).toBe(200);
  });

  it('with a compressed body is refused with 415', async () => {
    build({ allowsPlainHttp: true });
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    expect((await app.inject({ method: 'POST', url: '/data', headers, payload: '{}' })).statusCode).toBe(415);
  });

  it('for a missing route gets 404 as JSON', async () => {
    const answer = await build({ allowsPlainHttp: true }).inject('/nothing');
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Not Found' }]);
  });

  it('that meets an internal error learns its id and nothing else', async () => {
    const answer = await build({ allowsPlainHttp: true }).inject('/fault');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    expect(answer.json()).toEqual({ error: 'Internal error', requestId: expect.any(String) });
  });
});
