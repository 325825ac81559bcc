import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepBuilt } from '../../../../scripts/pages/keep-built.ts';
import { builtScript } from '../../../../tests/browser/built-script.ts';
import { type Browser, type Frame, openChromium, type Page } from '../../../../tests/browser/chromium.ts';

const dist = join(import.meta.dirname, '../../dist');
const kilobyte = 1_000;
let browser: Browser;
let helper: string;
let frameScript: string;

beforeAll(async () => {
  await keepBuilt('frames');
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  helper = readFileSync(join(dist, manifest['host.js']), 'utf8');
  frameScript = await builtScript('packages/embed/src/host/fake-frame-fixture.ts');
  browser = await openChromium();
});

afterAll(() => browser?.close());

/** @returns the port */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Place {
  /** Origin of the service; frames of it are of another site than the host page. */
  readonly service: string;
  /** Sessions that can be exchanged, each once. */
  readonly sessions: Set<string>;
  /** Opens a page of the host with this script, which sees `embed(options)` and `dashboard`. */
  open(script: string, body?: string): Promise<Page>;
  /** What the host's own server answers for a session; each may be used once. */
  answerSession: () => string | undefined;
  asked: number;
}

async function place(frameOrigins: readonly string[] = ['*']): Promise<Place> {
  const sessions = new Set<string>();
  const servicePort = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/embed/host.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(helper);
    } else if (pathname === '/frame.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(frameScript);
    } else if (pathname === '/exchange') {
      let id = '';
      request.on('data', (part) => (id += part));
      request.on('end', () => response.writeHead(sessions.delete(id) ? 200 : 401).end());
    } else {
      const page = `<!doctype html><style>body{margin:0}</style><div id="orrery"><div id="tall" style="height:300px"></div></div>
<script type="application/json" id="orrery-page">${JSON.stringify({ frameOrigins })}</script><script type="module" src="/frame.js"></script>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
  });
  let made = 0;
  const here: Place = {
    service: `http://localhost:${servicePort}`,
    sessions,
    asked: 0,
    answerSession: () => {
      const id = `session-${'0'.repeat(16)}-${(made += 1)}`;
      sessions.add(id);
      return id;
    },
    open: async (script, body = '') => {
      const html = `<!doctype html><div id="here"></div>${body}<script type="module">
import { embedDashboard } from '${here.service}/embed/host.js';
window.events = [];
window.fetchSession = async () => { const answer = await fetch('/session', { method: 'POST' }); if (!answer.ok) throw new Error('no'); return answer.json(); };
window.embed = (options) => (window.dashboard = embedDashboard({ baseUrl: '${here.service}', publicId: 'p/1', container: document.getElementById('here'), fetchSession, onEvent: (event) => events.push(event), ...options }));
${script}</script>`;
      const hostPort = await serve((request, response) => {
        if (request.url !== '/session') return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
        here.asked += 1;
        const sessionId = here.answerSession();
        return response.writeHead(sessionId ? 200 : 503).end(JSON.stringify({ sessionId }));
      });
      const page = await browser.open(`http://127.0.0.1:${hostPort}/`);
      onTestFinished(() => page.close());
      return page;
    },
  };
  return here;
}

async function frameOf(page: Page, { service }: Place): Promise<Frame> {
  await expect.poll(() => page.frames.find(({ url }) => url.startsWith(service))).toBeDefined();
  const frame = page.frames.find(({ url }) => url.startsWith(service))!;
  await expect.poll(() => frame.evaluate('typeof fake')).toBe('object');
  return frame;
}

const typesOf = (page: Page) => page.evaluate<string[]>('events.map(({ type }) => type)');
const receivedBy = (frame: Frame) => frame.evaluate<{ type: string }[]>('fake.received');
const heightOf = (page: Page) => page.evaluate('document.querySelector("iframe").getBoundingClientRect().height');

it('is at most 4 kB with gzip', () => {
  expect(gzipSync(helper, { level: 9 }).length).toBeLessThanOrEqual(4 * kilobyte);
});

describe('the helper of a host page', () => {
  it('shows the dashboard in a frame that can do little and says nothing of the page', async () => {
    const here = await place();
    const page = await here.open(`embed({ deploymentId: 7, theme: 'dark', locale: 'nb', title: 'Sales',
      filters: { 'orders.city': { value: ['Oslo'] } }, timeGrains: { 'orders.created': 'month' } })`);
    const frame = await frameOf(page, here);
    const attributes =
      'Object.fromEntries([...document.querySelector("iframe").attributes].map((a) => [a.name, a.value]))';
    const { src, ...others } = await page.evaluate<Record<string, string>>(attributes);
    const { pathname, searchParams } = new URL(src ?? '');
    expect(pathname).toBe('/embed/d/7/dashboard/p%2F1');
    expect(Object.fromEntries(searchParams)).toEqual({
      session: expect.stringMatching(/^session-/),
      theme: 'dark',
      locale: 'nb',
      'f_orders.city': '{"value":["Oslo"]}',
      'g_orders.created': 'month',
    });
    expect(others).toMatchObject({
      title: 'Sales',
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads',
    });
    await expect.poll(() => typesOf(page)).toEqual(expect.arrayContaining(['READY', 'HEIGHT', 'LOADED']));
    expect(await frame.evaluate('document.referrer')).toBe('');
    expect(here.sessions.size).toBe(0);
  });

  it('sets theme and filters, asks for the state, and hears what the viewer chooses', async () => {
    const here = await place();
    const page = await here.open(`embed({}); dashboard.setTheme('light');
      dashboard.setFilters({ 'orders.city': { value: 'Oslo' }, 'orders.status': { value: 'new' } });`);
    const frame = await frameOf(page, here);
    await expect
      .poll(() => page.evaluate('dashboard.getState()'))
      .toEqual({
        filters: { 'orders.city': { value: 'Oslo' }, 'orders.status': { value: 'new' } },
        timeGrains: {},
        theme: 'light',
        requestId: expect.any(String),
      });
    await page.evaluate(`window.heard = []; window.end = dashboard.on('FILTERS_CHANGED', (state) => heard.push(state));
      dashboard.setFilters({ 'orders.status': null }); dashboard.setTheme('dark')`);
    await expect.poll(() => frame.evaluate('fake.received.at(-1)')).toEqual({ type: 'SET_THEME', payload: 'dark' });
    expect(await page.evaluate('heard')).toEqual([]); // only the viewer's own changes are told
    await frame.evaluate(`fake.choose('orders.city', { value: ['Rome'] })`);
    const filters = { 'orders.city': { value: ['Rome'] } };
    await expect.poll(() => page.evaluate('heard')).toEqual([{ filters, timeGrains: {} }]);
    await page.evaluate('end()');
    await frame.evaluate(`fake.choose('orders.city', { value: ['Bergen'] })`);
    await expect.poll(async () => (await typesOf(page)).filter((type) => type === 'FILTERS_CHANGED').length).toBe(2);
    expect(await page.evaluate('heard.length')).toBe(1);
  });

  it('makes the frame as high as its content, growing and shrinking', async () => {
    const here = await place();
    const page = await here.open('embed({})');
    const frame = await frameOf(page, here);
    await expect.poll(() => heightOf(page)).toBe(300);
    for (const height of [2_000, 120, 121.4, 5_000, 0]) {
      await frame.evaluate(`document.getElementById('tall').style.height = '${height}px'`);
      await expect.poll(() => heightOf(page)).toBe(Math.ceil(height));
    }
  });

  it.each([
    ["'fill'", 480],
    ['333', 333],
  ])('leaves the height alone when it is %s', async (height, expected) => {
    const here = await place();
    const page = await here.open(
      `document.getElementById('here').style.height = '480px'; embed({ height: ${height} })`,
    );
    await frameOf(page, here);
    await expect.poll(() => typesOf(page)).toContain('HEIGHT');
    expect(await heightOf(page)).toBe(expected);
  });

  it.each(['SESSION_EXPIRING', 'SESSION_EXPIRED'])('renews the session on %s and keeps the filters', async (type) => {
    const here = await place();
    const page = await here.open('embed({})');
    const frame = await frameOf(page, here);
    await expect.poll(() => typesOf(page)).toContain('LOADED');
    await frame.evaluate(`fake.choose('orders.city', { value: 'Rome' })`);
    // A day later, the browser tells of it as soon as the machine wakes up.
    await page.evaluate('const now = Date.now; Date.now = () => now() + 86_400_000; 0');
    await frame.evaluate(`fake.expire('${type}')`);
    await expect.poll(() => frame.evaluate('fake.sessions.length')).toBe(2);
    expect(here.asked).toBe(2);
    expect(await page.evaluate('dashboard.getState()')).toMatchObject({
      filters: { 'orders.city': { value: 'Rome' } },
    });
    expect(page.requests.filter((url) => url.includes('/embed/dashboard/'))).toHaveLength(1); // it was not loaded again
  });

  it('asks again after an outage, and at once when the network is back', async () => {
    const here = await place();
    const { answerSession } = here;
    here.answerSession = () => (here.asked < 3 ? undefined : answerSession());
    const page = await here.open('embed({})');
    await expect.poll(() => here.asked).toBe(1);
    await expect.poll(() => here.asked).toBe(2);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await expect.poll(() => here.asked).toBe(3);
    await frameOf(page, here);
    const unavailable = { type: 'ERROR', payload: { code: 'session.unavailable' } };
    expect(await page.evaluate('events.slice(0, 2)')).toEqual([unavailable, unavailable]);
  });

  it('waits longer and longer while sessions do not help', async () => {
    const here = await place();
    const askedAt: number[] = [];
    here.answerSession = () => `spent-session-${askedAt.push(Date.now())}-0000`;
    const page = await here.open('embed({})');
    await frameOf(page, here);
    await expect.poll(() => askedAt.length).toBe(4);
    const [third = 0, fourth = 0] = askedAt.slice(2);
    expect(fourth - third).toBeGreaterThan(2_000);
  });

  it('loads the frame again in the state it is in, without an entry in the history', async () => {
    const here = await place();
    const page = await here.open('embed({})');
    const frame = await frameOf(page, here);
    await expect.poll(() => typesOf(page)).toContain('LOADED');
    const before = await page.evaluate('history.length');
    await frame.evaluate(`fake.choose('orders.city', { value: 'Rome' })`);
    await expect.poll(() => typesOf(page)).toContain('FILTERS_CHANGED');
    await page.evaluate('dashboard.reload()');
    await expect.poll(() => page.requests.filter((url) => url.includes('/embed/dashboard/')).length).toBe(2);
    const again = await frameOf(page, here);
    await expect.poll(() => again.evaluate('fake.sessions.length').catch(() => 0)).toBe(1);
    expect(await page.evaluate('dashboard.getState()')).toMatchObject({
      filters: { 'orders.city': { value: 'Rome' } },
    });
    expect(await page.evaluate('history.length')).toBe(before);
  });

  it('leaves nothing behind', async () => {
    const here = await place();
    const page = await here.open('embed({})');
    await frameOf(page, here);
    await page.evaluate('dashboard.destroy()');
    expect(await page.evaluate('document.querySelectorAll("iframe").length')).toBe(0);
  });

  it('is an element too', async () => {
    const here = await place();
    const element = `<orrery-dashboard public-id="p1" session-url="/session" theme="dark" height="content"></orrery-dashboard>`;
    const page = await here.open(
      `const element = document.querySelector('orrery-dashboard'); window.states = [];
       element.addEventListener('filters-changed', ({ detail }) => states.push(detail));`,
      element,
    );
    const frame = await frameOf(page, here);
    await expect.poll(() => heightOf(page)).toBe(300);
    expect(here.asked).toBe(1); // and not once for each attribute
    await frame.evaluate(`fake.choose('orders.city', { value: 'Rome' })`);
    await expect.poll(() => page.evaluate('states.length')).toBe(1);
    await page.evaluate(`document.querySelector('orrery-dashboard').setAttribute('theme', 'light')`);
    await expect.poll(() => frame.evaluate('fake.received.at(-1)')).toEqual({ type: 'SET_THEME', payload: 'light' });
    await page.evaluate(`{ const element = document.querySelector('orrery-dashboard');
      element.setAttribute('public-id', 'p2'); element.setAttribute('locale', 'nb'); element.title = 'Sales' }`);
    await expect.poll(() => page.frames.map(({ url }) => new URL(url).pathname)).toEqual(['/embed/dashboard/p2']);
    expect(here.asked).toBe(2);
    await page.evaluate(`document.querySelector('orrery-dashboard').remove()`);
    await expect.poll(() => page.frames.length).toBe(0);
  });
});

describe('messages of others (attack 42)', () => {
  it('change nothing in the frame when siblings and children of it send them', async () => {
    const here = await place();
    const forged = `{ type: 'SET_THEME', payload: 'dark' }`;
    const sibling = `<iframe srcdoc="<script>setInterval(() => { for (let at = 0; at < parent.length; at += 1)
      parent[at].postMessage(${forged}, '*'); }, 20)</script>"></iframe>`;
    const page = await here.open(`embed({ theme: 'light' })`, sibling);
    const frame = await frameOf(page, here);
    await frame.evaluate(`const child = document.createElement('iframe');
      child.srcdoc = "<script>setInterval(() => parent.postMessage(${forged}, '*'), 20)</script>"; document.body.append(child);
      window.heard = 0; addEventListener('message', () => (heard += 1)); 0`);
    await expect.poll(() => frame.evaluate<number>('heard')).toBeGreaterThan(20);
    expect((await receivedBy(frame)).filter(({ type }) => type === 'SET_THEME')).toEqual([
      { type: 'SET_THEME', payload: 'light' },
    ]);
  });

  it('change nothing in the host page when they do not come from its frame', async () => {
    const here = await place();
    const page = await here.open('embed({})');
    const frame = await frameOf(page, here);
    await expect.poll(() => heightOf(page)).toBe(300);
    const forged = `{ source: 'orrery', version: 1, type: 'HEIGHT', payload: { height: 9 } }`;
    await page.evaluate(`window.heard = 0; addEventListener('message', ({ data }) => (heard += data.payload?.height === 9));
      postMessage(${forged}, '*');
      const other = document.createElement('iframe'); other.srcdoc = "<script>parent.postMessage(${forged}, '*')</script>";
      document.body.append(other); 0`);
    // A page of the service's origin in another frame is not the frame either.
    await frame.evaluate(`const child = document.createElement('iframe');
      child.srcdoc = "<script>parent.parent.postMessage(${forged}, '*')</script>"; document.body.append(child); 0`);
    await expect.poll(() => page.evaluate('heard')).toBe(3);
    expect(await heightOf(page)).toBe(300);
  });

  it('malformed ones and floods have no effect', async () => {
    const here = await place();
    const page = await here.open('embed({})');
    const frame = await frameOf(page, here);
    await expect.poll(() => typesOf(page)).toContain('LOADED');
    const before = (await receivedBy(frame)).length;
    const post = (message: string) =>
      page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${message}, '*')`);
    for (const message of [
      'null',
      '7',
      '"SET_THEME"',
      '{ type: "SET_TOKEN", payload: "x" }',
      '[{ type: "SET_THEME" }]',
    ])
      await post(message);
    await post(`{ type: 'SET_SESSION', payload: { sessionId: 'aaaaaaaaaaaaaaaa.bbbbbbbb.cccccccc' } }`);
    await page.evaluate(`for (let at = 0; at < 20_000; at += 1)
      document.querySelector('iframe').contentWindow.postMessage({ type: 'SET_THEME', payload: 'dark' }, '*')`);
    await expect.poll(() => page.evaluate('dashboard.getState().then(() => true, () => false)')).toBe(true);
    expect((await receivedBy(frame)).length - before).toBeLessThan(400);
    expect(await frame.evaluate('fake.sessions.length')).toBe(1);
  });

  it('of a host page that is not listed are not looked at, and it hears no values', async () => {
    const here = await place(['https://app.example']);
    const page = await here.open('embed({ theme: "light" })');
    const frame = await frameOf(page, here);
    await page.evaluate(
      `window.heard = []; addEventListener('message', ({ data }) => heard.push(data.type)); dashboard.setTheme('dark')`,
    );
    await frame.evaluate(`fake.choose('orders.city', { value: 'secret' })`);
    await frame.evaluate(`document.getElementById('tall').style.height = '40px'`);
    await expect.poll(() => page.evaluate('heard')).toContain('HEIGHT');
    expect(await page.evaluate('heard')).not.toContain('FILTERS_CHANGED');
    expect(await receivedBy(frame)).toEqual([]);
  });

  it('get no values before the host page has said anything', async () => {
    const here = await place();
    const page = await here.open(`window.heard = []; addEventListener('message', ({ data }) => heard.push(data.type));
      const frame = document.createElement('iframe'); frame.src = '${here.service}/embed/dashboard/p1'; document.body.append(frame);`);
    const frame = await frameOf(page, here);
    await frame.evaluate(`fake.choose('orders.city', { value: 'secret' })`);
    await expect.poll(() => page.evaluate('heard')).toContain('READY');
    expect(await page.evaluate('heard')).not.toContain('FILTERS_CHANGED');
    const post = (message: string) =>
      page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${message}, '${here.service}')`);
    await post(`{ type: 'SET_THEME', payload: 'dark' }`);
    await expect.poll(async () => (await receivedBy(frame)).length).toBe(1);
    await frame.evaluate(`fake.choose('orders.city', { value: 'told' })`);
    await expect.poll(() => page.evaluate('heard')).toContain('FILTERS_CHANGED');
  });
});
