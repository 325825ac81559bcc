import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { init } from '../../../cli/src/commands/init.ts';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { mintToken } from '../../../deployments/src/token/mint-token.ts';

let directory: string;
let composition: Composition;
let token: string;

const clock = { now: () => 1_770_000_000_000 };
const environment = { ORRERY_MAX_REQUEST_SIZE: '100kb', ORRERY_CORS_ORIGINS: 'https://app.example.com' };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-compose-'));
  const print = () => {};
  const serve = () => Promise.reject(new Error('nothing is served here'));
  await init.run({
    flags: {},
    words: ['shop'],
    environment,
    directory,
    clock,
    print,
    note: print,
    serve,
    serveInside: serve,
  });
  const settings = readSettings({ flags: { dev: true }, environment, directory });
  const project = readProject(join(directory, 'shop'), environment);
  composition = await compose({ settings, project, log: pino({ level: 'silent' }), clock });
  token = await sign({});
});

afterAll(async () => {
  await composition.close();
  rmSync(directory, { recursive: true });
});

async function sign(securityContext: object, apiSecret?: string): Promise<string> {
  const [deployment] = composition.deployments;
  const request = { securityContext: { ...securityContext }, expiresInSeconds: 600, clock };
  const secret = { apiSecret: apiSecret ?? deployment?.apiSecret ?? '' };
  return (await mintToken({ ...request, deployment: secret }, { algorithms: ['HS256'], scopes: [] })) ?? '';
}

const meta = (path: string, headers: Readonly<Record<string, string>> = { authorization: token }) =>
  composition.app.inject({ url: path, headers });

describe('the address of a deployment', () => {
  it.each(['/cubejs-api/v1/meta', '/d/1/cubejs-api/v1/meta'])('finds it: %s', async (path) => {
    const answer = await meta(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().cubes).toHaveLength(1);
  });

  it.each([
    '/d/2/cubejs-api/v1/meta',
    '/d/01/cubejs-api/v1/meta',
    '/d/0/cubejs-api/v1/meta',
    '/d/constructor/cubejs-api/v1/meta',
    '/d/99999999999999999999/cubejs-api/v1/meta',
    '/d/1/dev-mode/next/cubejs-api/v1/meta',
    '/d/1/dev-mode/__proto__/cubejs-api/v1/meta',
  ])('gets 404 when it names none: %s', async (path) => {
    expect((await meta(path)).statusCode).toBe(404);
  });

  it('refuses a token of another deployment', async () => {
    const foreign = await sign({}, 'the-secret-of-another-deployment-entirely');
    const answer = await meta('/d/1/cubejs-api/v1/meta', { authorization: foreign });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'Invalid token']);
  });

  it('takes a token from the headers only, never from the URL, in every mode', async () => {
    for (const path of ['/cubejs-api/v1/meta', `/cubejs-api/v1/meta?token=${token}&authorization=${token}`]) {
      const answer = await meta(path, {});
      expect([answer.statusCode, answer.json().error]).toEqual([401, "Authorization header isn't set"]);
    }
  });
});

describe('any request', () => {
  it('gets gzip when it accepts it and the answer is large enough', async () => {
    const answer = await meta('/cubejs-api/v1/meta', { authorization: token, 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString()).cubes).toHaveLength(1);
  });

  it('may come from the configured origins only', async () => {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const ask = (origin: string) =>
      composition.app.inject({ method: 'OPTIONS', url: '/cubejs-api/v1/load', headers: { origin, ...preflight } });
    const allowed = await ask('https://app.example.com');
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(allowed.headers['access-control-allow-headers']).toContain('x-request-id');
    expect(allowed.headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE');
    expect((await ask('https://evil.example.com')).headers['access-control-allow-origin']).not.toBe(
      'https://evil.example.com',
    );
  });

  it('over the size limit is refused before it is read', async () => {
    const payload = JSON.stringify({ query: { measures: ['orders.count'] }, x: 'x'.repeat(200_000) });
    const headers = { authorization: token, 'content-type': 'application/json' };
    const answer = await composition.app.inject({ method: 'POST', url: '/cubejs-api/v1/load', headers, payload });
    expect(answer.statusCode).toBe(413);
  });
});

it('is healthy when its model and data source are', async () => {
  expect((await composition.app.inject('/readyz')).json()).toEqual({ health: 'HEALTH' });
  expect((await composition.app.inject('/livez')).json()).toEqual({ health: 'HEALTH' });
});

it('is down when every cube has problems, not when the data source is', async () => {
  const broken = join(directory, 'broken');
  cpSync(join(directory, 'shop'), broken, { recursive: true });
  rmSync(join(broken, 'model'), { recursive: true });
  mkdirSync(join(broken, 'model'));
  writeFileSync(join(broken, 'model', 'orders.yml'), 'cubes: [{ name: orders, sql_tabel: orders }]');
  const flags = { dev: true, data: join(directory, 'broken-data') };
  const settings = readSettings({ flags, environment, directory });
  const project = readProject(broken, environment);
  const other = await compose({ settings, project, log: pino({ level: 'silent' }), clock });
  expect((await other.app.inject('/readyz')).json()).toEqual({ health: 'DOWN' });
  expect(await other.readiness.downParts()).toEqual(['model']);
  await other.close();
});
