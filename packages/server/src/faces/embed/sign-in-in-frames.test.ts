import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { atTheCommandLine } from '../../../../kernel/src/caller/audit-actor.ts';
import { registerEmbedRoutes } from './index.ts';
import { guardRequests } from '../../http/index.ts';
import { serveProject, type ServedProject } from '../../../../../tests/serve-project.ts';
import { builtScript } from '../../../../../tests/browser/built-script.ts';
import { type Browser, type Frame, openChromium, type Page } from '../../../../../tests/browser/chromium.ts';

const password = 'correct horse battery';

describe('a page in a frame without a session', () => {
  let served: ServedProject;
  let browser: Browser;
  let script: string;

  beforeAll(async () => {
    script = await builtScript('packages/embed/src/frame/without-session-fixture.ts');
    browser = await openChromium();
    served = await serveProject(join(import.meta.dirname, '../../../../../tests/attacks/project'));
    const { changes, users, signIn, accountId } = served.composition.metadata;
    const by = { accountId, by: atTheCommandLine };
    const user = await changes.make(by, (change) => users.create(change, { username: 'ann', status: 'invited' }));
    const { text } = await changes.make(by, (change) => signIn.invite(change, user.id));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  /** Serves pages with the script of the test before the APIs of the service. @returns the port */
  async function serveFrames(frameOrigins: '*' | readonly string[]): Promise<number> {
    const bytes = Buffer.from(script);
    const asset = { type: 'text/javascript', bytes, brotli: undefined, gzip: undefined };
    const pages = { names: new Map([['frame.js', 'frame-1.js']]), assets: new Map([['frame-1.js', asset]]) };
    const app = Fastify();
    guardRequests(app, { allowsPlainHttp: true });
    await registerEmbedRoutes(app, { http: { frameOrigins, publicPath: '' }, pages });
    await app.ready();
    return listen((request, response) => {
      if (!request.url?.startsWith('/api/')) return app.routing(request, response);
      const { method, headers } = request;
      request.pipe(
        forward(`${served.origin}${request.url}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
        }),
      );
    });
  }

  /** Opens a page of another site that shows the address in a frame. */
  async function openHost(frames: number, path: string): Promise<Page> {
    const port = await listen((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe src="http://localhost:${frames}${path}"></iframe>`),
    );
    const page = await browser.open(`http://127.0.0.1:${port}/`);
    onTestFinished(() => page.close());
    return page;
  }

  async function frameOf(page: Page): Promise<Frame> {
    await expect.poll(() => page.frames[0]?.evaluate('typeof fake')).toBe('object');
    return page.frames[0]!;
  }

  const fill = (frame: Frame, given: string) =>
    frame.evaluate(`{ const [username, password] = document.querySelectorAll('input'); username.value = 'ann';
      password.value = ${JSON.stringify(given)}; document.querySelector('form').requestSubmit(); }`);
  /** Answers 204 only to a user who has signed in inside of the frame. */
  const signOut = (frame: Frame) =>
    frame.evaluate(`fetch('/api/v1/embed/sign-in', { method: 'DELETE' }).then(({ status }) => status)`);

  it('lets a user sign in on another site, for what the session of a frame may do', async () => {
    const page = await openHost(await serveFrames('*'), '/embed/dashboard/p1');
    const frame = await frameOf(page);
    await fill(frame, 'wrong password');
    await expect
      .poll(() => frame.evaluate('document.querySelector("[role=alert]").textContent'))
      .toBe('Wrong username or password');
    expect(await frame.evaluate('[document.activeElement.name, document.activeElement.value]')).toEqual([
      'password',
      '',
    ]);
    await fill(frame, password);
    await expect.poll(() => frame.evaluate('fake.signedIn')).toBe(1);
    expect(await frame.evaluate('document.cookie')).toBe('');
    expect(await frame.evaluate(`fetch('/api/v1/users/me').then(({ status }) => status)`)).toBe(401);
    expect(await signOut(frame)).toBe(204);
    expect(await signOut(frame)).toBe(401);
    expect(page.console.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
    expect(page.requests.filter((url) => url.includes(password) || url.includes('ann'))).toEqual([]);
  });

  it('names its fields, and takes them from the keyboard', async () => {
    const page = await openHost(await serveFrames('*'), '/embed/d/1/dashboard/p1');
    const frame = await frameOf(page);
    expect(
      await frame.evaluate(`[...document.querySelectorAll('label')].map((label) => [label.textContent.trim(),
        label.control.autocomplete, label.control.required])`),
    ).toEqual([
      ['Username or email', 'username', true],
      ['Password', 'current-password', true],
    ]);
  });

  it('is not shown by a page that is not listed', async () => {
    const frames = await serveFrames(['https://app.example.com']);
    const page = await openHost(frames, '/embed/dashboard/p1');
    await expect.poll(() => page.console.join('\n')).toContain('frame-ancestors');
    expect(page.requests.filter((url) => url.includes('/embed/assets/'))).toEqual([]);
  });
});

/** @returns the port */
async function listen(answer: Parameters<typeof createServer>[1] & object): Promise<number> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
