import { get } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import { guardRequests } from './guard-requests.ts';
import { registerHealthRoutes } from './health.ts';

let app: FastifyInstance;

afterEach(() => app.close());

function build(options: { readonly allowsPlainHttp: boolean; readonly trustProxy?: string[] }): FastifyInstance {
  app = Fastify({ trustProxy: options.trustProxy ?? false });
  guardRequests(app, options);
  answerErrors(app, { isDevelopment: false });
  app.get('/data', async () => ({ rows: [] }));
  app.post('/data', async () => ({ rows: [] }));
  app.get('/fault', async () => {
    throw new Error('the password is hunter2');
  });
  const isUp = async () => true;
  registerHealthRoutes(app, { isAlive: isUp, isReady: isUp }, Date);
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

  it('for nothing there is gets 404 as JSON', async () => {
    const answer = await build({ allowsPlainHttp: true }).inject('/nothing');
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Not Found' }]);
  });

  it('that meets a fault of ours learns its id and nothing else', async () => {
    const answer = await build({ allowsPlainHttp: true }).inject('/fault');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    expect(answer.json()).toEqual({ error: 'Internal error', requestId: expect.any(String) });
  });
});
