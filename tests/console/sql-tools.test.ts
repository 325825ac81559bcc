import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open();
});

afterAll(() => console?.[Symbol.asyncDispose]());

it('somebody copies what a tool asks for, and the token lets psql in', async () => {
  const port = await console.service.served.composition.listenForSql(0);
  await using guarded = await console.admin();
  await guarded.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await guarded.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'admin account' }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await page.getByRole('heading', { name: 'SQL tools', level: 2 }).waitFor();
  await page.getByText(String(port), { exact: true }).waitFor();
  const psql = page.getByRole('region', { name: 'psql' });
  expect(await psql.locator('code').textContent()).toBe(
    `psql 'host=127.0.0.1 port=${port} dbname=1 user=admin sslmode=disable'`,
  );
  await page.getByRole('button', { name: 'Copy a token' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});
