import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { servePage } from './serve-page.ts';

let console: ConsoleService;
let admin: Guarded;
let host: Awaited<ReturnType<typeof serveHost>>;

const q = { measures: ['sales.amount'], dimensions: ['sales.channel'] };

beforeAll(async () => {
  [console, host] = await Promise.all([ConsoleService.open({}, 'explore-project'), serveHost()]);
  admin = await console.admin();
  await api('put', '/account/settings', {
    flags: { useCreatorMode: true },
    creatorMode: { showWorkspaceTitle: true, workspaceTitle: 'Acme analytics' },
  });
});

afterAll(async () => {
  await admin?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

async function api(method: 'post' | 'put' | 'get' | 'delete', path: string, data?: object) {
  const answer = await admin.context.request[method](`/api/v1${path}`, { data, headers: { origin: console.origin } });
  expect([path, answer.ok()]).toEqual([path, true]);
  return answer.status() === 204 ? undefined : answer.json();
}

async function sessionOf(externalId: string, embedTenantName: string, creatorMode = true): Promise<string> {
  const { sessionId } = await api('post', '/embed/generate-session', {
    ...{ deploymentId: 1, externalId, embedTenantName, creatorMode },
    userProfile: { displayName: 'Cleo Marsh' },
  });
  return sessionId;
}

/** A page of another site, which shows what its address says in a frame. */
const serveHost = () =>
  servePage(`<script>
    window.told = [];
    addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }));
    const frame = document.createElement('iframe');
    frame.src = new URLSearchParams(location.search).get('src');
    Object.assign(frame, { title: 'Analytics', width: 1200, height: 800 });
    document.body.append(frame);
  </script>`);

async function openApp(guarded: Guarded, session?: string): Promise<{ page: Page; app: FrameLocator }> {
  const page = await guarded.newPage();
  const app = `${console.origin}/embed/d/1/app`;
  await page.goto(
    `${host.address}?src=${encodeURIComponent(session === undefined ? app : `${app}?session=${session}`)}`,
  );
  return { page, app: page.frameLocator('iframe') };
}

const visitor = (statuses: readonly number[] = []) =>
  console.stranger({ statuses, expected: /^asked http:\/\/localhost:\d+\// });
const told = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: { type: string }[] }).told);

it('is the workspace of a viewer in a frame: shared items to look at and copy, own ones that nobody else sees', async () => {
  const book = await api('post', '/deployments/1/workbooks', { name: 'Company numbers' });
  const report = await api('post', '/deployments/1/reports', {
    ...{ name: 'Sales by channel', workbookId: book.id, jsonQuery: JSON.stringify(q) },
  });
  const position = { x: 0, y: 0, w: 6, h: 8 };
  const widgets = [{ id: 'sales', type: 'CHART', position, config: { reportId: report.id } }];
  await api('post', `/deployments/1/workbooks/${book.id}/publish`, { workbookId: book.id, config: { widgets } });
  await api('put', '/resource-policies/group', {
    ...{ resourceType: 'Workbook', resourceId: book.id, action: 'WorkbookRead', groupName: 'all_embed_users' },
  });
  await using cleo = await visitor();
  const { page, app } = await openApp(cleo, await sessionOf('cleo', 'acme-corp'));
  await app.getByRole('heading', { level: 1, name: 'Acme analytics' }).waitFor();
  await app.getByText('Cleo Marsh').waitFor();
  expect(await app.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
    'Explore',
    'Workspace',
  ]);
  const shared = app.getByRole('table', { name: 'Items shared with all of you' });
  await shared.getByRole('link', { name: 'Company numbers' }).waitFor();
  expect((await told(page)).map(({ type }) => type)).toEqual(['READY', 'LOADED']);
  const frame = page.frames().find((one) => one.url().includes('/embed/d/1/app'));
  expect(frame && (await frame.evaluate(() => location.search))).toBe('');

  await shared.getByRole('link', { name: 'Company numbers' }).click();
  await app.getByRole('application').locator('svg').waitFor();
  expect(await app.getByRole('link', { name: /workbook/i }).count()).toBe(0);
  await app.getByRole('link', { name: 'Workspace' }).click();
  await app.getByRole('button', { name: 'Duplicate Company numbers' }).click();
  await app.getByRole('link', { name: 'Copy of Company numbers' }).click();
  await app.getByRole('heading', { level: 1, name: 'Copy of Company numbers' }).waitFor();
  await app.getByRole('tab', { name: 'Sales by channel' }).waitFor();

  await app.getByRole('link', { name: 'Explore' }).click();
  await app.getByRole('option', { name: 'Sales', exact: true }).click();
  await app.getByRole('option', { name: 'Channel', exact: true }).click();
  await app.getByRole('application').locator('svg').waitFor();
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await app.getByRole('dialog').getByLabel('Name').fill('My sales');
  await app.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await app.getByRole('heading', { level: 1, name: 'My sales' }).waitFor();

  await using other = await visitor();
  const { app: theirs } = await openApp(other, await sessionOf('cleo', 'other-corp'));
  await theirs.getByRole('link', { name: 'Company numbers' }).waitFor();
  await theirs.getByText('Nothing here yet', { exact: false }).waitFor();
  expect(await theirs.getByText('My sales').count()).toBe(0);
  expect(await theirs.getByText('Copy of').count()).toBe(0);
  await using mine = await console.admin();
  const workspace = await mine.newPage();
  await workspace.goto('/workspace');
  await workspace.getByRole('link', { name: 'Company numbers' }).waitFor();
  expect(await workspace.getByText('My sales').count()).toBe(0);
});

it('follows the page around it, and says when its session is over, without losing what is on it', async () => {
  await using dora = await visitor([401]);
  const { page, app } = await openApp(dora, await sessionOf('dora', 'acme-corp'));
  await app.getByRole('heading', { level: 1, name: 'Acme analytics' }).waitFor();
  const frame = page.frames().find((one) => one.url().includes('/embed/d/1/app'));
  const say = (message: object) =>
    page.evaluate((one) => document.querySelector('iframe')?.contentWindow?.postMessage(one, '*'), message);
  await say({ type: 'SET_THEME', payload: 'dark' });
  await expect.poll(() => frame?.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  expect(frame && (await violationsOf(frame as never))).toEqual([]);
  const { items } = await api('get', '/embed-tenants/acme-corp/sessions');
  for (const { id } of items) await api('delete', `/embed-tenants/acme-corp/sessions/${id}`);
  await app.getByRole('button', { name: 'New folder' }).click();
  await app.getByRole('dialog').getByLabel('Name').fill('Kept');
  await app.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await app.getByText('This embedded session has expired.').first().waitFor();
  expect((await told(page)).map(({ type }) => type)).toContain('SESSION_EXPIRED');
  expect(await app.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Kept');
  await say({ type: 'SET_SESSION', payload: { sessionId: await sessionOf('dora', 'acme-corp') } });
  await app.getByText('This embedded session has expired.').first().waitFor({ state: 'detached' });
  await app.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await app.getByRole('link', { name: 'Kept' }).waitFor();
});

it('is found again where it was when it is loaded again, although the session is spent', async () => {
  await using guarded = await console.stranger();
  const page = await guarded.newPage();
  await page.goto(`/embed/d/1/app?sessionId=${await sessionOf('emil', 'acme-corp')}`);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByRole('option', { name: 'Channel', exact: true }).click();
  await page.reload();
  await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Channel' }).waitFor();
  expect(page.url()).not.toContain('session');
});

it('opens once the page around it begins a session, and for creators only', async () => {
  await using finn = await visitor();
  const { page, app } = await openApp(finn);
  await app.getByRole('heading', { level: 1, name: 'A session is needed' }).waitFor();
  expect((await told(page)).map(({ type }) => type)).toEqual(['READY', 'SESSION_EXPIRED']);
  const begin = (sessionId: string) =>
    page.evaluate(
      (payload) => document.querySelector('iframe')?.contentWindow?.postMessage({ type: 'SET_SESSION', payload }, '*'),
      { sessionId },
    );
  await begin(await sessionOf('finn', 'acme-corp'));
  await app.getByRole('heading', { level: 1, name: 'Acme analytics' }).waitFor();
  const other = await openApp(finn, await sessionOf('gwen', 'acme-corp', false));
  await other.app.getByRole('heading', { level: 1, name: 'This session is not for the application' }).waitFor();
});

it('never opens without a session, for whoever is signed in (embed case 40)', async () => {
  await using guarded = await console.admin();
  const page = await guarded.newPage();
  await page.goto('/embed/d/1/app');
  await page.getByRole('heading', { level: 1, name: 'A session is needed' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});
