import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allow } from '../oauth/allow.ts';
import { ConsoleService } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'project', () => Date.now());
});

afterAll(() => console?.[Symbol.asyncDispose]());

describe('the page of applications', () => {
  it('is for admins', async () => {
    await using viewer = await console.person('vera', 'viewer');
    const page = await viewer.newPage();
    await page.goto('/applications');
    await page.getByText('Only admins see this page.').waitFor();
    await page.getByRole('button', { name: 'vera account' }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Applications' }).count()).toBe(0);
  });

  it('makes an application, shows its secret once, changes it, and deletes it', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const page = await guarded.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'admin account' }).click();
    await page.getByRole('menuitem', { name: 'Applications' }).click();
    await page.getByText('There are no applications yet.').waitFor();

    await page.getByRole('button', { name: 'New application' }).click();
    const form = page.getByRole('dialog', { name: 'New application' });
    await form.getByLabel('Name').fill('Portal');
    await form.getByLabel('Redirect addresses').fill('http://portal.example.com/');
    await form.getByRole('button', { name: 'Make it' }).click();
    await form
      .getByRole('alert')
      .getByText(/^Redirect addresses .*is plain HTTP/)
      .waitFor();
    await form.getByLabel('Redirect addresses').fill('');
    await form.getByRole('button', { name: 'Make it' }).click();
    await form.getByRole('alert').getByText('Redirect addresses must not be empty without a service account').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await form.getByLabel('Redirect addresses').fill('https://portal.example.com/back');
    await form.getByRole('button', { name: /Service account/ }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await form.getByRole('button', { name: 'Make it' }).click();

    const shown = page.getByRole('dialog', { name: 'The secret of Portal' });
    const secret = await shown.getByRole('region', { name: 'Client secret' }).locator('code').textContent();
    expect(secret).toMatch(/^ocs-/);
    expect(await violationsOf(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    const list = page.getByRole('list', { name: 'Applications' });
    await list.getByText('Service account: Viewer').waitFor();
    expect(await page.content()).not.toContain(secret);

    await list.getByRole('button', { name: 'Edit Portal' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Portal' });
    await edited
      .getByLabel('Redirect addresses')
      .fill('https://portal.example.com/one\nhttps://portal.example.com/two');
    await edited.getByRole('button', { name: 'Save' }).click();
    await list.getByText('https://portal.example.com/two').waitFor();

    await list.getByRole('button', { name: 'New secret for Portal' }).click();
    await list.getByText('The present secret ends at once').waitFor();
    await list.getByRole('button', { name: 'New secret for Portal' }).click();
    const other = await shown.getByRole('region', { name: 'Client secret' }).locator('code').textContent();
    expect(other).not.toBe(secret);
    await shown.getByRole('button', { name: 'Done' }).click();

    await list.getByRole('button', { name: 'Delete Portal' }).click();
    await list.getByText('This cannot be undone').waitFor();
    await list.getByRole('button', { name: 'Delete Portal' }).click();
    await page.getByText('There are no applications yet.').waitFor();
    const { accountId, accountClients } = console.service.metadata;
    expect(await accountClients.list(accountId)).toEqual([]);
  });

  it('limits a service account to deployments, and takes the limit away', async () => {
    const { metadata } = console.service;
    const { accountId, accountClients, changes, deployments } = metadata;
    const author = { accountId, by: { via: 'command' } } as const;
    const second = await changes.changeRights(author, (change) => deployments.create(change, 'Second'));
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/applications');
    await page.getByRole('button', { name: 'New application' }).click();
    const form = page.getByRole('dialog', { name: 'New application' });
    await form.getByLabel('Name').fill('Nightly');
    expect(await form.getByRole('group', { name: 'Deployments' }).count()).toBe(0);
    await form.getByRole('button', { name: /Service account/ }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await form.getByLabel('Only these').check();
    await form.getByRole('button', { name: 'Make it' }).click();
    await form.getByRole('alert').getByText('Pick a deployment, or all.').waitFor();
    await form.getByLabel('Second').check();
    expect(await violationsOf(page)).toEqual([]);
    await form.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const list = page.getByRole('list', { name: 'Applications' });
    await list.getByText(`Only deployment ${second.id}`).waitFor();

    await list.getByRole('button', { name: 'Edit Nightly' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Nightly' });
    expect(await edited.getByLabel('Second').isChecked()).toBe(true);
    await edited.getByLabel('All of the account, also later ones').check();
    await edited.getByRole('button', { name: 'Save' }).click();
    await list.getByText(`Only deployment ${second.id}`).waitFor({ state: 'detached' });
    const [made] = await accountClients.list(accountId);
    expect(made?.service).toMatchObject({ role: 'viewer', deployments: 'all' });
    await changes.changeRights(author, (change) => accountClients.delete(change, made?.id ?? 0));
  });

  it('shows who has connected what, and ends it for anybody', async () => {
    const { metadata } = console.service;
    await using ann = await console.person('ann', 'viewer');
    const { id: userId } = await metadata.users.find(metadata.accountId, 'ann');
    await allow(metadata, userId);
    await allow(metadata, userId, { scopes: ['platform:read'] });
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/applications');
    const grants = page.getByRole('list', { name: 'Connected by' });
    await grants.getByText('platform:read').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const screenshots = process.env['ORRERY_SCREENSHOTS'];
    if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/applications.png`, fullPage: true });
    const reading = grants.getByRole('listitem').filter({ hasText: 'platform:read' });
    await reading.getByRole('button').click();
    await grants.getByText('Its tokens are refused at once.').waitFor();
    await reading.getByRole('button', { name: 'End MCP client for ann' }).click();
    await grants.getByText('platform:read').waitFor({ state: 'detached' });
    const clients = page.getByRole('list', { name: 'Applications' });
    await clients.getByRole('button', { name: 'End for everybody: MCP client' }).click();
    await clients.getByRole('button', { name: 'End for everybody: MCP client' }).click();
    await page.getByText('Nobody has connected an application.').waitFor();
    expect(await metadata.oauthGrants.list(metadata.accountId)).toEqual([]);
    expect(ann.context).toBeDefined();
  });
});
