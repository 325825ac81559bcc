import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleScripts } from '../../../../scripts/pages/build-frames.ts';
import { type Browser, openChromium, type Page } from '../../../../tests/browser/chromium.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** @param script the name of the file with the place of bodies */
const pageScript = (script: string) => `
import { BodyPlace } from '/${script}';
const place = new BodyPlace();
document.querySelector('main').append(place.root);
const look = { isDark: false, locale: 'en', title: 'Sales', contentAddress: '/content' };
Object.assign(window, {
  place,
  draw: (input) => place.draw({ ...look, ...input }),
  shown: () => ({
    kind: place.root.className,
    pictures: [...place.root.querySelectorAll(':scope > :not([data-is-next]) .orrery-chart-picture')].map((each) =>
      [...each.querySelectorAll('text')].map((text) => text.textContent).filter((text) => /^(North|South)/.test(text)).join()),
    numbers: [...place.root.querySelectorAll('dd, .orrery-kpi-value')].map((each) => each.textContent).filter(Boolean).length > 0,
    alert: place.root.querySelector('[role=alert]:not([hidden])')?.firstChild.textContent ?? null,
    next: place.root.querySelectorAll('[data-is-next]').length,
  }),
  // Charts give way to the page before they draw: with that held, they are under way.
  hold: () => { window.held = []; scheduler.yield = () => new Promise((go) => held.push(go)); },
  release: () => { delete scheduler.yield; for (const go of held.splice(0)) go(); },
  isReady: true,
});`;

let browser: Browser;
let server: Server;
let origin: string;
let page: Page;
let files: readonly string[];
/** Answers that wait, and those that fail, by the beginning of the file's name. */
const [held, failing] = [new Map<string, Promise<void>>(), new Set<string>()];

beforeAll(async () => {
  const scripts = await bundleScripts({ body: 'src/body/body-place.ts' });
  const code = new Map(scripts.map((each) => [`/${each.fileName}`, each.code]));
  files = scripts.map(({ fileName }) => fileName);
  const script = scripts.find(({ name }) => name === 'body')?.fileName ?? '';
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', origin);
    const isOf = (begin: string) => pathname.startsWith(`/${begin}`);
    await [...held].find(([begin]) => isOf(begin))?.[1];
    const text = pathname === '/page.js' ? pageScript(script) : code.get(pathname);
    if ([...failing].some(isOf)) return void response.writeHead(503).end();
    if (text !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
    const html = pathname === '/content' ? '' : '<script type="module" src="/page.js"></script><main></main>';
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><title>Body</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

beforeEach(async () => {
  held.clear();
  failing.clear();
  page = await browser.open(`${origin}/`);
  await expect.poll(() => page.evaluate('window.isReady')).toBe(true);
});

afterEach(() => page.close());

const columns = [
  { name: 'shop.region', shortTitle: 'Region', type: 'string' },
  { name: 'shop.sales', shortTitle: 'Sales', type: 'number' },
];
const chart = { kind: 'chart', chart: {} };
const kpi = { kind: 'kpi' };
const of = (body: object, ...regions: readonly string[]) =>
  JSON.stringify({ body, columns, rows: regions.map((region) => [region, '5']) });
const shown = () => page.evaluate<Record<string, unknown>>('shown()');

/** Holds the answers with files of a name. @returns sends them */
function hold(begin: string): () => void {
  if (!files.some((file) => file.startsWith(begin))) throw new Error(`no file begins with ${begin}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(begin, promise);
  return resolve;
}

it('is empty while what draws is loading, and draws the newest rows then', async () => {
  const send = hold('draw-chart');
  await page.evaluate(`void (window.both = Promise.all([draw(${of(chart, 'North')}), draw(${of(chart, 'South')})]))`);
  expect(await shown()).toEqual({ kind: 'orrery-plot', pictures: [], numbers: false, alert: null, next: 0 });
  send();
  await page.evaluate('both');
  expect(await shown()).toMatchObject({ pictures: ['South'], next: 0 });
});

it('keeps the picture before until the next one is drawn', async () => {
  await page.evaluate(`draw(${of(chart, 'North')})`);
  await page.evaluate(`hold(), void (window.next = draw(${of(chart, 'South')}))`);
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({ pictures: ['North'], next: 1 });
  await page.evaluate('release(), next');
  expect(await shown()).toMatchObject({ pictures: ['South'], next: 0 });
});

it('takes a picture of another kind off at once, and draws the other kind alone', async () => {
  await page.evaluate(`draw(${of(chart, 'North')})`);
  const send = hold('draw-kpis');
  await page.evaluate(`void (window.next = draw(${of(kpi, 'North')}))`);
  expect(await shown()).toMatchObject({ kind: 'orrery-kpi-place', pictures: [], numbers: false });
  send();
  await page.evaluate('next');
  expect(await shown()).toMatchObject({ kind: 'orrery-kpi-place', pictures: [], numbers: true });
});

it('leaves undrawn what is under way when it is left, and has nothing when it is destroyed', async () => {
  await page.evaluate(`draw(${of(chart, 'North')})`);
  await page.evaluate(`hold(), void (window.next = draw(${of(chart, 'South')}))`);
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0);
  await page.evaluate('place.leave(), release(), next');
  expect(await shown()).toMatchObject({ pictures: ['North'], next: 0 });
  await page.evaluate('place.destroy()');
  expect(await page.evaluate('place.root.childElementCount')).toBe(0);
});

it('says that what draws is not loaded, and draws when it is tried again', async () => {
  failing.add('draw-kpis');
  await page.evaluate(`draw(${of(kpi, 'North')})`);
  expect(await shown()).toMatchObject({ alert: expect.stringContaining('could not be loaded'), numbers: false });
  // The other kind takes the notice off.
  await page.evaluate(`draw(${of(chart, 'North')})`);
  expect(await shown()).toMatchObject({ alert: null, pictures: ['North'] });
  await page.evaluate(`draw(${of(kpi, 'North')})`);
  failing.clear();
  await page.evaluate(`place.root.querySelector('button').click()`);
  await expect.poll(shown).toMatchObject({ alert: null, numbers: true });
});

it('draws an answer without rows, and rows after it', async () => {
  await page.evaluate(`draw(${of(chart)})`);
  expect(await shown()).toMatchObject({ alert: null, pictures: [''] });
  await page.evaluate(`draw(${of(chart, 'North')})`);
  expect(await shown()).toMatchObject({ pictures: ['North'] });
});

it('shows other rows in the frame of the same content, and another title in another frame', async () => {
  const html = (template: string, title = 'Sales') =>
    JSON.stringify({ ...JSON.parse(of({ kind: 'html', template }, 'North')), title });
  await page.evaluate(`draw(${html('<p>1</p>')}).then(() => { window.first = place.root.querySelector('iframe'); })`);
  await page.evaluate(`draw(${html('<p>2</p>')})`);
  expect(await page.evaluate(`place.root.querySelector('iframe') === first`)).toBe(true);
  await page.evaluate(`draw(${html('<p>2</p>', 'Orders')})`);
  expect(await page.evaluate(`[place.root.querySelectorAll('iframe').length, first.isConnected]`)).toEqual([1, false]);
});
