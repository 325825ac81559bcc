import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnGitHub } from '../sso/own-github.ts';
import { ConsoleService } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';

let console: ConsoleService;
let github: OwnGitHub;

beforeAll(async () => {
  github = await OwnGitHub.open();
  console = await ConsoleService.open({}, 'project', () => Date.now(), { signInNetworks: ['127.0.0.1'] });
});

afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await github?.[Symbol.asyncDispose]();
});

it.each(['light', 'dark'] as const)(
  'GitHub is set up and changed, and is a button of the sign-in page, in %s',
  async (colorScheme) => {
    const name = `GitHub ${colorScheme}`;
    const width = colorScheme === 'dark' ? 390 : 1440;
    await using guarded = await console.admin({ statuses: [400], colorScheme, viewport: { width, height: 900 } });
    const page = await guarded.newPage();
    const shot = async (part: string) => {
      if (process.env['SHOT'])
        await page.screenshot({ path: `${process.env['SHOT']}-${width}-${part}.png`, fullPage: true });
    };
    await page.goto('/authentication');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('button', { name: /Protocol/ }).click();
    await page.getByRole('option', { name: 'GitHub' }).click();
    await page.getByText('Register an OAuth app at GitHub').waitFor();
    expect(await page.getByRole('button', { name: /Kind of provider/ }).count()).toBe(0);
    expect(await page.getByLabel('Find that user by user name').isChecked()).toBe(false);
    expect(await violationsOf(page)).toEqual([]);
    await shot('form');
    await page.getByLabel('Name on the button').fill(name);
    await page.getByLabel('Client ID').fill('orrery');
    await page.getByRole('button', { name: 'Add provider' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Client secret is needed').waitFor();
    await alert.getByText('Organizations whose members may sign in must name your organization').waitFor();
    await page.getByLabel('Client secret').fill(github.input.clientSecret);
    await page.getByLabel('Address of GitHub').fill(`${github.baseUrl}/`);
    await page.getByRole('button', { name: 'Add provider' }).click();

    const row = page.getByRole('listitem', { name });
    await row.getByText('Everybody with an account at').waitFor();
    const { accountId, signInProviders } = console.service.metadata;
    const read = async () => {
      const found = (await signInProviders.list(accountId)).find((each) => each.name === name);
      if (found?.kind !== 'github') throw new Error('it is of another kind');
      return found;
    };
    const made = await read();
    expect(made).toMatchObject({ hasSecret: true, settings: { baseUrl: github.baseUrl, linkBy: ['email'] } });
    await row.getByText(`${console.origin}/sso/${made.key}/callback`).waitFor();

    await row.getByRole('button', { name: `Edit ${name}` }).click();
    await row.getByLabel('Organizations whose members may sign in').fill('corp, partner');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Everybody with an account at').waitFor({ state: 'detached' });
    expect((await read()).settings.organizations).toEqual(['corp', 'partner']);
    await row.getByRole('button', { name: `Edit ${name}` }).click();
    const organizations = row.getByLabel('Organizations whose members may sign in');
    expect(await organizations.inputValue()).toBe('corp, partner');
    await organizations.fill('');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Everybody with an account at').waitFor();
    await shot('row');
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await row.getByText(`${name} is on the sign-in page`).click();
    await row.getByText('It is off').waitFor({ state: 'detached' });

    await using stranger = await console.stranger({ statuses: [401, 403] });
    const start = await stranger.newPage();
    await start.goto('/sign-in');
    await start.getByRole('link', { name: `Sign in with ${name}` }).waitFor();
    const sent = await stranger.context.request.get(`/sso/${made.key}/start`, { maxRedirects: 0 });
    expect(sent.headers()['location']).toContain(`${github.baseUrl}/login/oauth/authorize?client_id=orrery`);
  },
);
