import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtScript } from '../../../../tests/browser/built-script.ts';
import { type Browser, openChromium, type Page } from '../../../../tests/browser/chromium.ts';

let browser: Browser;
let page: Page;
/** Whether the server answers. */
let isDown = false;

beforeAll(async () => {
  const script = await builtScript('packages/embed/src/react/session-view-fixture.ts');
  const claims = { sub: '1', iat: 0, exp: 86_400, deploymentId: 1 };
  const token = `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;
  const server = createServer(({ url }, response) => {
    if (url === '/api/v1/embed/session/token')
      return void response.writeHead(isDown ? 503 : 200).end(JSON.stringify({ token }));
    response.setHeader('content-type', 'text/html').end(`<!doctype html><script type="module">${script}</script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await openChromium();
  page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return () => void server.close();
});

afterAll(() => browser?.close());

it('a session whose server could not be reached begins again with its next user', async () => {
  await expect.poll(() => page.evaluate('typeof SessionView')).toBe('function');
  isDown = true;
  // Nobody waits between attempts.
  await page.evaluate(`{
    const real = window.setTimeout;
    window.setTimeout = (act) => real(act);
    window.session = new EmbedSession({ apiUrl: location.origin, sessionId: 'one', key: 'k' });
    session.use()();
  }`);
  await expect.poll(() => page.evaluate('session.status')).toBe('unreachable');
  isDown = false;
  await page.evaluate('{ session.use(); }');
  await expect.poll(() => page.evaluate('session.status')).toBe('open');
});

it('says that a part cannot be opened, and paints nothing over the session that follows', async () => {
  await page.evaluate(`{
    window.told = [];
    const viewOf = (looks, open) =>
      new SessionView(document.body, {
        session: { status: 'open', address: '', subscribe: () => () => undefined, looks },
        look: { isDark: false, locale: 'en' },
        open,
        textOf: ({ text }) => text,
        onError: ({ status }) => told.push(status),
      });
    const late = Promise.withResolvers();
    const first = viewOf(() => late.promise, () => new Promise(() => undefined));
    first.close();
    viewOf(() => Promise.resolve({}), () => Promise.reject(new Error('a module is missing')));
    setTimeout(() => {
      document.body.style.color = 'red';
      late.resolve({});
      setTimeout(() => Object.assign(window, { isOver: true }));
    });
  }`);
  await expect.poll(() => page.evaluate('window.isOver')).toBe(true);
  expect(await page.evaluate('document.body.style.color')).toBe('red');
  await expect.poll(() => page.evaluate('document.body.innerText')).toContain('Something went wrong here.');
  expect(await page.evaluate(`[told.join(), document.querySelector('button').textContent]`)).toEqual([
    '500',
    'Try again',
  ]);
});
