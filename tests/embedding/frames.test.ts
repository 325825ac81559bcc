import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepPagesBuilt } from '../../scripts/pages/build-pages.ts';
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
  await keepPagesBuilt();
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
      <orrery-dashboard public-id="${publicId}" session-url="/session?user=${user}"></orrery-dashboard>
      <script>
        window.said = [];
        addEventListener('message', ({ data }) => window.said.push(data));
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
    await chart('By team', byTeam, { x: 0, y: 4, w: 6, h: 7 }, { kind: 'table' }),
    await chart('Total', { measures: ['sales.amount'] }, { x: 6, y: 4, w: 6, h: 3 }),
    await chart('Drawn', byTeam, { x: 0, y: 11, w: 12, h: 8 }, { kind: 'vega' }),
    await chart('Broken', { measures: ['sales.nothing'] }, { x: 6, y: 7, w: 6, h: 4 }),
  ];
  const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
    workbookId: id,
    title: `Sales ${hostile}`,
    config: { widgets },
  });
  await viewers.ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  return { publicId: published.body.publicId as string, workbookId: id as number };
}

const cells = `[...document.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')`;

async function shown(page: Page) {
  await expect.poll(() => page.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const frame = page.frames[0]!;
  await expect.poll(() => frame.evaluate(cells), { timeout: 20_000 }).not.toBe('');
  return frame;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ORRERY_PICTURES'];
  if (folder === undefined) return;
  const { data } = (await page.send('Page.captureScreenshot', { format: 'png' })) as { data: string };
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}

it('shows viewers of two companies their own rows in a page of another origin, where nothing runs that is shown', async () => {
  for (const [user, rows, sum] of [
    ['ann', 'blue 2 red 1', '3'],
    ['bob', 'blue 8 red 4', '12'],
  ] as const) {
    const page = await browser.open(`${hostOrigin}/?user=${user}`);
    const frame = await shown(page);
    expect(await frame.evaluate(cells)).toContain(rows);
    await expect.poll(() => frame.evaluate(`document.querySelector('dd')?.textContent`)).toBe(sum);
    await expect.poll(() => frame.evaluate(`!!document.querySelector('.picture svg, .picture canvas')`)).toBe(true);
    expect(await frame.evaluate(`document.querySelector('.error')?.textContent`)).toContain('sales.nothing');
    expect(await frame.evaluate(`document.querySelectorAll('img').length`)).toBe(0);
    expect(await frame.evaluate(`document.querySelectorAll('a[href^="javascript"]').length`)).toBe(0);
    expect(await frame.evaluate(`[location.search, document.querySelectorAll('.control').length].join()`)).toBe(',1');
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
  await frame.evaluate(`(() => {
    const input = document.querySelector('.control input');
    input.value = 'red';
    input.dispatchEvent(new Event('change'));
  })()`);
  await expect.poll(() => frame.evaluate(cells), { timeout: 10_000 }).toBe('red 1');
  const told = `JSON.stringify(window.said.findLast(({ type }) => type === 'FILTERS_CHANGED')?.payload.filters)`;
  await expect.poll(() => page.evaluate(told)).toBe('{"sales.team":{"operator":"equals","value":["red"]}}');
  expect(await frame.evaluate('location.search')).toContain('f_sales.team=');
  await page.evaluate(
    `${dashboard}.setFilters({ 'sales.team': { value: ['blue'] }, 'sales.city': { value: ['Rome'] } })`,
  );
  await expect.poll(() => frame.evaluate(cells), { timeout: 10_000 }).toBe('blue 2');
  await page.evaluate(`${dashboard}.setFilters({ 'sales.team': null })`);
  await expect.poll(() => frame.evaluate(cells), { timeout: 10_000 }).toBe('blue 2 red 1');
  await page.evaluate(`${dashboard}.setTheme('dark')`);
  await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  const heights = `JSON.stringify(window.said.filter(({ type }) => type === 'HEIGHT').map(({ payload }) => payload.height))`;
  const height = async () => JSON.parse(await page.evaluate<string>(heights)).at(-1) as number;
  const resize = (width: number) =>
    page.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await resize(1440);
  await expect.poll(height).toBe(await frame.evaluate(`Math.ceil(document.querySelector('#orrery').offsetHeight)`));
  const before = await height();
  expect(await page.evaluate(`document.querySelector('iframe').getBoundingClientRect().height`)).toBe(before);
  await picture(page, 'frame-dark');
  await resize(360);
  await expect.poll(height).toBeGreaterThan(before);
  await picture(page, 'frame-360');
  await resize(1440);
  await expect.poll(height).toBe(before);
  await page.close();
});

it('finds its token again after a reload, which a second browser does not (case 28)', async () => {
  for (const name of ['session', 'sessionId']) {
    const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body;
    const url = `${origin}/embed/dashboard/${publicId}?${name}=${sessionId}`;
    const page = await browser.open(url);
    await expect.poll(() => page.evaluate(cells), { timeout: 20_000 }).toContain('red 1');
    expect(await page.evaluate('location.search')).toBe('');
    await page.send('Page.reload');
    await expect.poll(() => page.evaluate(cells).catch(() => ''), { timeout: 20_000 }).toContain('red 1');
    const other = await browser.open(url);
    const said = `document.querySelector('.message')?.textContent`;
    await expect.poll(() => other.evaluate(said), { timeout: 20_000 }).toBe('This embedded session has expired.');
    await Promise.all([page.close(), other.close()]);
  }
});

it('renews a session that was ended, and keeps what the viewer has chosen', async () => {
  const page = await browser.open(`${hostOrigin}/?user=ann`);
  const frame = await shown(page);
  await page.evaluate(
    `document.querySelector('orrery-dashboard').dashboard.setFilters({ 'sales.team': { value: ['red'] } })`,
  );
  await expect.poll(() => frame.evaluate(cells), { timeout: 10_000 }).toBe('red 1');
  const { items } = (await viewers.ask('GET', '/api/v1/embed-tenants/acme-corp/sessions')).body;
  for (const { id } of items) await viewers.ask('DELETE', `/api/v1/embed-tenants/acme-corp/sessions/${id}`);
  const reload = (name: string) => `(() => {
    const input = document.querySelector('.control input');
    input.value = '${name}';
    input.dispatchEvent(new Event('change'));
  })()`;
  await frame.evaluate(reload('blue'));
  await expect.poll(() => frame.evaluate(cells), { timeout: 20_000 }).toBe('blue 2');
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
    await expect.poll(() => page.evaluate(cells), { timeout: 20_000 }).toBe(rows);
    await page.close();
  }
});

it('says what is not there and what is not allowed, and asks users to sign in without a session (case 39)', async () => {
  const said = `document.querySelector('.message')?.textContent`;
  const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf('ann'))).body;
  const missing = await browser.open(`${origin}/embed/dashboard/unknown12345?session=${sessionId}`);
  await expect.poll(() => missing.evaluate(said), { timeout: 20_000 }).toBe('Dashboard not found.');
  await missing.close();
  const page = await browser.open(`${origin}/embed/dashboard/${publicId}`);
  await expect
    .poll(() => page.evaluate(`!!document.querySelector('input[type=password]')`), { timeout: 20_000 })
    .toBe(true);
  await page.close();
  const app = await browser.open(`${origin}/embed/d/1/app`);
  await expect
    .poll(() => app.evaluate(`document.querySelector('h1')?.textContent`), { timeout: 20_000 })
    .toBe('A session is needed');
  expect(await app.evaluate(`document.querySelectorAll('input').length`)).toBe(0);
  await app.close();
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
  await expect.poll(() => page.evaluate(signIn), { timeout: 20_000 }).toBe(true);
  const said = `document.querySelector('.message')?.textContent`;
  await expect.poll(() => page.evaluate(said), { timeout: 20_000 }).toBe('Dashboard not found.');
  await viewers.ask('PUT', '/api/v1/resource-policies/user', {
    ...{ resourceType: 'Workbook', resourceId: workbookId, action: 'WorkbookRead', userId: made.id },
  });
  await page.send('Page.reload');
  await expect.poll(() => page.evaluate(cells).catch(() => ''), { timeout: 20_000 }).toContain('blue 42');
  await page.close();
});

it('has the look of its session and no other, and of the theme that was set last (cases 32, 33)', async () => {
  const open = async (given: object) => {
    const body = { ...sessionOf('ann'), ...given };
    const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', body)).body;
    const page = await browser.open(`${origin}/embed/dashboard/${publicId}?session=${sessionId}&theme=light`);
    await expect.poll(() => page.evaluate(cells), { timeout: 20_000 }).toContain('red 1');
    return page;
  };
  const colour = `getComputedStyle(document.querySelector('#orrery')).backgroundColor`;
  const red = await open({ embedTheme: { analyticsChat: { backgroundColor: 'rgb(200, 10, 10)' }, font: 'url(x)' } });
  expect(await red.evaluate(colour)).toBe('rgb(200, 10, 10)');
  const plain = await open({});
  expect(await plain.evaluate(colour)).toBe('rgb(246, 247, 249)');
  expect(await plain.evaluate('document.documentElement.dataset.theme')).toBe('light');
  await Promise.all([red.close(), plain.close()]);
});

it('lists own and shared items to viewers in creator mode, who copy and open them', async () => {
  const { database } = viewers.service.metadata.store;
  const group = database.selectFrom('user_group').select('id').where('name', '=', 'all_embed_users');
  await viewers.ask('PUT', '/api/v1/resource-policies/group', {
    ...{ resourceType: 'Workbook', resourceId: workbookId, action: 'WorkbookRead' },
    groupId: (await group.executeTakeFirstOrThrow()).id,
  });
  const creator = { deploymentId: 1, externalId: 'cleo', embedTenantName: 'acme-corp', creatorMode: true };
  const userProfile = { displayName: 'Cleo Marsh' };
  const { sessionId } = (await viewers.ask('POST', '/api/v1/embed/generate-session', { ...creator, userProfile })).body;
  const page = await browser.open(`${origin}/embed/d/1/app?session=${sessionId}`);
  const lists = `[...document.querySelectorAll('.items')].map((list) => list.textContent)`;
  await expect
    .poll(() => page.evaluate(lists), { timeout: 20_000 })
    .toEqual(['Nothing here yet.', 'SalesWorkbookOpenDuplicate']);
  expect(await page.evaluate(`document.querySelector('.avatar').textContent`)).toBe('CM');
  await page.evaluate(`document.querySelector('[aria-label="Duplicate: Sales"]').click()`);
  await expect.poll(() => page.evaluate(`${lists}[0]`)).toBe('Copy of SalesWorkbookOpenDuplicate');
  await picture(page, 'app');
  await page.evaluate(`document.querySelector('[aria-label="Open: Copy of Sales"]').click()`);
  await expect.poll(() => page.evaluate(`document.querySelectorAll('.chart').length`)).toBe(4);
  await page.close();
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
