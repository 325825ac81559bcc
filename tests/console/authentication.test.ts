import { issuerOf } from '../../packages/people/src/identity/provider-settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnProvider } from '../sso/own-provider.ts';
import { ConsoleService, password } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';

let console: ConsoleService;
let provider: OwnProvider;

beforeAll(async () => {
  provider = await OwnProvider.open();
  console = await ConsoleService.open({}, 'project', () => Date.now(), { signInNetworks: ['127.0.0.1'] });
});

afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

describe('the page of how people sign in', () => {
  it('is for admins, who reach it by their menu', async () => {
    await using viewer = await console.person('vera', 'viewer', { statuses: [403] });
    const page = await viewer.newPage();
    await page.goto('/authentication');
    await page.getByText('Only admins see how people sign in.').waitFor();
    await page.getByRole('button', { name: 'vera account' }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Authentication' }).count()).toBe(0);
  });

  it('sets a provider up, shows its addresses, and requires it with exceptions', async () => {
    const { metadata } = console.service;
    const { accountId, signInProviders, signInPolicy } = metadata;
    await metadata.signIn.redeem(await console.invite('ann'), password, { address: '192.0.2.1' });
    await using guarded = await console.admin({ statuses: [409, 400] });
    const page = await guarded.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'admin account' }).click();
    await page.getByRole('menuitem', { name: 'Authentication' }).click();
    await page.getByText('There are none yet: people sign in with a password.').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('button', { name: /Kind of provider/ }).click();
    await page.getByRole('option', { name: 'Keycloak' }).click();
    await page.getByText('Groups need a mapper of the client.').waitFor();
    await page.getByLabel('Name on the button').fill('Company');
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill('orrery');
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('alert').getByText("Client secret is needed for the method 'client_secret_basic'").waitFor();
    await page.getByLabel('Client secret').fill(provider.input.clientSecret);
    await page.getByLabel('That user may be an admin').check();
    await page.getByRole('button', { name: 'Add provider' }).click();
    const [made] = await rowsOf(() => signInProviders.list(accountId));
    expect([made?.preset, made && issuerOf(made), made?.settings.mayLinkAdmins, made?.hasSecret]).toEqual([
      ...['keycloak', provider.issuer, true, true],
    ]);
    await page.getByText(`${console.origin}/sso/${made?.key}/callback`).waitFor();
    await page.getByText('can become an admin here').waitFor();
    // Nobody finds it before it was tested.
    await page.getByText('It is off: nobody sees it yet.').waitFor();
    expect(made?.isOn).toBe(false);
    await page.getByText('Company is on the sign-in page').click();
    await page.getByText('It is off: nobody sees it yet.').waitFor({ state: 'detached' });
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Edit Company' }).click();
    await page.getByLabel('Name on the button').fill('Staff');
    await page.getByLabel('Find that user by user name').uncheck();
    await page.getByLabel('Signing out ends the session at the provider too').check();
    await page.getByText('More: scopes, claims, groups').click();
    await page.getByLabel('Claim that equals the externalId of SCIM').fill('employee');
    const scopes = page.getByRole('textbox', { name: 'Scopes' });
    expect(await scopes.getAttribute('placeholder')).toBe('openid email profile');
    await scopes.fill('email');
    await page.getByLabel('Claim with the user name').fill('login');
    await page.getByRole('button', { name: /How the secret is sent/ }).click();
    await page.getByRole('option', { name: 'In the form (client_secret_post)' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('alert').getByText("Scopes must contain 'openid'").waitFor();
    await scopes.fill('openid  email');
    await page.getByLabel('Domains of e-mail addresses that may sign in').fill('example.com, example.org');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('button', { name: 'Edit Staff' }).waitFor();
    const [changed] = await signInProviders.list(accountId);
    expect([changed?.hasSecret, changed?.settings]).toMatchObject([
      true,
      {
        ...{ linkBy: ['externalId', 'email'], emailDomains: ['example.com', 'example.org'] },
        ...{ logsOutAtProvider: true, scopes: 'openid email', authMethod: 'client_secret_post' },
        claims: { userName: 'login', email: 'email', displayName: 'name' },
      },
    ]);
    await page.getByRole('button', { name: 'Edit Staff' }).click();
    await page.getByLabel('Issuer').fill('https://accounts.google.com');
    await page.getByLabel('Domains of your organization').waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Find that user by user name').check();
    await page.getByLabel('Domains of e-mail addresses that may sign in').fill('');
    await page.getByText('More: scopes, claims, groups').click();
    await page.getByLabel('Claim with the user name').fill('');
    await page.getByRole('textbox', { name: 'Scopes' }).fill('');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('button', { name: 'Edit Staff' }).waitFor();

    const [usual] = await signInProviders.list(accountId);
    expect(usual?.settings).toMatchObject({
      scopes: 'openid email profile',
      claims: { userName: 'preferred_username' },
    });

    await page.getByText('Require single sign-on').click();
    const find = page.getByLabel('Find a person to add');
    // Enter in this field adds somebody, and saves nothing.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await find.fill('an');
    await page.getByRole('button', { name: 'Add ann' }).waitFor();
    await find.press('Enter');
    const exceptions = page.getByRole('list', { name: 'Exceptions, who may use a password' });
    await exceptions.getByText('ann').waitFor();
    // The buttons that go away leave the focus in the field.
    await page.getByRole('button', { name: 'Remove ann' }).click();
    await page.keyboard.type('ann');
    await page.getByRole('button', { name: 'Add ann' }).click();
    await exceptions.getByText('ann').waitFor();
    await page.keyboard.type('b');
    await expect.poll(() => find.inputValue()).toBe('b');
    await find.fill('nobody');
    await page.getByText('No active user of the account has a name with “nobody”.').waitFor();
    await find.fill('');
    await find.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('You would be locked out').waitFor();
    expect(asked.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /api/v1/sign-in-policy']);
    provider.person = { sub: 'p-1', preferred_username: 'admin' };
    const origins = { address: '192.0.2.1' };
    const { key } = made ?? { key: '' };
    const open = await signInProviders.open(key);
    if (!open) throw new Error('it is off');
    const who = { issuer: provider.issuer, subject: 'p-1', userName: 'admin' };
    await metadata.providerSignIn.signIn(open, who, origins);
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('status').getByText('Saved.');
    await saved.waitFor();
    const requires = page.getByText('Require single sign-on');
    await requires.click();
    await saved.waitFor({ state: 'detached' });
    await requires.click();
    await saved.waitFor();
    const policy = await signInPolicy.get(accountId);
    expect([policy.requiresProvider, policy.exceptions.map(({ username }) => username)]).toEqual([true, ['ann']]);
    expect(await violationsOf(page)).toEqual([]);
    if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-all.png`, fullPage: true });

    await page.getByText('Staff is on the sign-in page').click();
    await page.getByRole('alert').getByText('No admin could sign in any more').waitFor();
    await page.reload();
    const unlink = page.getByRole('button', { name: 'Unlink admin from Staff' });
    await unlink.click();
    await unlink.click();
    await page.getByRole('alert').getByText('No admin could sign in any more').waitFor();

    await using stranger = await console.stranger({ statuses: [401, 403] });
    const start = await stranger.newPage();
    await start.goto('/sign-in');
    await start.getByRole('link', { name: 'Sign in with Staff' }).waitFor();
    await start.getByRole('button', { name: 'Sign in with a password' }).click();
    await start.locator('input[name=username]:focus').waitFor();
    await start.keyboard.type('ann');
    await start.getByLabel('Password').fill(password);
    expect(await violationsOf(start)).toEqual([]);
    await start.keyboard.press('Enter');
    await start.getByRole('application').locator('svg').waitFor();
  });

  it('gives new users roles by their groups', async () => {
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    const headers = { origin: console.origin };
    const make = async (name: string) => {
      const data = { name, base: 'viewer', actions: [] };
      const made = await guarded.context.request.post('/api/v1/roles', { data, headers });
      expect(made.status()).toBe(200);
      return ((await made.json()) as { readonly id: number }).id;
    };
    const roleIds = [await make('Finance'), await make('Law')];
    await page.goto('/authentication');
    await page.getByText('No group gives a role: new users are Viewer.').waitFor();
    const add = async (group: string, name: string) => {
      await page.getByLabel('Group at the provider').fill(group);
      await page.getByRole('button', { name: /Role$/ }).click();
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: 'Add role by group' }).click();
      await page.getByText(`${group} gives ${name}`).waitFor();
    };
    await add('analysts', 'Explorer');
    await page.locator('input[name=group]:focus').waitFor();
    await add('/money', 'Finance');
    const stored = async () => {
      const settings = await guarded.context.request.get('/api/v1/account/settings');
      return ((await settings.json()) as { readonly rolesByGroup: unknown }).rolesByGroup;
    };
    expect(await stored()).toEqual([
      { group: 'analysts', role: 'Explorer' },
      { group: '/money', role: 'Finance' },
    ]);
    await add('lawyers', 'Law');
    expect(await violationsOf(page)).toEqual([]);
    if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-groups.png`, fullPage: true });

    for (const id of roleIds) {
      const deleted = await guarded.context.request.delete(`/api/v1/roles/${id}`, { headers });
      expect(deleted.status()).toBe(204);
    }
    await page.reload();
    const over = page.getByText('This role is no longer there: remove the line.');
    await expect.poll(() => over.count()).toBe(2);
    await page.getByLabel('Group at the provider').fill('others');
    await page.getByRole('button', { name: 'Add role by group' }).click();
    await page.getByText('others gives Viewer').waitFor();
    await page.getByRole('button', { name: 'Remove /money, which gives Finance' }).click();
    await page.getByText('/money gives Finance').waitFor({ state: 'detached' });
    expect(await stored()).toEqual([
      { group: 'analysts', role: 'Explorer' },
      { group: 'lawyers', role: 'Law' },
      { group: 'others', role: 'Viewer' },
    ]);
  });

  it('gives built-in roles by their own names, in whatever language', async () => {
    await using guarded = await console.admin({ locale: 'en-XA' });
    const page = await guarded.newPage();
    await page.goto('/authentication');
    const form = page.locator('form:has(input[name=group])');
    await form.locator('input[name=group]').fill('builders');
    await form.locator('button[type=submit]').click();
    await page.locator('ul.people li', { hasText: 'ƀúîļđéŕš' }).filter({ hasText: 'îéŵéŕ' }).waitFor();
    const { accountId, settings } = console.service.metadata;
    expect((await settings.get(accountId)).rolesByGroup).toContainEqual({ group: 'builders', role: 'Viewer' });
  });

  it('lists whom providers know, finds those of one user, and unlinks', async () => {
    const { metadata } = console.service;
    const { accountId, signInProviders, providerSignIn } = metadata;
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    const ask = async (body: object) => {
      const headers = { origin: console.origin };
      const answer = await guarded.context.request.post('/api/v1/sign-in-providers', { data: body, headers });
      return (await answer.json()) as { readonly id: number };
    };
    const settings = { ...provider.input.settings, issuer: `${provider.issuer}/people` };
    const { id } = await ask({ ...provider.input, name: 'People', settings });
    const people = await signInProviders.get(accountId, id);
    for (let count = 1; count <= 51; count++) {
      const name = `p${String(count).padStart(2, '0')}`;
      const who = { issuer: settings.issuer, subject: `s-${name}`, userName: name };
      await providerSignIn.signIn(people, who, { address: '192.0.2.1' });
    }

    await page.goto('/authentication');
    const list = page.getByRole('list', { name: 'People of the providers' });
    await list.getByText('s-p40 at People').waitFor();
    expect(await list.getByText('s-p51 at People').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await list.getByText('s-p51 at People').waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });

    await page.getByLabel('Find the people of one user').fill('p07');
    await page.getByRole('button', { name: 'Show those of p07' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Only those of p07.').waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}-people.png`, fullPage: true });
    const unlink = page.getByRole('button', { name: 'Unlink p07 from People' });
    await unlink.press('Enter');
    await page.getByText('The sessions that People gave p07 end at once.').waitFor();
    await page.locator('button:focus').getByText('Cancel').press('Enter');
    await page.locator('li:focus').waitFor();
    await unlink.click();
    await unlink.click();
    await page.getByText('p07 has not signed in by a provider.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('input:focus').waitFor();
    await list.getByText('s-p08 at People').waitFor();
    await list.getByText('s-p07 at People').waitFor({ state: 'detached' }); // a list of before is shown until the next
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

/** Reads until there are rows. */
async function rowsOf<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  return read();
}
