import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { keepPagesBuilt } from '../scripts/pages/build-pages.ts';
import { type Browser, openChromium } from '../tests/browser/chromium.ts';
import { ScimService } from '../tests/scim/scim-service.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const markdown = await readFile(join(import.meta.dirname, 'embedding.md'), 'utf8');
const blocks = fencedBlocks(markdown);
const files = blocks.filter(({ use }) => use !== '').map(({ use, text }) => [use, text] as const);
const host = files.find(([name]) => name === 'host.js')?.[1] ?? '';

let folder: string;
let service: ScimService;
let browser: Browser;
const children: ChildProcess[] = [];

beforeAll(async () => {
  await keepPagesBuilt();
  folder = await mkdtemp(join(tmpdir(), 'orrery-embedding-'));
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  service = await ScimService.open('sqlite', {
    project: relative(join(import.meta.dirname, '../tests/scim'), folder),
  });
  browser = await openChromium();
});

afterAll(async () => {
  for (const child of children) child.kill();
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it('the host application has about forty lines', () => {
  expect(host.trimEnd().split('\n').length).toBeLessThanOrEqual(45);
});

it('the policy shows each company its own rows, and nobody any without a company', async () => {
  const { deployments } = service.served.composition;
  const rowsOf = async (securityContext: Readonly<Record<string, string>>) => {
    const clock = { now: Date.now };
    const input = { deployment: deployments[0]!, securityContext, expiresInSeconds: 60, clock };
    const token = await mintToken(input, { algorithms: ['HS256'], scopes: [] });
    const query = encodeURIComponent('{"measures":["orders.total"],"dimensions":["orders.city"]}');
    const url = `${service.served.origin}/cubejs-api/v1/load?query=${query}`;
    const answer = await fetch(url, { headers: { authorization: token ?? '' } });
    const { data } = (await answer.json()) as { data?: readonly Readonly<Record<string, string>>[] };
    return data?.map((row) => `${row['orders.city']} ${row['orders.total']}`).sort();
  };
  expect(await rowsOf({ company: 'acme-corp' })).toEqual(['Bergen 50', 'Oslo 100']);
  expect(await rowsOf({ company: 'globex-inc' })).toEqual(['Rome 70']);
  expect(await rowsOf({})).toBeUndefined();
});

it('the requests publish a dashboard, and its product shows it to the users of each company with a session of theirs', async () => {
  let publicId = '';
  const commands = blocks.find(({ language, text }) => language === 'sh' && text.includes('/publish'))?.text ?? '';
  for (const command of commands
    .replaceAll('\\\n', ' ')
    .split(/^curl /m)
    .filter(Boolean)) {
    const [, path = ''] = /http:\/\/127\.0\.0\.1:4000(\S+)/.exec(command) ?? [];
    const answer = await fetch(`${service.served.origin}${path}`, {
      method: command.startsWith('-X PUT') ? 'PUT' : 'POST',
      headers: { authorization: `Api-Key ${service.key}`, 'content-type': 'application/json' },
      body: /-d '([^']*)'/.exec(command)?.[1] ?? '',
    });
    const text = await answer.text();
    expect([path, answer.status, text]).toEqual([path, expect.toBeOneOf([200, 201]), text]);
    if (path.endsWith('/publish')) ({ publicId } = JSON.parse(text));
  }
  expect(publicId).toMatch(/^\w{12}$/);

  const { origin } = service.served;
  const product = await startProduct({ ORRERY: origin, KEY: service.key, DASHBOARD: publicId });
  for (const [user, cities] of [
    ['ann', ['Bergen', 'Oslo']],
    ['bob', ['Rome']],
  ] as const) {
    const page = await browser.open(`${product}/?user=${user}`);
    const shown = `${origin}/embed/dashboard/${publicId}?session=`;
    await expect.poll(() => page.requests.some((url) => url.startsWith(shown))).toBe(true);
    const read = `[...document.querySelectorAll('td:first-child')].map((cell) => cell.textContent).sort()`;
    await expect.poll(() => page.frames[0]?.evaluate(read), { timeout: 20_000 }).toEqual(cities);
    expect(page.requests.filter((url) => !url.startsWith(product) && !url.startsWith(origin))).toEqual([]);
    await page.close();
  }
  expect((await fetch(`${product}/session?user=eve`, { method: 'POST' })).status).toBe(401);
  const { database } = service.metadata.store;
  const viewers = database
    .selectFrom('account_user')
    .innerJoin('embed_tenant as tenant', 'tenant.id', 'embed_tenant_id');
  expect(await viewers.select(['external_id', 'tenant.name', 'display_name']).orderBy('external_id').execute()).toEqual(
    [
      { external_id: 'ann', name: 'acme-corp', display_name: 'Ann' },
      { external_id: 'bob', name: 'globex-inc', display_name: 'Bob' },
    ],
  );
});

/** Starts `host.js` as the page says, and returns its address. */
async function startProduct(environment: Readonly<Record<string, string>>): Promise<string> {
  await cp(join(folder, 'host.js'), join(folder, 'host.mjs'));
  const child = spawn(process.execPath, ['host.mjs'], {
    cwd: folder,
    env: { ...process.env, ...environment, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return new URL(String(said).trim()).origin;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
