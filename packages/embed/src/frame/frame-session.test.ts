import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { builtScript } from '../../../../tests/browser/built-script.ts';
import { type Browser, openChromium, type Page } from '../../../../tests/browser/chromium.ts';

const day = 86_400;
let browser: Browser;
let script: string;
let origin: string;
/** Claims that each session id gives, once. */
let sessions: Map<string, object>;
/** Statuses that come before the answer. */
let troubles: number[];
let authorizations: (string | undefined)[];
/** What came to an address that the server has sent requests on to. */
let sentOn: string[];

beforeAll(async () => {
  script = await builtScript('packages/embed/src/frame/frame-session-fixture.ts');
  browser = await openChromium();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  [sessions, troubles, authorizations, sentOn] = [new Map(), [], [], []];
  const server = createServer(async (request, response) => {
    if (request.url === '/elsewhere') sentOn.push(request.method ?? '');
    if (request.url !== '/api/v1/embed/session/token') {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><script type="module">${script}</script>`);
      return;
    }
    let body = '';
    for await (const part of request) body += part;
    authorizations.push(request.headers.cookie);
    const trouble = troubles.shift();
    const { sessionId } = JSON.parse(body);
    const claims = sessions.get(sessionId);
    if (trouble || !claims) return void response.writeHead(trouble ?? 401, { location: '/elsewhere' }).end('{}');
    sessions.delete(sessionId);
    response.end(JSON.stringify({ token: tokenOf(claims) }));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const tokenOf = (claims: object) => `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;
/** The clock of the server is a day behind that of the browser. */
const issued = Math.floor(Date.now() / 1_000) - day;
const ann = { sub: '1', iat: issued, exp: issued + day, deploymentId: 1, name: 'Ann æøå' };

async function open(query: string): Promise<Page> {
  const page = await browser.open(`${origin}/embed/dashboard/p1${query}`);
  onTestFinished(() => page.close());
  return page;
}

const started = (page: Page) => page.evaluate('started');
const token = (page: Page) => page.evaluate('session.token');
const advance = (page: Page, ms: number) =>
  page.evaluate(
    `{ const now = Date.now; Date.now = () => now() + ${ms}; document.dispatchEvent(new Event('visibilitychange')); }`,
  );

it.each(['session', 'sessionId'])(
  'takes %s out of the address, and the token lives as long as it says',
  async (name) => {
    sessions.set('one', ann);
    const page = await open(`?${name}=one&theme=dark&f_a.b=%7B%22value%22%3A1%7D`);
    expect(await started(page)).toBe('begun');
    expect(await token(page)).toBe(tokenOf(ann));
    const { search } = new URL(await page.evaluate<string>('location.href'));
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ theme: 'dark', 'f_a.b': '{"value":1}' });
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('one');
    await advance(page, (day - 301) * 1_000);
    expect(await page.evaluate('told')).toEqual([]);
    await advance(page, 2_000);
    expect(await page.evaluate('told')).toEqual(['expiring']);
    await advance(page, 300_000);
    expect(await page.evaluate('told')).toEqual(['expiring', 'expired']);
    expect(await token(page)).toBeUndefined();
  },
);

it('finds its token again when the frame, or the page around it, is loaded again', async () => {
  sessions.set('one', ann);
  const page = await open('?session=one');
  expect(await started(page)).toBe('begun');
  for (const again of ['location.reload()', `location.href = '${origin}/embed/dashboard/p1?session=one&again'`]) {
    await page.evaluate(`window.isOld = true; ${again}; 0`);
    await expect.poll(() => page.evaluate('typeof isOld + typeof started').catch(() => '')).toBe('undefinedobject');
    expect(await started(page)).toBe('begun');
    expect(await token(page)).toBe(tokenOf(ann));
  }
  expect(await started(await open('?session=one'))).toBe('refused'); // another browser
});

it('keeps no token that is over, and not more than twenty', async () => {
  sessions.set('one', ann);
  const page = await open('?session=one');
  expect(await started(page)).toBe('begun');
  const kept = `Object.keys(sessionStorage).filter((name) => name.startsWith('orrery-embed:')).length`;
  for (let more = 1; more <= 25; more += 1) {
    sessions.set(`more${more}`, ann);
    expect(await page.evaluate(`session.begin('more${more}')`)).toBe('begun');
    expect(await page.evaluate(kept)).toBe(Math.min(more + 1, 20));
  }
  await page.send('Page.reload');
  await expect.poll(() => page.evaluate('started').catch(() => '')).toBe('begun'); // with the last one
  await advance(page, (day + 1) * 1_000);
  sessions.set('last', ann);
  expect(await page.evaluate(`session.begin('last')`)).toBe('begun');
  expect(await page.evaluate(kept)).toBe(1);
});

it('takes a new session of the same viewer, also after a day, and none of another', async () => {
  sessions
    .set('one', ann)
    .set('two', { ...ann, jti: '2' })
    .set('eve', { ...ann, sub: '9' });
  sessions.set('else', { ...ann, publicDashboardId: 'p2' }).set('three', { ...ann, jti: '3' });
  const page = await open('?session=one');
  expect(await started(page)).toBe('begun');
  expect(await page.evaluate(`session.begin('two')`)).toBe('begun');
  expect(await page.evaluate(`session.begin('eve')`)).toBe('of another viewer');
  expect(await page.evaluate(`session.begin('else')`)).toBe('of another viewer');
  expect(await page.evaluate(`session.begin('two')`)).toBe('refused');
  expect(await token(page)).toBe(tokenOf({ ...ann, jti: '2' }));
  await advance(page, day * 1_000);
  expect(await token(page)).toBeUndefined();
  expect(await page.evaluate(`session.begin('three')`)).toBe('begun');
  expect(await token(page)).toBe(tokenOf({ ...ann, jti: '3' }));
});

it('goes on after an outage, and says once that a refused token is over', async () => {
  sessions.set('one', ann);
  troubles = [503, 502];
  const page = await open('?session=one');
  expect(await started(page)).toBe('begun');
  await page.evaluate('session.end(); session.end()');
  expect(await page.evaluate('told')).toEqual(['expired']);
  expect(authorizations).toEqual([undefined, undefined, undefined]);
});

it('is not sent on to another address', async () => {
  sessions.set('one', ann);
  troubles = [307];
  expect(await started(await open('?session=one'))).toBe('begun');
  expect(sentOn).toEqual([]);
});

it('has no token without a session, and none from a broken one', async () => {
  expect(await started(await open(''))).toBe('absent');
  sessions.set('odd', { sub: 7, exp: 'soon' });
  const page = await open('?session=odd');
  expect(await started(page)).toBe('refused');
  expect(await token(page)).toBeUndefined();
});
