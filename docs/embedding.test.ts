import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../scripts/pages/keep-built.ts';
import { type Browser, type Frame, openChromium, type Page } from '../tests/browser/chromium.ts';
import { freePort } from '../tests/servers/free-port.ts';
import { ViewerService } from '../tests/embedding/viewer-service.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const day = 86_400_000;
const blocks = fencedBlocks(readFileSync(join(import.meta.dirname, 'embedding.md'), 'utf8'));
const [publish = '', lookInto = ''] = blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []));

let folder: string;
let time = Date.now();
let viewers: ViewerService;
let browser: Browser;
let host: ChildProcess;
let environment: NodeJS.ProcessEnv;
let publicId: string;
let port: number;

beforeAll(async () => {
  await keepBuilt('frames');
  folder = mkdtempSync(join(tmpdir(), 'orrery-documented-host-'));
  for (const { use: name, text } of blocks) {
    if (name === '') continue;
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  viewers = await ViewerService.open('sqlite', { project: join(folder, 'shop'), now: () => time });
  environment = { ...process.env, ORRERY: viewers.service.served.origin, KEY: viewers.service.key };
  const answers = (await run(publish)).trim().split('\n');
  const [, report = ''] = answers;
  expect(JSON.parse(report).problems[0].code).toBe('query.unknown-cube'); // as the page says
  ({ publicId } = JSON.parse(answers.at(-1) ?? ''));
  environment['DASHBOARD'] = publicId;
  port = await freePort();
  host = await startHost();
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  host?.kill();
  await viewers?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs commands of the page. What stands for something of the reader's own is in the environment already. */
async function run(commands: string): Promise<string> {
  const written = commands.replaceAll(/^export .*$/gm, '');
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', written], { env: environment });
  return stdout;
}

async function startHost(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(folder, 'host.mjs')], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  expect(String(said).trim()).toBe(`http://localhost:${port}/?user=ann`);
  return child;
}

const cells = `[...document.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')`;
const element = `document.querySelector('orrery-dashboard')`;

async function open(user: string): Promise<{ readonly page: Page; readonly frame: Frame }> {
  const opened = await browser.open(`http://localhost:${port}/?user=${user}`);
  await expect.poll(() => opened.frames.length).toBeGreaterThan(0);
  const frame = opened.frames[0]!;
  await expect.poll(() => frame.evaluate(cells).catch(() => '')).not.toBe('');
  return { page: opened, frame };
}

const shows = (frame: Frame, text: string) => expect.poll(() => frame.evaluate(cells).catch(() => '')).toBe(text);
/** How many sessions a viewer has made tokens of. */
const sessionsOf = async (tenant: string) =>
  (await viewers.ask('GET', `/api/v1/embed-tenants/${tenant}/sessions`)).body.items.length;

it('the host application has at most forty lines', () => {
  const { length } = readFileSync(join(folder, 'host.mjs'), 'utf8').trimEnd().split('\n');
  expect(length).toBeLessThanOrEqual(40);
});

it('the policy shows nobody rows without a company', async () => {
  const token = await viewers.tokenFor({ externalId: 'of-nobody' });
  const asked = { measures: ['orders.total'], dimensions: ['orders.city'] };
  const { status, text } = await viewers.data(await viewers.dataTokenOf(token), 'load', { query: asked });
  expect([status, /Oslo|Rome/.test(text)]).toEqual([400, false]);
});

it('the host application shows the viewers of two companies one dashboard, each with their own rows, by one session each', async () => {
  const ann = await open('ann');
  await shows(ann.frame, 'Oslo 100 Bergen 50');
  const bob = await open('bob');
  await shows(bob.frame, 'Rome 70');
  expect([await sessionsOf('acme-corp'), await sessionsOf('globex-inc')]).toEqual([1, 1]);
  expect(ann.page.requests.filter((url) => !/^http:\/\/(?:localhost|127\.0\.0\.1):/.test(url))).toEqual([]);
  const unused = viewers.service.metadata.store.database.selectFrom('embed_session').select('user_id');
  expect(await unused.execute()).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/session?user=eve`, { method: 'POST' })).status).toBe(401);
  await Promise.all([ann.page.close(), bob.page.close()]);
});

it('the dashboard in it follows theme, filters and height', async () => {
  const { page: product, frame } = await open('ann');
  await product.evaluate(`${element}.dashboard.setTheme('dark')`);
  await expect.poll(() => frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await product.evaluate(`${element}.dashboard.setFilters({ 'orders.city': { value: ['Bergen'] } })`);
  await shows(frame, 'Bergen 50');
  const height = () => product.evaluate<number>(`document.querySelector('iframe').getBoundingClientRect().height`);
  const content = `document.querySelector('#orrery').getBoundingClientRect().height`;
  await expect.poll(height).toBe(Math.ceil(await frame.evaluate<number>(content)));
  const before = await height();
  await frame.evaluate(`document.querySelector('main').style.paddingBottom = '700px'`);
  await expect.poll(height).toBeGreaterThan(before + 600);
  await frame.evaluate(`document.querySelector('main').style.paddingBottom = ''`);
  await expect.poll(height).toBe(before);
  await product.close();
});

it('the dashboard in it goes on after a day, and after an outage of the product, with what the viewer has chosen', async () => {
  const { page: product, frame } = await open('bob');
  const events = `window.heard = []; for (const type of ['session-expired', 'error', 'loaded'])
    ${element}.addEventListener(type, ({ detail }) => heard.push([type, detail.code]));`;
  await product.evaluate(`${events} ${element}.dashboard.setFilters({ 'orders.city': { value: ['Rome', 'Pisa'] } })`);
  const filters = `${element}.dashboard.getState().then(({ filters }) => filters)`;
  await expect.poll(() => product.evaluate(filters)).toEqual({ 'orders.city': { value: ['Rome', 'Pisa'] } });
  await expect.poll(() => frame.evaluate('location.search')).toContain('Pisa');
  const sleepForADay = async () => {
    time += day;
    const wake = `const now = Date.now; Date.now = () => now() + ${day}`;
    await product.evaluate(`{ ${wake} }`);
    await frame.evaluate(`{ ${wake}; document.dispatchEvent(new Event('visibilitychange')); }`);
  };
  const goesOn = async () => {
    await expect.poll(() => product.evaluate('heard.at(-1)?.[0]')).toBe('loaded');
    await shows(frame, 'Rome 70');
    expect(await frame.evaluate(`document.querySelector('.banner').hidden`)).toBe(true);
    expect(await product.evaluate(filters)).toEqual({ 'orders.city': { value: ['Rome', 'Pisa'] } });
    expect(await sessionsOf('globex-inc')).toBe(1); // the sessions of before are over
  };
  await expect.poll(() => product.evaluate('heard.at(-1)?.[0]')).toBe('loaded');

  await sleepForADay();
  await expect.poll(() => product.evaluate('heard.map(([type]) => type)')).toContain('session-expired');
  await goesOn();

  host.kill();
  await once(host, 'close');
  await sleepForADay();
  await expect.poll(() => product.evaluate('heard.at(-1)')).toEqual(['error', 'session.unavailable']);
  expect(await frame.evaluate(cells)).toBe('Rome 70'); // what was shown stays
  expect(await frame.evaluate(`document.querySelector('.banner').textContent`)).toContain('expired');
  host = await startHost();
  await product.evaluate(`dispatchEvent(new Event('online'))`);
  await goesOn();
  await product.close();
});

it('what a frame asks can be asked without a browser', async () => {
  const lines = (await run(lookInto))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ rows }) => rows).filter(Boolean)).toEqual([
    [
      ['Oslo', '100'],
      ['Bergen', '50'],
    ],
  ]);
  expect(lines.at(-1)).toEqual({ done: true });
});
