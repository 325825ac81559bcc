import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService, password } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';
import { walk } from './walk.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open();
});

afterAll(() => console?.[Symbol.asyncDispose]());

const ready: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/explore': 'Explore',
  '/workspace': 'Workspace',
  '/preferences': 'Preferences',
  '/applications': 'Applications',
  '/authentication': 'Authentication',
  '/nothing': 'Not found',
  '/sign-in': 'Sign in',
  '/forgot-password': 'Reset your password',
  '/set-password#token=x': 'Set your password',
  '/start': 'Sign in',
  '/signed-in#code=BCDF-GHJK-LMNP': 'You are signed in',
};

describe.each(['light', 'dark'] as const)('in %s, axe finds nothing', (colorScheme) => {
  it.each(Object.entries(ready))('on %s', async (path, heading) => {
    await using guarded = await console.admin({ colorScheme, statuses: [404] });
    const page = await guarded.newPage();
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    if (path === '/') await page.getByRole('application').locator('svg').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('on menus, dialogs, drawers, and at 360 px', async () => {
    await using guarded = await console.admin({ colorScheme });
    const page = await guarded.newPage();
    await page.goto('/');
    await page.getByRole('application').locator('svg').waitFor();
    await page.getByRole('button', { name: 'admin account' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await violationsOf(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog', { name: 'Main' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it('every control is reached, with a ring that is seen', async () => {
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/');
    await page.getByRole('application').locator('svg').waitFor();
    await page.getByText('What was sold, and where.').waitFor();
    expect(await walk(page)).toEqual([
      'Skip to content',
      'Home',
      'Explore',
      'Workspace',
      'admin account',
      'Fold the sidebar',
      'Ask a question',
      'Open in Explore',
      'Sales by month, last 12 months',
      'Data: Sales by month, last 12 months',
      'Sales 5 members What was sold, and where.',
    ]);
    await page.goto('/preferences');
    const palettes = page.getByRole('button', { name: 'Manage palettes' });
    await palettes.waitFor();
    expect(await walk(page)).toEqual([
      'Skip to content',
      'Home',
      'Explore',
      'Workspace',
      'admin account',
      'Fold the sidebar',
      'System',
      'Sidebar as a drawerIt opens over the page, with a button at the top.',
      'Hand on everything that can be clicked',
      'Every other row of tables in a colour of its own',
      'Keys of one letterFor example [ for the sidebar. They never act while you type.',
      'Current password',
      'New password',
      'End connected applications too',
      'Change password',
      'Manage palettes',
    ]);
    await palettes.press('Enter');
    await page.getByRole('dialog', { name: 'Chart palettes' }).getByText('There are none yet.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('a view is chosen, the points of its chart are read, and focus goes back after a dialog', async () => {
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/');
    const chart = page.getByRole('application');
    await chart.locator('svg').waitFor();
    await chart.focus();
    await page.keyboard.press('Enter');
    const said = page.locator('.orrery-chart-point');
    await expect.poll(() => said.textContent()).toContain('Ordered at: Jun 2025');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).toContain('Ordered at: Jul 2025');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => chart.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('radio', { name: /^Sales/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Sales in all' }).waitFor();
    expect(await page.getByRole('definition').textContent()).toMatch(/\d/);
  });

  it('keys of one letter act, but not while typing and not when they are switched off', async () => {
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/preferences');
    const keys = page.getByRole('switch', { name: /^Keys of one letter/ });
    await keys.waitFor();
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Unfold the sidebar' }).waitFor();
    await page.keyboard.press('[');
    await page.getByLabel('Current password').fill('');
    await page.keyboard.type('[?gh');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toContain('/preferences');
    await keys.focus();
    await Promise.all([
      page.waitForResponse((response) => response.request().method() !== 'GET'),
      page.keyboard.press('Space'),
    ]);
    expect(await preferences('singleKeys')).toBe(false);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Space');
    await expect.poll(() => preferences('singleKeys')).toBe(true);
    // The page learns of it a moment after the store.
    const home = page.getByRole('heading', { name: 'Home', level: 1 });
    await expect.poll(() => page.keyboard.type('gh').then(() => home.isVisible()), { interval: 500 }).toBe(true);
  });
});

async function preferences(name: 'singleKeys' | 'theme') {
  const { metadata, adminId } = console.service;
  return (await metadata.preferences.get(metadata.accountId, adminId))[name];
}

it('a theme is kept with the person, and stands in the first bytes of the next page', async () => {
  await using guarded = await console.admin({ colorScheme: 'light' });
  const page = await guarded.newPage();
  await page.goto('/preferences');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await expect.poll(() => preferences('theme')).toBe('dark');
  const shell = await guarded.context.request.get('/');
  expect(await shell.text()).toContain('<html lang="en" data-theme="dark">');
  await page.getByText('System', { exact: true }).click();
  await expect.poll(() => preferences('theme')).toBe('system');
});

it('a session that ends is begun again on top of the page, which goes on', async () => {
  const token = await console.invite('bea');
  const { signIn } = console.service.metadata;
  await signIn.redeem(token, password, { address: '192.0.2.1' });
  await using guarded = await console.stranger({ statuses: [401] });
  const page = await guarded.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Username or email').fill('bea');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('application').locator('svg').waitFor();
  await guarded.context.clearCookies();
  await page.getByRole('radio', { name: /^<img/ }).click();
  await page.getByRole('radio', { name: /^Totals/ }).click();
  await page.getByRole('button', { name: 'bea account' }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await page.getByText('Dark', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Signed out' });
  await dialog.getByLabel('Password').fill(password);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toContain('/preferences');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
});

it('hostile texts are shown as they are', async () => {
  await using guarded = await console.admin();
  const page = await guarded.newPage();
  await page.goto('/');
  await page.getByRole('radio', { name: /^<img/ }).click();
  await page.getByRole('heading', { name: 'Sales by Note' }).waitFor();
  await page.getByRole('application').locator('svg').waitFor();
  await page.getByText('Data', { exact: true }).click();
  await page.getByRole('cell', { name: '<img src=x onerror="window.stolen=1">' }).waitFor();
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
});

/** What shows names of the model and of people, and what no one reads. */
const ofOthers = [
  ...['.view', '.card', '.avatar', '.user', 'kbd', 'script', 'noscript'],
  ...['.member', '.members-body > .choice', '.members-body > .help', '.explore-sentence'],
].join(', ');

it('every text is in the catalogue, and longer ones break nothing', async () => {
  await using guarded = await console.admin({
    locale: 'en-XA',
    viewport: { width: 360, height: 740 },
    statuses: [404],
  });
  const page = await guarded.newPage();
  for (const path of ['/', '/explore', '/preferences', '/nothing', '/sign-in', '/forgot-password', '/signed-in']) {
    await page.goto(path);
    await page.getByRole('heading', { name: /^\[/, level: 1 }).waitFor();
    const plain = await page.evaluate((data) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent?.trim() ?? '';
        const isData = texts.currentNode.parentElement?.closest(data);
        if (/[A-Za-z]{3}/.test(text) && !text.startsWith('[') && !isData) found.push(text);
      }
      return found;
    }, ofOthers);
    expect([path, plain]).toEqual([path, []]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 360]);
  }
});

it('a page that is gone after an upgrade leads to the newer version', async () => {
  await using guarded = await console.admin({ statuses: [404], expected: /Unable to preload CSS/ });
  const page = await guarded.newPage();
  await page.goto('/');
  await page.getByRole('application').locator('svg').waitFor();
  await page.route('**/assets/preferences-page-*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'admin account' }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await page.getByText('A newer version is there.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Preferences' }).waitFor();
});

it('product-ui 31: the application looks as the account says after the switch, and the page to sign in never', async () => {
  await using guarded = await console.admin();
  const page = await guarded.newPage();
  const light = {
    accentColor: '#7a1fa2',
    backgroundColor: '#fff6e5',
    foregroundColor: '#201a10',
    contrast: 60,
    logoUrl: '',
  };
  const theme = { light, dark: { ...light, backgroundColor: '#16121c', foregroundColor: '#f2f0f5' } };
  const set = (data: object) =>
    guarded.context.request.put('/api/v1/account/settings', { data, headers: { origin: console.origin } });
  const groundOf = async (path: string, heading: string) => {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  };
  const [own, ofSignIn] = [await groundOf('/preferences', 'Preferences'), await groundOf('/sign-in', 'Sign in')];
  expect((await set({ theme, applyThemeGlobally: false })).ok()).toBe(true);
  expect(await groundOf('/preferences', 'Preferences')).toBe(own);
  expect((await set({ applyThemeGlobally: true })).ok()).toBe(true);
  expect(await groundOf('/preferences', 'Preferences')).toBe('rgb(255, 246, 229)');
  expect(await violationsOf(page)).toEqual([]);
  expect(await groundOf('/sign-in', 'Sign in')).toBe(ofSignIn);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/preferences');
  await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(22, 18, 28)');
  await set({ theme: null, applyThemeGlobally: false });
});
