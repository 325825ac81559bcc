import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { type Browser, openChromium, type Page } from '../browser/chromium.ts';
import { ViewerService } from './viewer-service.ts';

const place = '/api/v1/deployments/1';
const hostile = '<img src=x onerror="window.stolen=1">';

let viewers: ViewerService;
let browser: Browser;
let host: Server;
let hostOrigin: string;
let origin: string;
let publicId: string;
let workbookId: number;

beforeAll(async () => {
  await keepBuilt('frames');
  viewers = await ViewerService.open('sqlite');
  ({ origin } = viewers.service.served);
  browser = await openChromium();
  await viewers.ask('POST', '/api/v1/groups', { name: 'Everything' });
  await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
  ({ publicId, workbookId } = await publish());
  host = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://host');
    if (request.method === 'POST') {
      const externalId = searchParams.get('user') ?? '';
      void viewers
        .ask('POST', '/api/v1/embed/generate-session', sessionOf(externalId))
        .then(({ text }) => response.setHeader('content-type', 'application/json').end(text));
      return;
    }
    const user = searchParams.get('user') ?? '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Product</title>
      <script type="module" src="${origin}/embed/host.js"></script>
      <orrery-dashboard public-id="${publicId}" session-url="/session?user=${user}"
        ${searchParams.has('theme') ? 'theme="light"' : ''}></orrery-dashboard>
      <script>
        window.said = [];
        addEventListener('message', ({ data }) => window.said.push(data));
        const early = ${JSON.stringify(searchParams.get('early'))};
        const element = document.querySelector('orrery-dashboard');
        if (early) element.addEventListener('ready', () =>
          element.dashboard.setFilters({ 'sales.team': { value: [early] } }), { once: true });
      </script>`);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  hostOrigin = `http://localhost:${(host.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  host?.close();
  await viewers?.[Symbol.asyncDispose]();
});

function sessionOf(externalId: string) {
  return {
    deploymentId: 1,
    externalId,
    embedTenantName: externalId === 'ann' ? 'acme-corp' : 'globex-inc',
    userAttributes: [{ name: 'city', value: externalId === 'ann' ? 'Oslo' : 'Rome' }],
  };
}

async function publish() {
  const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name: 'Sales' })).body;
  const chart = async (name: string, query: object, at: object, visualization?: object) => {
    const meta = visualization ? { meta: { visualization } } : {};
    const given = { workbookId: id, name, jsonQuery: JSON.stringify(query), ...meta };
    const report = await viewers.ask('POST', `${place}/reports`, given);
    return { id: name.replaceAll(/\W/g, '-'), type: 'CHART', position: at, config: { reportId: report.body.id } };
  };
  const byTeam = { measures: ['sales.amount'], dimensions: ['sales.team'], order: { 'sales.team': 'asc' } };
  const filter = { semanticView: 'sales', operator: 'equals', dimensionType: 'string' };
  const widgets = [
    {
      id: 'words',
      type: 'TEXT',
      position: { x: 0, y: 0, w: 12, h: 2 },
      config: { content: `**Sales** ${hostile} [x](javascript:alert(1))` },
    },
    {
      id: 'team',
      type: 'FILTER',
      position: { x: 0, y: 2, w: 4, h: 2 },
      config: { ...filter, member: 'team', title: 'Team' },
    },
    {
      id: 'secret',
      type: 'FILTER',
      position: { x: 4, y: 2, w: 4, h: 2 },
      config: { ...filter, member: 'city', visibility: 'hidden' },
    },
    {
      id: 'own',
      type: 'FILTER',
      position: { x: 8, y: 2, w: 4, h: 2 },
      config: { ...filter, member: 'city', title: 'City', userAttributeDefault: 'city', visibility: 'disabled' },
    },
    await chart('By team', byTeam, { x: 0, y: 4, w: 6, h: 7 }, { kind: 'table' }),
    await chart('Total', { measures: ['sales.amount'] }, { x: 6, y: 4, w: 6, h: 3 }),
    await chart('Drawn', byTeam, { x: 0, y: 11, w: 12, h: 8 }, { kind: 'vega' }),
    await chart('Broken', { measures: ['sales.nothing'] }, { x: 6, y: 7, w: 6, h: 4 }),
    {
      id: 'tabs',
      type: 'TABS_CONTAINER',
      position: { x: 0, y: 19, w: 12, h: 6 },
      config: {
        tabs: [
          { id: 'first', title: 'First', widgetIds: [] },
          { id: 'second', title: 'Second', widgetIds: ['Later'] },
        ],
      },
    },
    await chart('Later', { measures: ['sales.amount'] }, { x: 0, y: 0, w: 6, h: 3 }),
  ];
  const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
    workbookId: id,
    title: `Sales ${hostile}`,
    config: { widgets },
  });
  await viewers.ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  return { publicId: published.body.publicId as string, workbookId: id as number };
}

const labels = `[...document.querySelectorAll('.choices label')].map((label) => label.textContent)`;

/** Ticks a value of the only list of choices, or takes its tick away. */
async function choose(frame: Pick<Page, 'evaluate'>, value: string): Promise<void> {
  await frame.evaluate(`document.querySelector('.choices').open = true`);
  await expect.poll(() => frame.evaluate(labels)).toContain(value);
  await frame.evaluate(
    `[...document.querySelectorAll('.choices label')].find((label) => label.textContent === '${value}').click()`,
  );
}

const cells = `[...document.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')`;

async function shown(page: Page) {
  await expect.poll(() => page.frames.length).toBeGreaterThan(0);
  const frame = page.frames[0]!;
  await expect.poll(() => frame.evaluate(cells)).not.toBe('');
  return frame;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ORRERY_PICTURES'];
  if (folder === undefined) return;
  const { data } = (await page.send('Page.captureScreenshot', { format: 'png' })) as { data: string };
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}

it('shows viewers of two companies their own rows in a page of another origin, where nothing runs that is shown (attack 42)', async () => {
  for (const [user, rows, sum] of [
    ['ann', 'blue 2 red 1', '3'],
    ['bob', 'blue 8 red 4', '12'],
  ] as const) {
    const page = await browser.open(`${hostOrigin}/?user=${user}`);
    const frame = await shown(page);
    expect(await frame.evaluate(cells)).toContain(rows);
    await expect.poll(() => frame.evaluate(`document.querySelector('dd')?.textContent`)).toBe(sum);
    await expect
      .poll(() => frame.evaluate(`!!document.querySelector('.orrery-plot svg, .orrery-plot canvas')`))
      .toBe(true);
    expect(await frame.evaluate(`document.querySelector('.error')?.textContent`)).toContain('sales.nothing');
    expect(await frame.evaluate(`document.querySelectorAll('img').length`)).toBe(0);
    expect(await frame.evaluate(`document.querySelectorAll('a[href^="javascript"]').length`)).toBe(0);
    expect(await frame.evaluate(`[location.search, document.querySelectorAll('.control').length].join()`)).toBe(',2');
    const own = `document.querySelector('[aria-label=City] input').value`;
    await expect.poll(() => frame.evaluate(own)).toBe(user === 'ann' ? 'Oslo' : 'Rome'); // what it is filtered by
    const foreign = page.requests.filter((url) => !url.startsWith(hostOrigin) && !url.startsWith(origin));
    expect(foreign).toEqual([]);
    expect(page.console.filter((line) => /violat|refused/i.test(line))).toEqual([]);
    await picture(page, `frame-${user}`);
    await page.close();
  }
});

it('filters by what the viewer chooses and by what the page around it sets, and follows its theme and height', async () => {
  const page = await browser.open(`${hostOrigin}/?user=ann`);
  const frame = await shown(page);
  const dashboard = `document.querySelector('orrery-dashboard').dashboard`;
  await page.evaluate(`${dashboard}.getState().then(() => 1)`);
  await choose(frame, 'red');
  await expect.poll(() => frame.evaluate(cells)).toBe('red 1');
  const told = `JSON.stringify(window.said.findLast(({ type }) => type === 'FILTERS_CHANGED')?.payload.filters)`;
  await expect.poll(() => page.evaluate(told)).toBe('{"sales.team":{"operator":"equals","value":["red"]}}');
  expect(await frame.evaluate('location.search')).toContain('f_sales.team=');
  await page.evaluate(
    `${dashboard}.setFilters({ 'sales.team': { value: ['blue'] }, 'sales.city': { value: ['Rome'] } })`,
  );
  await expect.poll(() => frame.evaluate(cells)).toBe('blue 2');
  await page.evaluate(`${dashboard}.setFilters({ 'sales.team': null })`);
  await expect.poll(() => frame.evaluate(cells)).toBe('blue 2 red 1');
  await page.evaluate(`${dashboard}.setTheme('dark')`);
  await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  const heights = `JSON.stringify(window.said.filter(({ type }) => type === 'HEIGHT').map(({ payload }) => payload.height))`;
  const height = async () => JSON.parse(await page.evaluate<string>(heights)).at(-1) as number;
  const resize = (width: number) =>
    page.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await resize(1440);
  const heightInside = () => frame.evaluate<number>(`Math.ceil(document.querySelector('#orrery').offsetHeight)`);
  const shownHeight = () => page.evaluate<number>(`document.querySelector('iframe').getBoundingClientRect().height`);
  await expect
    .poll(async () => {
      const [told, inside, around] = [await height(), await heightInside(), await shownHeight()];
      return told === inside && told === around;
    })
    .toBe(true);
  const before = await height();
  await picture(page, 'frame-dark');
  await resize(360);
  await expect.poll(height).toBeGreaterThan(before);
  await picture(page, 'frame-360');
  await resize(1440);
  await expect.poll(height).toBe(before);
  await page.close();
});

it('offers the values of a list filter to tick, several at a time, and keeps that none is chosen', async () => {
  const page = await browser.open(`${hostOrigin}/?user=bob`);
  const frame = await shown(page);
  await page.evaluate(`document.querySelector('orrery-dashboard').dashboard.getState().then(() => 1)`);
  const summary = `document.querySelector('.choices summary')`;
  expect(await frame.evaluate(`${summary}.ariaLabel`)).toBe('Team: All');
  expect(await frame.evaluate(`document.querySelector('.choices fieldset legend').textContent`)).toBe('Team');
  await choose(frame, 'red');
  await expect.poll(() => frame.evaluate(cells)).toBe('red 4');
  await choose(frame, 'blue');
  await expect.poll(() => frame.evaluate(cells)).toBe('blue 8 red 4');
  expect(await frame.evaluate(`${summary}.textContent`)).toBe('red, blue');
  await picture(page, 'choices');
  const search = `(() => {
    const input = document.querySelector('.choices input[type=search]');
    input.value = 'BL';
    input.dispatchEvent(new Event('input'));
  })()`;
  await frame.evaluate(search);
  await expect.poll(() => frame.evaluate(labels)).toEqual(['blue']);
  await choose(frame, 'blue');
  await expect.poll(() => frame.evaluate(cells)).toBe('red 4');
  await frame.evaluate(`document.querySelector('.choices input').focus();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`);
  expect(await frame.evaluate(`[${summary}.parentElement.open, document.activeElement === ${summary}]`)).toEqual([
    false,
    true,
  ]);
  await choose(frame, 'red');
  await frame.evaluate(`document.activeElement.blur()`);
  await expect.poll(() => frame.evaluate(`${summary}.parentElement.open`)).toBe(false); // it closes behind the viewer
  await expect.poll(() => frame.evaluate(cells)).toBe('blue 8 red 4');
  const filters = `document.querySelector('orrery-dashboard').dashboard.getState().then(({ filters }) => filters)`;
  expect(await page.evaluate(filters)).toEqual({ 'sales.team': { value: [] } });
  await page.close();
});

it('reads the charts of a tab when it is opened, and a chart that failed once more when asked to', async () => {
  const page = await browser.open(`${hostOrigin}/?user=ann`);
  const frame = await shown(page);
  const requests = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/data')).length`;
  const later = `document.querySelector('[aria-label=Later] dd')?.textContent`;
  expect(await frame.evaluate(`[${requests}, ${later}]`)).toEqual([1, null]);
  const open = (name: string) =>
    frame.evaluate(`[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === '${name}').click()`);
  await open('Second');
  await expect.poll(() => frame.evaluate(later)).toBe('3');
  await open('First');
  await open('Second');
  // Arrows follow what is seen, also where the page is read from right to left.
  const press = (key: string) =>
    frame.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`,
    );
  const selected = `document.querySelector('[role=tab][aria-selected=true]').textContent`;
  await frame.evaluate(`document.querySelector('[role=tab][aria-selected=true]').focus()`);
  for (const [direction, key, next] of [
    ['ltr', 'ArrowLeft', 'First'],
    ['ltr', 'ArrowRight', 'Second'],
    ['rtl', 'ArrowRight', 'First'],
    ['rtl', 'ArrowLeft', 'Second'],
    ['rtl', 'ArrowLeft', 'First'],
    ['rtl', 'End', 'Second'],
  ] as const) {
    await frame.evaluate(`document.documentElement.dir = '${direction}'`);
    await press(key);
    expect([key, await frame.evaluate(`[${selected}, document.activeElement.textContent]`)]).toEqual([
      key,
      [next, next],
    ]);
  }
  expect(await frame.evaluate(requests)).toBe(2);
  const broken = `document.querySelector('[aria-label=Broken]')`;
  expect(await frame.evaluate(`${broken}.querySelector('[role=alert]').textContent`)).toContain('nothing');
  await frame.evaluate(`${broken}.querySelector('.content button').click()`);
  await expect.poll(() => frame.evaluate(requests)).toBe(3);
  await expect.poll(() => frame.evaluate(`${broken}.ariaBusy`)).toBe('false');
  await expect.poll(() => frame.evaluate(`document.fonts.check('14px "Inter Variable"')`)).toBe(true);
  await page.close();
});

it('starts with what the page around it has set before there is a dashboard', async () => {
  const page = await browser.open(`${hostOrigin}/?user=ann&early=red`);
  const frame = await shown(page);
  await expect.poll(() => frame.evaluate(cells)).toBe('red 1');
  const state = `document.querySelector('orrery-dashboard').dashboard.getState().then(({ filters }) => filters)`;
  expect(await page.evaluate(state)).toEqual({ 'sales.team': { value: ['red'] } });
  await page.close();
});

it('finds its token again after a reload, which a second browser does not (case 28)', async () => {
  for (const name of ['session', 'sessionId']) {
    const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body;
    const url = `${origin}/embed/dashboard/${publicId}?${name}=${sessionId}`;
    const page = await browser.open(url);
    await expect.poll(() => page.evaluate(cells)).toContain('red 1');
    expect(await page.evaluate('location.search')).toBe('');
    await page.send('Page.reload');
    await expect.poll(() => page.evaluate(cells).catch(() => '')).toContain('red 1');
    const other = await browser.open(url);
    const said = `document.querySelector('.message')?.textContent`;
    await expect.poll(() => other.evaluate(said)).toBe('This embedded session has expired.');
    await Promise.all([page.close(), other.close()]);
  }
});

it('renews a session that was ended, and keeps what the viewer has chosen', async () => {
  const page = await browser.open(`${hostOrigin}/?user=ann`);
  const frame = await shown(page);
  await page.evaluate(
    `document.querySelector('orrery-dashboard').dashboard.setFilters({ 'sales.team': { value: ['red'] } })`,
  );
  await expect.poll(() => frame.evaluate(cells)).toBe('red 1');
  const { items } = (await viewers.ask('GET', '/api/v1/embed-tenants/acme-corp/sessions')).body;
  for (const { id } of items) await viewers.ask('DELETE', `/api/v1/embed-tenants/acme-corp/sessions/${id}`);
  await frame.evaluate(`document.querySelector('[aria-label="All: Team"]').click()`);
  await expect.poll(() => frame.evaluate(cells)).toBe('blue 2 red 1');
  const told = `window.said.filter(({ type }) => type === 'SESSION_EXPIRED').length`;
  expect(await page.evaluate(told)).toBeGreaterThan(0);
  expect(await frame.evaluate(`document.querySelector('.banner').hidden`)).toBe(true);
  await page.close();
});

it('presets filters by the address, and ignores what is malformed, unknown or not open (case 30)', async () => {
  const token = async () =>
    (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body.sessionId;
  for (const [query, rows] of [
    ['f_sales.team={"value":"red"}', 'red 1'],
    ['f_sales.team={"value":"red","type":"not_equals"}', 'blue 2'],
    ['f_sales.team={"value"', 'blue 2 red 1'],
    ['f_sales.nothing={"value":"x"}', 'blue 2 red 1'],
    ['f_sales.city={"value":"Rome"}', 'blue 2 red 1'],
  ]) {
    const page = await browser.open(
      `${origin}/embed/dashboard/${publicId}?session=${await token()}&${encodeURI(query ?? '')}`,
    );
    await expect.poll(() => page.evaluate(cells)).toBe(rows);
    await page.close();
  }
});

it('says what is not there and what is not allowed, and asks users to sign in without a session (case 39)', async () => {
  const said = `document.querySelector('.message')?.textContent`;
  const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body;
  const missing = await browser.open(`${origin}/embed/dashboard/unknown12345?session=${sessionId}`);
  await expect.poll(() => missing.evaluate(said)).toBe('Dashboard not found.');
  await missing.close();
  const page = await browser.open(`${origin}/embed/dashboard/${publicId}`);
  await expect.poll(() => page.evaluate(`!!document.querySelector('input[type=password]')`)).toBe(true);
  await page.close();
});

it('shows a user of the account who signs in inside of the frame what the user may see (case 39)', async () => {
  const made = (await viewers.ask('POST', '/api/v1/users', { username: 'dora', role: 'viewer' })).body;
  await viewers.ask('POST', '/api/v1/users', { username: 'eve', role: 'viewer' });
  const password = 'correct horse battery';
  const { origin: address } = viewers.service.served;
  await fetch(`${address}/api/v1/sign-in-links/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: made.invitation.token, password }),
  });
  const groups = await viewers.ask('GET', '/api/v1/groups');
  await viewers.ask('POST', `/api/v1/groups/${groups.body.items[0].id}/members`, { userIds: [made.id] });
  const page = await browser.open(`${origin}/embed/dashboard/${publicId}`);
  const signIn = `(() => {
    const [name, word] = document.querySelectorAll('input');
    if (!word) return false;
    [name.value, word.value] = ['dora', '${password}'];
    document.querySelector('form').requestSubmit();
    return true;
  })()`;
  await expect.poll(() => page.evaluate(signIn)).toBe(true);
  const said = `document.querySelector('.message')?.textContent`;
  await expect.poll(() => page.evaluate(said)).toBe('Dashboard not found.Sign in as somebody else');
  await viewers.ask('PUT', '/api/v1/resource-policies/user', {
    ...{ resourceType: 'Workbook', resourceId: workbookId, action: 'WorkbookRead', userId: made.id },
  });
  await page.send('Page.reload');
  await expect.poll(() => page.evaluate(cells).catch(() => '')).toContain('blue 42');
  await page.close();
});

it('puts nobody in the place of a viewer whose session is over, and asks for no password then', async () => {
  const password = 'correct horse battery';
  const made = (await viewers.ask('POST', '/api/v1/users', { username: 'fay', role: 'admin' })).body;
  await viewers.ask('POST', '/api/v1/sign-in-links/redeem', { token: made.invitation.token, password }, '');
  const page = await browser.open(`${origin}/embed/dashboard/${publicId}`);
  const given = JSON.stringify({ username: 'fay', password });
  const signIn = `fetch('/api/v1/embed/sign-in', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: '${given}' }).then(({ status }) => status)`;
  expect(await page.evaluate(signIn)).toBeLessThan(300);
  const look = `fetch('/api/v1/embed/dashboard/${publicId}').then(({ status }) => status)`;
  expect(await page.evaluate(look)).toBe(200); // the cookie is good
  const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body;
  await page.send('Page.navigate', { url: `${origin}/embed/dashboard/${publicId}?session=${sessionId}` });
  await expect.poll(() => page.evaluate(cells).catch(() => '')).toBe('blue 2 red 1');
  const { items } = (await viewers.ask('GET', '/api/v1/embed-tenants/acme-corp/sessions')).body;
  for (const { id } of items) await viewers.ask('DELETE', `/api/v1/embed-tenants/acme-corp/sessions/${id}`);
  await page.evaluate(`document.querySelector('.choices').open = true`); // which asks for values
  await frameSays(page, '.banner', 'This embedded session has expired.');
  await page.evaluate(`document.querySelector('[aria-label="All: Team"]').click()`);
  await expect
    .poll(() => page.evaluate(`document.querySelector('.chart .error')?.textContent`))
    .toBe('This embedded session has expired.');
  await page.send('Page.reload');
  await frameSays(page, '.message', 'This embedded session has expired.');
  expect(await page.evaluate(`document.querySelectorAll('input, td').length`)).toBe(0);
  await page.close();
});

async function frameSays(page: Page, place: string, text: string): Promise<void> {
  const said = `document.querySelector('${place}')?.textContent`;
  await expect.poll(() => page.evaluate(said).catch(() => '')).toBe(text);
}

it('has the look of its session and no other, and of the theme that was set last (cases 32, 33)', async () => {
  const open = async (given: object, scheme = 'light') => {
    const body = { ...sessionOf('ann'), ...given };
    const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', body)).body;
    const page = await browser.open(`${origin}/embed/dashboard/${publicId}?session=${sessionId}&theme=${scheme}`);
    await expect.poll(() => page.evaluate(cells)).toContain('red 1');
    return page;
  };
  const colour = `getComputedStyle(document.querySelector('#orrery')).backgroundColor`;
  const red = await open({ embedTheme: { analyticsChat: { backgroundColor: 'rgb(200, 10, 10)' }, font: 'url(x)' } });
  expect(await red.evaluate(colour)).toBe('rgb(200, 10, 10)');
  const pale = await open({ embedTheme: { analyticsChat: { backgroundColor: '#fffef0' } } }, 'dark');
  const schemes = `[getComputedStyle(document.querySelector('#orrery')).colorScheme,
    document.querySelector('.orrery-chart text').getAttribute('fill')]`;
  await expect.poll(() => pale.evaluate(schemes).catch(() => [])).toEqual(['light', '#565d68']);
  await pale.close();
  const plain = await open({});
  expect(await plain.evaluate(colour)).toBe('oklch(0.984 0.003 255)');
  expect(await plain.evaluate('document.documentElement.dataset.theme')).toBe('light');
  const host = await browser.open(`${hostOrigin}/?user=ann&theme=light`);
  const frame = await shown(host);
  expect(await frame.evaluate('document.documentElement.dataset.theme')).toBe('light');
  await host.evaluate(`document.querySelector('iframe').contentWindow
    .postMessage({ type: 'SET_THEME', payload: 'dark' }, '${origin}')`);
  await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await host.close();
  await Promise.all([red.close(), plain.close()]);
});

it('has the theme of the account, in both schemes, below the look of the session', async () => {
  const scheme = { contrast: 60, logoUrl: '' };
  const light = { ...scheme, accentColor: '#ffcc00', backgroundColor: '#fffaf0', foregroundColor: '#402000' };
  const dark = { ...scheme, accentColor: 'rgb(0 90 40)', backgroundColor: '#001020', foregroundColor: '#e0f0ff' };
  const typography = {
    fonts: [{ id: 'brand', family: 'Brand Sans', format: 'woff2', url: 'https://fonts.invalid/brand.woff2' }],
    body: { fontRef: 'brand', fontWeight: 350 },
    heading: { fontRef: 'brand', fontWeight: 800 },
  };
  const settings = (theme: object | null) => viewers.ask('PUT', '/api/v1/account/settings', { theme });
  expect(await settings({ light, dark, typography })).toMatchObject({ status: 200 });
  const body = { ...sessionOf('ann'), embedTheme: { primaryColor: 'rgb(1, 2, 3)' } };
  const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', body)).body;
  const page = await browser.open(`${origin}/embed/dashboard/${publicId}?session=${sessionId}&theme=light`);
  await expect.poll(() => page.evaluate(cells)).toContain('red 1');
  const look = () =>
    page.evaluate(`(() => {
      const style = getComputedStyle(document.querySelector('#orrery'));
      const heading = getComputedStyle(document.querySelector('h1'));
      return [style.backgroundColor, style.color, style.fontWeight, heading.fontWeight,
        style.fontFamily.split(',')[0], heading.fontFamily.split(',')[0], style.getPropertyValue('--accent')];
    })()`);
  const text = ['350', '800', '"Brand Sans"', '"Brand Sans"', 'rgb(1, 2, 3)'];
  expect(await look()).toEqual(['rgb(255, 250, 240)', 'rgb(64, 32, 0)', ...text]);
  const other = await browser.open(`${hostOrigin}/?user=ann&theme=light`);
  const frame = await shown(other);
  const accents = `getComputedStyle(document.querySelector('#orrery')).getPropertyValue('--accent') + ' ' +
    getComputedStyle(document.querySelector('#orrery')).getPropertyValue('--on-accent')`;
  expect(await frame.evaluate(accents)).toBe('#ffcc00 oklab(0.1700 -0.0042 -0.0297)');
  await other.evaluate(`document.querySelector('orrery-dashboard').dashboard.setTheme('dark')`);
  await expect.poll(() => frame.evaluate(accents)).toBe('rgb(0 90 40) oklab(1.0000 0.0000 0.0000)');
  await picture(other, 'branded');
  expect(await settings(null)).toMatchObject({ status: 200 });
  await Promise.all([page.close(), other.close()]);
});

it('loads 50 kB of script before the first table', () => {
  const built = join(import.meta.dirname, '../../packages/embed/dist');
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as Record<string, string>;
  const frame = readFileSync(join(built, manifest['frame.js'] ?? ''), 'utf8');
  const parts = [...frame.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => readFileSync(join(built, name ?? '')));
  const bytes = [Buffer.from(frame), ...parts].reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
  expect(parts.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(50_000);
});
