import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';
import { walk } from './walk.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open();
});

afterAll(() => console?.[Symbol.asyncDispose]());

async function begin(): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  const { oauthClients, oauthDevices } = console.service.metadata;
  const client = await oauthClients.find('cube-cli');
  if (!client) throw new Error('the command line is no client');
  return oauthDevices.begin({ client, scopes: client.defaultScopes, resource: undefined, from: '192.0.2.1' });
}

async function outcomeOf(deviceCode: string): Promise<string> {
  const { oauthClients, oauthDevices } = console.service.metadata;
  const client = await oauthClients.find('cube-cli');
  if (!client) throw new Error('the command line is no client');
  const outcome = await oauthDevices.poll(deviceCode, client);
  return outcome.kind === 'refused' ? outcome.error : outcome.kind;
}

it('somebody types the code of a device, sees what it may do, and allows it', async () => {
  const { deviceCode, userCode } = await begin();
  await using guarded = await console.admin({ expected: /status of 404/ });
  const page = await guarded.newPage();
  await page.goto('/device');
  await page.getByLabel('Code').fill('bbbb bbbb');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('No device waits with this code.').waitFor();
  await page.getByLabel('Code').fill(userCode.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByText('“Command line”').waitFor();
  await page.getByText(userCode, { exact: true }).waitFor();
  await page.getByText('Do everything that you may do here').waitFor();
  expect(await walk(page)).toEqual(['Not you? Sign in as another', 'Deny', 'Allow']);
  expect(await violationsOf(page)).toEqual([]);
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await allow.focus();
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
  if (process.env['SHOT']) {
    mkdirSync(process.env['SHOT'], { recursive: true });
    await page.screenshot({ path: `${process.env['SHOT']}/device.png` });
  }
  await allow.click();
  await page.getByRole('status').getByText('The device is connected.').waitFor();
  expect(await outcomeOf(deviceCode)).toBe('issued');
});

it('a code in the address is only filled in, and a device can be denied', async () => {
  const { deviceCode, userCode } = await begin();
  await using guarded = await console.admin();
  const page = await guarded.newPage();
  await page.goto(`/device?user_code=${userCode}`);
  expect(await page.getByLabel('Code').inputValue()).toBe(userCode);
  expect(await outcomeOf(deviceCode)).toBe('authorization_pending');
  await page.getByRole('button', { name: 'Next' }).click();
  const deny = page.getByRole('button', { name: 'Deny', exact: true });
  await expect.poll(() => deny.getAttribute('aria-disabled')).toBe('false');
  await deny.click();
  await page.getByRole('status').getByText('The device is not connected.').waitFor();
  expect(await outcomeOf(deviceCode)).toBe('access_denied');
});
