import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { guardRequests } from '../../http/guard-requests.ts';
import { readBuiltFiles } from '../../pages/index.ts';
import { registerEmbedRoutes } from './embed-routes.ts';

const files = {
  'frame-1.js': 'frame()',
  'frame-1.js.br': '',
  'host-2.js': 'host()',
  'host-2.js.gz': 'packed',
  'frame-3.css': 'body{}',
  'secret.txt': 'secret',
};
const manifest = { 'frame.js': 'frame-1.js', 'host.js': 'host-2.js', 'frame.css': 'frame-3.css' };
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-pages-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function build(names: Readonly<Record<string, string>> = manifest): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(names));
}

async function serve(frameOrigins: '*' | readonly string[] = '*', publicPath = ''): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  guardRequests(app, { allowsPlainHttp: true });
  await registerEmbedRoutes(app, { http: { frameOrigins, publicPath }, pages: readBuiltFiles(directory) });
  return app;
}

const factsIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="orrery-page">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('a page for frames', () => {
  it.each([
    ['/embed/dashboard/p1', { page: 'dashboard', publicId: 'p1' }],
    ['/embed/dashboard/p1/', { page: 'dashboard', publicId: 'p1' }],
    ['/embed/dashboard/p1?session=S&theme=dark', { page: 'dashboard', publicId: 'p1' }],
    ['/embed/d/7/dashboard/p1', { page: 'dashboard', publicId: 'p1', deploymentId: 7 }],
    ['/embed/d/7/dashboard/p1/', { page: 'dashboard', publicId: 'p1', deploymentId: 7 }],
    ['/embed/chat?sessionId=S', { page: 'chat' }],
    ['/embed/d/7/chat/?session=S&agentId=3', { page: 'chat', deploymentId: 7 }],
  ])('is served at %s', async (url, location) => {
    build();
    const answer = await (await serve()).inject(url);
    expect(answer.statusCode).toBe(200);
    expect(factsIn(answer.body)).toEqual({ basePath: '', frameOrigins: ['*'], ...location });
    expect(answer.body).toContain('<script type="module" src="/embed/assets/frame-1.js">');
    expect(answer.body).toContain('<link rel="stylesheet" href="/embed/assets/frame-3.css">');
  });

  it('may be shown by the configured origins, runs only scripts of the server, and is kept by nobody', async () => {
    build();
    const app = await serve(['https://app.example', 'http://127.0.0.1:8080']);
    const [one, two] = [await app.inject('/embed/dashboard/p1?session=S'), await app.inject('/embed/dashboard/p1')];
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors https://app.example http://127.0.0.1:8080');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; /);
    expect(policy).not.toContain('unsafe');
    expect(two.headers['content-security-policy']).not.toBe(policy);
    expect(one.body).toContain(`nonce="${/nonce-([^']+)/.exec(policy)?.[1]}"`);
    expect(one.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(one.headers).not.toHaveProperty('x-frame-options');
    expect(factsIn(one.body).frameOrigins).toEqual(['https://app.example', 'http://127.0.0.1:8080']);
  });

  it('names its files and itself below the path of the public URL', async () => {
    build();
    const { body } = await (await serve('*', '/tools/data')).inject('/embed/dashboard/p1');
    expect(factsIn(body).basePath).toBe('/tools/data');
    expect(body).toContain('src="/tools/data/embed/assets/frame-1.js"');
    expect(body).toContain('href="/tools/data/embed/assets/frame-3.css"');
  });

  it('may be shown by every page without a list', async () => {
    build();
    const { headers } = await (await serve()).inject('/embed/dashboard/p1');
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors \*$/);
  });

  it('never repeats the session, and takes no markup from its address', async () => {
    build();
    const app = await serve();
    const session = await app.inject('/embed/dashboard/p1?session=one-time-session');
    expect(JSON.stringify([session.body, session.headers])).not.toContain('one-time-session');
    const hostile = await app.inject('/embed/dashboard/%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C!--');
    expect([200, 400]).toContain(hostile.statusCode);
    expect(hostile.body).not.toContain('<script>alert');
    expect(hostile.body).not.toContain('<!--');
  });

  it.each(['/embed', '/embed/', '/embed/d/0/chat', '/embed/d/x/chat', '/embed/d/7'])(
    'is not found at %s',
    async (url) => {
      build();
      const answer = await (await serve()).inject(url);
      expect(answer.statusCode).toBe(404);
    },
  );

  it('says how to build it while it is not built', async () => {
    const app = await serve();
    const answer = await app.inject('/embed/dashboard/p1');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build:embed');
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors *');
    expect((await app.inject('/embed/host.js')).statusCode).toBe(503);
  });
});

describe('a built file', () => {
  it('is kept by browsers for ever, and sent compressed to those who ask', async () => {
    build();
    const app = await serve();
    const whole = await app.inject({ url: '/embed/assets/frame-1.js' });
    expect(whole).toMatchObject({ statusCode: 200, body: 'frame()' });
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const encodingOf = async (url: string, accepted: string) =>
      (await app.inject({ url, headers: { 'accept-encoding': accepted } })).headers['content-encoding'];
    expect(await encodingOf('/embed/assets/frame-1.js', 'gzip, deflate, br')).toBe('br');
    expect(await encodingOf('/embed/assets/frame-1.js', 'gzip, br;q=0')).toBeUndefined();
    expect(await encodingOf('/embed/assets/host-2.js', 'gzip, deflate, br')).toBe('gzip');
    expect(await encodingOf('/embed/assets/frame-3.css', 'gzip, deflate, br')).toBeUndefined();
  });

  it.each([
    'secret.txt',
    'manifest.json',
    'frame.js',
    'frame-1.js.br',
    'constructor',
    '..%2Fmanifest.json',
    '%2e%2e',
    'frame-1.js%00',
  ])('is found by its name in the manifest alone: %s', async (name) => {
    build();
    const { statusCode, body } = await (await serve()).inject(`/embed/assets/${name}`);
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toContain('secret');
  });

  it.each([{ 'frame.js': '../../package.json' }, { 'frame.js': 'a/b.js' }, { 'frame.js': '.env' }])(
    'has a name without a path: %j',
    (names) => {
      build(names);
      expect(() => readBuiltFiles(directory)).toThrow();
    },
  );

  it('is asked for again where host pages name it without a hash', async () => {
    build();
    const app = await serve();
    const first = await app.inject('/embed/host.js');
    expect(first).toMatchObject({ statusCode: 200, body: 'host()' });
    expect(first.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' });
    const again = await app.inject({ url: '/embed/host.js', headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
  });
});
