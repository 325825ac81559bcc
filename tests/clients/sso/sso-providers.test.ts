import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from '../../console/console-service.ts';
import { violationsOf } from '../../console/guarded-browser.ts';
import { SsoBrowser } from '../../sso/sso-browser.ts';
import { SsoService } from '../../sso/sso-service.ts';
import { CertifiedProvider } from './oidc-provider.ts';

let provider: CertifiedProvider;
let console: ConsoleService;
let sso: SsoService;
let key: string;
let id: number;

beforeAll(async () => {
  provider = await CertifiedProvider.open();
  console = await ConsoleService.open({}, undefined, Date.now, { signInNetworks: ['127.0.0.1'] });
  sso = new SsoService(console.service);
  const made = await sso.addProvider(provider.input);
  ({ key, id } = made);
  await provider.serve(made.redirectUri ?? '');
  await sso.ask('PUT', '/account/settings', { rolesByGroup: [{ group: 'analysts', role: 'Developer' }] });
});

afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

const actionIn = (html: string) => /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? '';

it('oidc-provider signs a person in, from the way to sign in to the page that was asked for', async () => {
  const browser = new SsoBrowser();
  const submit = (html: string, fields: Readonly<Record<string, string>>) =>
    browser.open(actionIn(html), { init: { method: 'POST', body: new URLSearchParams(fields) } });
  const login = await browser.open(sso.start(key, '?next=/workspace'));
  const consent = await submit(login.text, { prompt: 'login', login: 'ann', password: 'any' });
  const { way } = await submit(consent.text, { prompt: 'consent' });
  expect(way.at(-1)).toBe(`${sso.origin}/workspace`);
  expect(sso.hasSession(browser)).toBe(true);
  const { users, accountId } = sso.metadata;
  const { role, email, displayName } = await users.find(accountId, 'ann');
  expect([role, email, displayName]).toEqual(['developer', 'ann@example.com', 'ann of the company']);
});

it('oidc-provider signs a person in with Chromium, from the button of the sign-in page', async () => {
  const context = await console.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${sso.origin}/workspace`);
  const button = page.getByRole('link', { name: 'Sign in with Company' });
  await button.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await button.click();
  await page.locator('input[name=login]').fill('bea');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('form button[type=submit]').click();
  await page.getByRole('heading', { name: 'Workspace', level: 1 }).waitFor();
  expect(page.url()).toBe(`${sso.origin}/workspace`);
  const cookies = (await context.cookies(sso.origin)).filter(({ name }) => name.startsWith('orrery'));
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).sort()).toEqual([
    ['orrery-flow', true, 'Lax'],
    ['orrery-session', true, 'Lax'],
  ]);
  await context.close();
});

it('oidc-provider ends its session too, when a person signs out with Chromium', async () => {
  await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { logsOutAtProvider: true } });
  const context = await console.browser.newContext();
  const page = await context.newPage();
  const signIn = async () => {
    await page.getByRole('link', { name: 'Sign in with Company' }).click();
    await page.locator('input[name=login]').fill('cleo');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('form button[type=submit]').click();
    await page.getByRole('heading', { name: 'Workspace', level: 1 }).waitFor();
  };
  await page.goto(`${sso.origin}/workspace`);
  await signIn();
  await page.getByRole('button', { name: /cleo/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${sso.origin}/sign-in`);
  // The provider asks who it is again, since its own session is over.
  await page.goto(`${sso.origin}/workspace`);
  await signIn();
  await context.close();
});
