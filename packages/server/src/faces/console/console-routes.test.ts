import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Unauthorized } from '../../../../kernel/src/failure/errors.ts';
import { answerErrors } from '../../http/answer-errors.ts';
import { guardRequests } from '../../http/guard-requests.ts';
import { Console } from './console-routes.ts';
import { openConsole } from './console-source.ts';

const files = {
  'console-1.js': 'start()',
  'console-1.js.br': 'packed',
  'home-2.js': 'home()',
  'console-3.css': 'body{}',
  'inter-4.woff2': 'font',
  'mark-5.svg': '<svg/>',
  'sandbox-6.js': 'show("</script><script>")',
  'secret.txt': 'secret',
};
const built = Object.keys(files).filter((name) => /\.(?:js|css|woff2|svg)$/.test(name));
const manifest = Object.fromEntries(built.map((name) => [name, name]));
const pages = {
  script: 'console-1.js',
  unknown: { scripts: ['home-2.js'], styles: ['console-3.css'] },
  icon: 'mark-5.svg',
  fonts: ['inter-4.woff2'],
  pages: [
    { path: '/', isPublic: false, scripts: ['home-2.js'], styles: ['console-3.css'] },
    { path: '/deployments/:deploymentId/explore', isPublic: false, scripts: [], styles: [] },
    { path: '/embed/d/:deploymentId/app', isPublic: false, isInFrames: true, scripts: ['home-2.js'], styles: [] },
    { path: '/connect', isPublic: false, isNeverFramed: true, scripts: [], styles: [] },
    { path: '/sign-in', isPublic: true, scripts: [], styles: ['console-3.css'] },
  ],
  sandbox: 'sandbox-6.js',
};
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-console-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function build(): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'pages.json'), JSON.stringify(pages));
}

interface Serving {
  readonly publicUrl?: string;
  readonly publicPath?: string;
  readonly basePath?: string;
  readonly frameOrigins?: '*' | readonly string[];
  readonly theme?: 'system' | 'light' | 'dark';
  readonly isStoreGone?: boolean;
  readonly sqlPort?: { readonly port: number; readonly hasTls: boolean };
}

const ann = { kind: 'person', accountId: 1, userId: 7 } as never; // as far as pages look

async function serve({
  publicUrl,
  publicPath = '',
  basePath = 'cubejs-api',
  frameOrigins = '*',
  theme = 'system',
  isStoreGone = false,
  sqlPort,
}: Serving = {}): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.decorate('publicPath', publicPath);
  guardRequests(app, { allowsPlainHttp: true });
  const shown = new Console({
    http: { ...(publicUrl === undefined ? {} : { publicUrl }), publicPath, basePath, frameOrigins },
    source: openConsole(directory),
    hasStartKey: true,
    sqlPort: () => sqlPort,
    browserSessions: {
      personOf: async (text) => {
        if (isStoreGone) throw new Error('the store is gone');
        if (text !== 'of-ann') throw new Unauthorized('auth.no-session', 'over');
        return ann;
      },
    },
    preferences: { get: async () => ({ theme }) as never }, // the one that pages read
  });
  answerErrors(app, {
    isDevelopment: false,
    answerUnknown: (request, reply) => shown.answerUnknown(request, reply),
  });
  shown.register(app);
  app.get('/api/v1/known', async () => 'known');
  return app;
}

const signedIn = { cookie: 'orrery-session=of-ann' };
const browser = { accept: 'text/html,*/*;q=0.8' };
const factsIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="orrery-page">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('a page of the application', () => {
  it('is a shell of its own for every request, with the files that the page needs', async () => {
    build();
    const app = await serve();
    const answer = await app.inject({ url: '/', headers: signedIn });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? 'none';
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; ` +
        "font-src 'self' https:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; " +
        "require-trusted-types-for 'script'; trusted-types default; frame-ancestors 'self'",
    );
    expect(answer.body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(answer.body).toContain('<link rel="modulepreload" href="/assets/home-2.js">');
    expect(answer.body).toContain('<link rel="stylesheet" href="/assets/console-3.css">');
    expect(answer.body).toContain('<script type="module" src="/assets/console-1.js">');
    expect(factsIn(answer.body)).toEqual({ basePath: '', dataPath: 'cubejs-api', hasStartKey: true });
    const again = await app.inject({ url: '/', headers: signedIn });
    expect(again.headers['content-security-policy']).not.toBe(policy);
  });

  it('says the port for clients of PostgreSQL to people who are signed in', async () => {
    build();
    const sqlPort = { port: 15_432, hasTls: true };
    const app = await serve({ sqlPort });
    const factsAt = async (url: string, headers = {}) => factsIn((await app.inject({ url, headers })).body);
    expect(await factsAt('/', signedIn)).toMatchObject({ sqlPort });
    expect(await factsAt('/sign-in')).not.toHaveProperty('sqlPort');
    expect(await factsAt('/embed/d/7/app', signedIn)).not.toHaveProperty('sqlPort');
  });

  it('is that of a viewer in a frame, with the pages of the application below it, whoever is signed in', async () => {
    build();
    const app = await serve({ frameOrigins: ['https://app.example'], theme: 'dark' });
    for (const url of ['/embed/d/7/app?session=S', '/embed/d/7/app/', '/embed/d/7/app/explore?q=1']) {
      const answer = await app.inject({ url, headers: signedIn });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['content-security-policy']).toContain("font-src 'self' https:");
      expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/app\.example$/);
      expect(answer.headers['x-frame-options']).toBeUndefined();
      expect(answer.body).not.toContain('data-theme');
      expect(factsIn(answer.body)).toEqual({
        ...{ basePath: '', dataPath: 'cubejs-api', hasStartKey: false },
        app: { deploymentId: 7, frameOrigins: ['https://app.example'] },
      });
    }
    for (const url of ['/embed/d/x/app', '/embed/d/0/app/explore']) {
      expect((await app.inject({ url })).statusCode).toBe(404);
    }
  });

  it('is in no frame where it asks what only its reader may answer', async () => {
    build();
    const app = await serve({ frameOrigins: '*' });
    const answer = await app.inject({ url: '/connect?client_id=x', headers: signedIn });
    expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
  });

  it('sends strangers to sign in, and from there to what they asked for', async () => {
    build();
    const app = await serve();
    const asked = await app.inject({ url: '/deployments/1/explore?q=a%26b', headers: browser });
    expect([asked.statusCode, asked.headers.location]).toEqual([
      302,
      `/sign-in?next=${encodeURIComponent('/deployments/1/explore?q=a%26b')}`,
    ]);
    const over = await app.inject({ url: '/', headers: { cookie: 'orrery-session=over' } });
    expect([over.statusCode, over.headers.location]).toEqual([302, '/sign-in']);
    expect((await app.inject({ url: '/sign-in' })).statusCode).toBe(200);
  });

  it('is shown while nobody can be looked up: it says what is wrong better than we can', async () => {
    build();
    expect((await (await serve({ isStoreGone: true })).inject({ url: '/', headers: signedIn })).statusCode).toBe(200);
  });

  it('has the theme of the person in its first bytes, and the language that is asked for', async () => {
    build();
    const dark = await (await serve({ theme: 'dark' })).inject({ url: '/', headers: signedIn });
    expect(dark.body).toContain('<html lang="en" data-theme="dark">');
    const headers = { ...signedIn, 'accept-language': 'en-XA,en;q=0.5' };
    const system = await (await serve()).inject({ url: '/', headers });
    expect(system.body).toContain('<html lang="en-XA">');
    expect(system.headers['vary']).toContain('accept-language');
  });

  it('names everything below the path of the public address', async () => {
    build();
    const publicUrl = 'https://one.example/tools/data';
    const app = await serve({ publicUrl, publicPath: '/tools/data' });
    const asked = await app.inject({ url: '/deployments/1/explore', headers: browser });
    expect(asked.headers.location).toBe('/tools/data/sign-in?next=%2Fdeployments%2F1%2Fexplore');
    const { body } = await app.inject('/sign-in');
    expect(body).not.toMatch(/(?:href|src)="(?!\/tools\/data\/assets\/)/);
    expect(factsIn(body)).toMatchObject({ basePath: '/tools/data', publicUrl });
  });

  it('says how to build while nothing is built, and every API is served', async () => {
    const app = await serve();
    const answer = await app.inject({ url: '/', headers: browser });
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build:console')]);
    expect((await app.inject('/api/v1/known')).body).toBe('known');
    expect((await app.inject({ url: '/sign-in', headers: browser })).statusCode).toBe(404);
    expect((await app.inject('/embed/sandbox')).statusCode).toBe(404);
  });
});

describe('an address that nothing is at', () => {
  it.each(['/nothing', '/deployments/1/nothing', '/sign-in/more'])('shows %s as a page, with 404', async (url) => {
    build();
    const answer = await (await serve()).inject({ url, headers: browser });
    expect([answer.statusCode, factsIn(answer.body).basePath]).toEqual([404, '']);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });

  it.each([
    '/api/v1/nothing',
    '/d/1/nothing',
    '/assets/nothing.js',
    '/embed/nothing',
    '/dev-mode/x',
    '/own/v1/nothing',
  ])('is never a page at %s', async (url) => {
    build();
    const answer = await (await serve({ basePath: 'own/data' })).inject({ url, headers: browser });
    expect([answer.statusCode, answer.body]).toEqual([404, '{"error":"Not Found"}']);
  });

  it('is a refusal in JSON for programs, and for what changes something', async () => {
    build();
    const app = await serve();
    expect((await app.inject('/nothing')).body).toBe('{"error":"Not Found"}');
    expect((await app.inject({ method: 'POST', url: '/nothing', headers: browser })).body).toBe(
      '{"error":"Not Found"}',
    );
    expect((await app.inject({ method: 'POST', url: '/sign-in', headers: browser })).statusCode).toBe(405);
  });
});

describe('files of the application', () => {
  it('are kept by browsers for a year, and sent as small as they are accepted', async () => {
    build();
    const app = await serve();
    const answer = await app.inject({ url: '/assets/console-1.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.statusCode, answer.body]).toEqual([200, 'packed']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
  });

  it.each(['secret.txt', 'pages.json', 'manifest.json', 'console-1.js.br', '..%2fpackage.json', 'constructor'])(
    'are those of the manifest: not %s',
    async (name) => {
      build();
      expect((await (await serve()).inject(`/assets/${name}`)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('the page for content of others', () => {
  it('has no origin, reaches nothing and holds its whole script', async () => {
    build();
    const answer = await (await serve({ frameOrigins: ['https://app.example'] })).inject('/embed/sandbox');
    expect(answer.headers['content-security-policy']).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; " +
        "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; webrtc 'block'; " +
        "frame-ancestors 'self' https://app.example",
    );
    expect(answer.body).toContain(String.raw`<script>show("\x3C/script>\x3Cscript>")</script>`);
    expect(answer.headers['connection-allowlist']).toBe('()');
    expect(answer.headers).not.toHaveProperty('x-frame-options');
  });
});
