import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';
import { OwnProvider } from '../sso/own-provider.ts';

let service: ConsoleService;
let provider: OwnProvider;
/** A page of the provider that cuts its window off from the page that has opened it. */
let apart: Server;
/** A page of another site, with the frame. */
let host: Server;
let publicId: string;
/** Address of the page in the frame at `/rival`, which is of another account. */
let rivalPage = '';

/** Pages of other origins are part of these tests. */
const expected = /^asked http:\/\/(?:localhost|127\.0\.0\.1):/;
const portOf = (server: Server) => (server.address() as AddressInfo).port; // it listens

beforeAll(async () => {
  await keepBuilt('frames');
  provider = await OwnProvider.open();
  const { settings, clientSecret } = provider.input;
  const environment = {
    ...{ ORRERY_SSO_NAME: 'Company', ORRERY_SSO_ISSUER: settings.issuer, ORRERY_SSO_CLIENT_ID: settings.clientId },
    ...{ ORRERY_SSO_CLIENT_SECRET: clientSecret, ORRERY_SSO_MAY_LINK_ADMINS: 'true' },
  };
  service = await ConsoleService.open(environment, 'project', () => Date.now(), { signInNetworks: ['127.0.0.1'] });
  await using admin = await service.admin();
  const maker = new Maker(admin, service.origin);
  const { workbookId } = await maker.workbook('Sales');
  const words = { id: 'words', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 2 }, config: { content: 'All sales' } };
  publicId = await maker.publish(workbookId, [words]);
  await using vera = await service.person('vera', 'viewer');
  expect(vera).toBeDefined();
  const share = { type: 'Workbook', id: workbookId };
  await maker.share(share, { userId: await maker.userId('vera') }, 'WorkbookRead');
  host = createServer((request, response) => {
    const popups = request.url === '/sandboxed' ? '' : 'allow-popups allow-popups-to-escape-sandbox';
    const sandbox = ['/', '/rival'].includes(request.url ?? '')
      ? ''
      : `sandbox="allow-scripts allow-same-origin allow-forms ${popups}"`;
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Product</title>
      <body><h1>Product</h1><iframe title="Sales" width="600" height="600" ${sandbox}
      src="${service.origin}/embed/${request.url === '/rival' ? rivalPage : `dashboard/${publicId}`}"></iframe></body></html>`);
  }).listen(0, '127.0.0.1');
  apart = createServer((request, response) => {
    const next = `${provider.issuer}/authorize${new URL(request.url ?? '', 'http://apart').search}`;
    response
      .setHeader('content-type', 'text/html')
      .setHeader('cross-origin-opener-policy', 'same-origin')
      .end(`<!doctype html><title>Provider</title><a href="${next.replaceAll('&', '&amp;')}">Sign in there</a>`);
  }).listen(0, '127.0.0.1');
  await Promise.all([once(host, 'listening'), once(apart, 'listening')]);
});

beforeEach(() => {
  provider.person = { sub: 'p-1', preferred_username: 'vera' };
  provider.behaviour = {};
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  host?.close();
  apart?.close();
});

/** Opens the page of the other site. */
async function openHost(guarded: Guarded, path = '/') {
  const page = await guarded.newPage();
  await page.goto(`http://localhost:${portOf(host)}${path}`);
  return { page, frame: page.frameLocator('iframe') };
}

const shot = async (page: Page, name: string) => {
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-${name}.png` });
};

describe('a frame of another site, with users who sign in by a provider', () => {
  it('opens a window, which signs in and goes away, and shows what the user may see, also when it is loaded again', async () => {
    await using guarded = await service.stranger({ statuses: [401], expected });
    const { page, frame } = await openHost(guarded);
    const byProvider = frame.getByRole('button', { name: 'Sign in with Company' });
    await byProvider.waitFor();
    await shot(page, 'frame');
    expect(await violationsOf(page)).toEqual([]);
    const [opened] = await Promise.all([page.waitForEvent('popup'), byProvider.click()]);
    await Promise.all([opened.waitForEvent('close'), frame.getByText('All sales').waitFor()]);
    await page.reload();
    await frame.getByText('All sales').waitFor();
    const cookies = await guarded.context.cookies();
    const ours = cookies.filter(({ name }) => name.startsWith('orrery-') && !name.startsWith('orrery-flow'));
    expect(ours.map(({ name, sameSite, httpOnly }) => [name, sameSite, httpOnly])).toEqual([
      ['orrery-frame', 'None', true],
    ]);
    // The window has no session of its own.
    const own = await guarded.newPage();
    await own.goto(`${service.origin}/`);
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('gives a page of others no window with a code', async () => {
    await using guarded = await service.stranger({ statuses: [401, 403], expected });
    const { page } = await openHost(guarded);
    const address = `${service.origin}/sso/environment/start?frame=${'A'.repeat(43)}`;
    const [theirs] = await Promise.all([page.waitForEvent('popup'), page.evaluate((to) => void open(to), address)]);
    await theirs.getByText('This sign-in was not begun by a frame of this server.').waitFor();
  });

  it('takes the code by hand where a page of the provider has cut the window off', async () => {
    provider.behaviour = { metadata: { authorization_endpoint: `http://127.0.0.1:${portOf(apart)}/` } };
    await using guarded = await service.stranger({ statuses: [401, 404], expected });
    await using admin = await service.admin();
    await new Maker(admin, service.origin).api('post', '/sign-in-providers', { ...provider.input, name: 'Apart' });
    const { page, frame } = await openHost(guarded, '/with-popups');
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      frame.getByRole('button', { name: 'Sign in with Apart' }).click(),
    ]);
    await opened.getByRole('link', { name: 'Sign in there' }).click();
    await opened.getByRole('heading', { name: 'You are signed in' }).waitFor();
    const code = await opened.locator('output').textContent();
    await shot(opened, 'window');
    expect(await violationsOf(opened)).toEqual([]);
    expect(opened.url()).toBe(`${service.origin}/signed-in`);
    // A code that the page around the frame sends is not taken.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(async () => {
      const message = { type: 'orrery-signed-in', code: 'BCDF-BCDF-BCDF' };
      document.querySelector('iframe')?.contentWindow?.postMessage(message, '*');
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(asked.filter((url) => url.includes('redeem'))).toEqual([]);
    const field = frame.getByLabel('Code, if that window shows one');
    await field.fill('BCDF-BCDF-BCDF');
    await field.press('Enter');
    await frame.getByRole('alert').getByText('The code is wrong').waitFor();
    await shot(page, 'code');
    expect(await violationsOf(page)).toEqual([]);
    await field.fill(code ?? '');
    await field.press('Enter');
    await frame.getByText('All sales').waitFor();
    provider.behaviour = {};
  });

  it('is of the account of its deployment, and lets a user who may not see it sign in as somebody else', async () => {
    const { accounts, changes, users, signIn } = service.service.metadata;
    const rival = await accounts.create('rival');
    const link = await changes.make({ accountId: rival.id, by: { via: 'command' } }, async (change) => {
      const user = await users.create(change, { username: 'rita', role: 'admin', status: 'invited' });
      return signIn.invite(change, user.id);
    });
    await signIn.redeem(link.text, password, { address: '192.0.2.1' });
    await using stranger = await service.stranger();
    const ask = async (path: string, data: object) => {
      const headers = { authorization: `Bearer ${rival.key}` };
      const answer = await stranger.context.request.post(`/api/v1${path}`, { headers, data });
      expect([path, answer.ok() ? '' : await answer.text()]).toEqual([path, '']);
      return answer.json();
    };
    await ask('/sign-in-providers', { ...provider.input, name: 'Rival' });
    const { id: deploymentId } = await ask('/deployments', { name: 'Sales' });
    const { id: workbookId } = await ask(`/deployments/${deploymentId}/workbooks`, { name: 'Sales' });
    const words = { id: 'words', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 2 }, config: { content: 'Theirs' } };
    const body = { workbookId, config: { widgets: [words] } };
    const published = await ask(`/deployments/${deploymentId}/workbooks/${workbookId}/publish`, body);
    rivalPage = `d/${deploymentId}/dashboard/${published.publicId}`;

    await using guarded = await service.stranger({ statuses: [401, 403, 404], expected });
    const { page, frame } = await openHost(guarded, '/rival');
    const byProvider = frame.getByRole('button', { name: 'Sign in with Rival' });
    await byProvider.waitFor();
    expect(await frame.getByRole('button', { name: 'Sign in with Company' }).count()).toBe(0);
    // The provider states the name of an admin, whom it may not link.
    provider.person = { sub: 'r-1', preferred_username: 'rita' };
    const [refused] = await Promise.all([page.waitForEvent('popup'), byProvider.click()]);
    await refused.getByText('There is no account for').waitFor();
    await shot(refused, 'refused');
    expect(await violationsOf(refused)).toEqual([]);
    expect(await refused.getByRole('link', { name: 'Back to sign-in' }).count()).toBe(0);
    const close = refused.getByRole('button', { name: 'Close this window' });
    await Promise.all([refused.waitForEvent('close'), close.click()]);

    await frame.getByRole('button', { name: 'Back' }).click();
    provider.person = { sub: 'r-2', preferred_username: 'ralf' };
    const [opened] = await Promise.all([page.waitForEvent('popup'), byProvider.click()]);
    await Promise.all([opened.waitForEvent('close'), frame.getByText('Dashboard not found.').waitFor()]);
    expect((await users.find(rival.id, 'ralf')).role).toBe('viewer');
    await shot(page, 'not-found');
    expect(await violationsOf(page)).toEqual([]);
    await frame.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await frame.getByLabel('Username or email').fill('rita');
    await frame.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await frame.getByText('Theirs').waitFor();
  });

  it('is set up in the settings of the server, which the page of providers shows and does not change', async () => {
    await using admin = await service.admin();
    const page = await admin.newPage();
    await page.goto('/authentication');
    await page.getByText('The settings of the server (ORRERY_SSO_*) say how it is.').waitFor();
    await page.getByRole('link', { name: 'Test Company in another window' }).waitFor();
    expect(await page.getByRole('button', { name: /(?:Edit|Delete) Company/ }).count()).toBe(0);
    expect(await page.getByRole('switch', { name: /Company/ }).count()).toBe(0);
    await shot(page, 'environment');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('shows a link where no window opens, and goes back', async () => {
    await using guarded = await service.stranger({
      statuses: [401],
      expected: /^(asked http:|console: Blocked opening)/,
    });
    const { page, frame } = await openHost(guarded, '/sandboxed');
    await frame.getByRole('button', { name: 'Sign in with Company' }).click();
    await frame.getByText('The browser has not opened the window of Company.').waitFor();
    const link = frame.getByRole('link', { name: 'Open Company in a window' });
    expect(await link.getAttribute('href')).toMatch(/^\/sso\/[\w-]+\/start\?frame=[\w-]{43}$/);
    await shot(page, 'blocked');
    await frame.getByRole('button', { name: 'Back' }).click();
    await frame.getByLabel('Password').waitFor();
  });

  it('and the application goes on after its session is over', async () => {
    provider.person = { sub: 'p-2', preferred_username: 'wilma' };
    await using guarded = await service.person('wilma', 'viewer', { statuses: [401], expected });
    const page = await guarded.newPage();
    await page.goto(`${service.origin}/`);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await guarded.context.clearCookies();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Signed out' });
    const link = dialog.getByRole('link', { name: 'Sign in with Company, in another window' });
    const [opened] = await Promise.all([guarded.context.waitForEvent('page'), link.click()]);
    await opened.getByText('Close this window, and go on where you were.').waitFor();
    await opened.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus'))); // a browser without windows has none
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Workspace' }).waitFor();
  });

  it('folds the form for a password where single sign-on is required', async () => {
    const { accountId, signInProviders, providerSignIn } = service.service.metadata;
    const [company] = await signInProviders.list(accountId);
    if (!company) throw new Error('it is gone');
    const who = { issuer: provider.issuer, subject: 'a-1', userName: 'admin' };
    const signedIn = await providerSignIn.signIn(company, who, { address: '192.0.2.1' });
    expect(signedIn.kind).toBe('signed-in');
    await using admin = await service.admin();
    await new Maker(admin, service.origin).api('put', '/sign-in-policy', { requiresProvider: true });
    await using guarded = await service.stranger({ statuses: [401, 403, 503], expected });
    const { page, frame } = await openHost(guarded);
    const unfold = frame.getByRole('button', { name: 'Sign in with a password' });
    await unfold.waitFor();
    expect(await frame.getByLabel('Password').isVisible()).toBe(false);
    await shot(page, 'folded');
    await unfold.press('Enter');
    await page.keyboard.type('vera');
    await frame.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await frame.getByRole('alert').getByText('requires single sign-on').waitFor();
  });
});
