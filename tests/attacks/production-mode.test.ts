import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { internalsIn } from './internals.ts';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-production-'));
  cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const secret = 'the-secret-that-signs-the-tokens-of-this-server';
const environment = { ORRERY_API_SECRET: secret };

/** A valid request, so that only its transport can be the reason of a refusal. */
const token = await new SignJWT({})
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('10m')
  .sign(new TextEncoder().encode(secret));

async function start(...flags: readonly string[]): Promise<ServerProcess> {
  const server = await startProcess(['--project', 'project', ...flags], { directory, environment });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

const query = encodeURIComponent(JSON.stringify({ measures: ['orders.count'] }));
const load = `/cubejs-api/v1/load?query=${query}`;

describe('a server that is not in development mode', () => {
  it('answers over HTTPS with its own certificate, and plain HTTP on that port not at all', async () => {
    const server = await start('--tls-self-signed');
    const answer = await rawGet(`${server.origin}${load}`, { authorization: token });
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    expect(answer.text).not.toContain('requestId');
    const plain = rawGet(server.origin.replace('https:', 'http:') + load, { authorization: token });
    await expect(plain).rejects.toThrow();
    const bad = await rawGet(`${server.origin}/cubejs-api/v1/load?query={`, { authorization: token });
    expect([bad.status, internalsIn(bad.text)]).toEqual([400, []]);
    expect(JSON.parse(bad.text)).not.toHaveProperty('stack');
    expect(await server.stop()).toBe(0);
  });

  it("answers plain HTTP with 403, whatever the client's headers claim; probes are answered", async () => {
    const server = await start();
    for (const headers of [
      {},
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'proto=https' },
      { 'x-forwarded-ssl': 'on', 'front-end-https': 'on' },
    ]) {
      for (const path of [load, '/cubejs-api/v1/meta', '/', '/livez/', '/livez?x=1', '/LIVEZ', '//livez']) {
        const answer = await rawGet(`${server.origin}${path}`, { authorization: token, ...headers });
        expect([path, answer.status, answer.text]).toEqual([path, 403, '{"error":"Only HTTPS is accepted"}']);
      }
    }
    for (const probe of ['/livez', '/readyz']) {
      const answer = await rawGet(`${server.origin}${probe}`);
      expect([answer.status, answer.text]).toEqual([200, '{"health":"HEALTH"}']);
    }
    expect(await server.stop()).toBe(0);
  });

  it('accepts X-Forwarded-Proto from trusted ranges only', async () => {
    const trusting = await start('--trust-proxy', '127.0.0.0/8', '--data', 'one');
    const behind = { authorization: token, 'x-forwarded-proto': 'https' };
    expect((await rawGet(`${trusting.origin}${load}`, behind)).status).toBe(200);
    for (const proto of ['http', 'HTTPS ', 'https,http', 'http,https', 'wss', '']) {
      const answer = await rawGet(`${trusting.origin}${load}`, { ...behind, 'x-forwarded-proto': proto });
      expect([proto, [200, 403].includes(answer.status)]).toEqual([proto, true]);
      if (!/https\s*$/i.test(proto)) expect([proto, answer.status]).toEqual([proto, 403]);
    }
    const wary = await start('--trust-proxy', '10.0.0.0/8,192.168.0.0/16', '--data', 'two');
    const outside = { authorization: token, 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' };
    expect((await rawGet(`${wary.origin}${load}`, outside)).status).toBe(403);
  });
});
