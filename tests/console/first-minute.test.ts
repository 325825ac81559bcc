import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService, password } from './console-service.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open();
});

afterAll(() => console?.[Symbol.asyncDispose]());

describe('the printed address', () => {
  it('signs in and opens on an answer, and its key leaves the address', async () => {
    await using guarded = await console.stranger();
    const page = await guarded.newPage();
    await page.goto(`/start#key=${console.service.served.startKey}`);
    await page.getByRole('heading', { name: 'Sales by month, last 12 months' }).waitFor();
    expect(page.url()).toBe(`${console.origin}/`);
    const chart = page.getByRole('application', { name: 'Sales by month, last 12 months' });
    await chart.locator('svg').waitFor();
    expect(await chart.getAttribute('aria-describedby')).not.toBeNull();
    await page.goBack();
    expect(page.url()).not.toContain('key=');
  });

  it('says what is wrong with an older one, and that of another machine', async () => {
    await using guarded = await console.stranger({ statuses: [401] });
    const page = await guarded.newPage();
    await page.goto(`/start#key=${'x'.repeat(43)}`);
    expect(await page.getByRole('alert').textContent()).toContain('of an earlier start');
    await page.goto('/start');
    await page.getByRole('alert').getByText('The address is incomplete').waitFor();
  });
});

it('whoever came by it asks a question in the chat, without another sign-in', async () => {
  await using guarded = await console.stranger();
  const page = await guarded.newPage();
  await page.goto(`/start#key=${console.service.served.startKey}`);
  await page.getByRole('link', { name: 'Ask a question' }).click();
  const question = page.getByRole('textbox').last();
  await question.fill('sales by channel');
  await question.press('Enter');
  await page.getByRole('table').last().getByText('Store').waitFor();
});

describe('signing in', () => {
  it('goes on to what was asked for', async () => {
    await using guarded = await console.stranger({ statuses: [400, 401] });
    const page = await guarded.newPage();
    const token = await console.invite('Ann');
    await page.goto(`/set-password#token=${token}`);
    expect(page.url()).not.toContain('token');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(`${password}!`);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('The two passwords differ.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('New password again').fill('short');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('has less than 12 characters').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();

    await page.getByRole('button', { name: 'Ann account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/preferences');
    expect(new URL(page.url()).search).toBe('?next=%2Fpreferences');
    await page.getByLabel('Username or email').fill('ann');
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    expect(page.url()).toBe(`${console.origin}/preferences`);

    await page.goto(`/set-password#token=${token}`);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This link is over or was used.').waitFor();
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (next) => {
      await using guarded = await console.admin();
      const page = await guarded.newPage();
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
      const { signIn, changes, users, accountId } = console.service.metadata;
      const by = { via: 'command' } as const;
      const username = `next-${encodeURIComponent(next)}`;
      const { text } = await changes.make({ accountId, by }, async (change) =>
        signIn.invite(change, (await users.create(change, { username, role: 'viewer', status: 'invited' })).id),
      );
      await signIn.redeem(text, password, { address: '192.0.2.1' });
      await page.getByLabel('Username or email').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      expect(page.url()).toBe(`${console.origin}/`);
    },
  );

  it('asks for a link by mail without telling whether there is such a user', async () => {
    await using guarded = await console.stranger();
    const page = await guarded.newPage();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or email').fill('nobody');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('status').getByText('a link is on its way').waitFor();
  });
});
