import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { root } from './take-steps.ts';

/**
 * Makes the pictures of `docs/screens.md` from the demo: `npm run screens`. They show days of the demo, which end
 * today, so they differ from one day to the next.
 */
const folder = join(root, 'docs/screens');
const wide = { width: 1440, height: 900 };
const looks = [
  ['light', wide, 'light'],
  ['dark', wide, 'dark'],
  ['phone', { width: 360, height: 800 }, 'light'],
] as const;
/** For what is drawn after the last answer. */
const settledMs = 1_000;

const byMonth = {
  measures: ['sales.sales'],
  dimensions: ['sales.store_channel'],
  timeDimensions: [{ dimension: 'sales.ordered_at', granularity: 'month', dateRange: 'last 12 months' }],
};
const byCategory = { measures: ['sales.sales', 'sales.orders'], dimensions: ['sales.category'] };
const whole = { measures: ['sales.sales'] };

/** The demo as a newcomer starts it, and the address that it prints. */
async function startDemo(data: string): Promise<{ readonly server: ChildProcess; readonly address: string }> {
  const server = spawn(process.execPath, ['scripts/start.ts', '--data', data], {
    cwd: root,
    env: { ...process.env, ORRERY_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    said += text;
    const address = /Open\s+(\S+)/.exec(said)?.[1];
    if (address !== undefined) return { server, address };
  }
  throw new Error('the demo has not started');
}

async function api(context: BrowserContext, origin: string, path: string, data: object, method = 'post') {
  const answer = await context.request.fetch(`${origin}/api/v1${path}`, { method, data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A workbook with a published dashboard, and a folder beside it. @returns the id of the workbook, and of the dashboard */
async function makeContent(context: BrowserContext, origin: string) {
  const ask = (path: string, data: object) => api(context, origin, `/deployments/1${path}`, data);
  await ask('/folders', { name: 'Weekly reviews' });
  const { id: workbookId } = await ask('/workbooks', { name: 'Sales review' });
  const report = async (name: string, query: object) =>
    (await ask('/reports', { name, workbookId, jsonQuery: JSON.stringify(query) })).id as number;
  const [months, categories, total] = [
    await report('Sales by month and channel', byMonth),
    await report('Sales by category', byCategory),
    await report('Sales', whole),
  ];
  const chart = (id: string, reportId: number, position: object) => ({
    id,
    type: 'CHART',
    position,
    config: { reportId },
  });
  const filter = {
    semanticView: 'sales',
    member: 'sales.store_channel',
    dimensionType: 'string',
    operator: 'equals',
    multiple: true,
    title: 'Channel',
  };
  const widgets = [
    {
      id: 'channel',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 4, h: 2 },
      config: { ...filter, visibility: 'visible' },
    },
    chart('total', total, { x: 0, y: 2, w: 4, h: 5 }),
    chart('categories', categories, { x: 4, y: 2, w: 8, h: 10 }),
    {
      id: 'about',
      type: 'TEXT',
      position: { x: 0, y: 7, w: 4, h: 5 },
      config: {
        content:
          '### How to read this\n\nAll channels of the shop, without returns. Ask the **data team** for other views.',
      },
    },
    chart('months', months, { x: 0, y: 12, w: 12, h: 11 }),
  ];
  const { publicId } = await ask(`/workbooks/${workbookId}/publish`, { workbookId, config: { widgets } });
  await ask('/reports', { name: 'Orders by category', jsonQuery: JSON.stringify(byCategory) });
  return { workbookId, publicId };
}

async function drawn(page: Page): Promise<void> {
  await page.getByRole('application').locator('svg').first().waitFor();
  await page.waitForLoadState('networkidle');
}

const data = mkdtempSync(join(tmpdir(), 'orrery-screens-'));
const { server, address } = await startDemo(data);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { origin } = new URL(address);
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForURL(`${origin}/`);
  const { workbookId, publicId } = await makeContent(context, origin);
  const explore = `/explore?view=sales&q=${encodeURIComponent(JSON.stringify(byMonth))}`;
  const screens: readonly (readonly [name: string, path: string, ready: (page: Page) => Promise<unknown>])[] = [
    ['home', '/', drawn],
    ['explore', explore, drawn],
    ['explore-table', `${explore}&tab=table`, (one) => one.getByRole('grid').waitFor()],
    ['explore-why', `${explore}&tab=why`, (one) => one.getByText('Definitions').first().waitFor()],
    ['workspace', '/workspace', (one) => one.getByRole('link', { name: 'Sales review' }).waitFor()],
    ['workbook', `/deployments/1/workbooks/${workbookId}`, drawn],
    ['builder', `/deployments/1/workbooks/${workbookId}/dashboard`, drawn],
    ['dashboard', `/dashboards/${publicId}`, drawn],
    ['frame', `/embed/dashboard/${publicId}`, drawn],
    ['frame-chat', '/embed/d/1/chat', (one) => one.getByText('Ask a question about your data.').waitFor()],
  ];
  for (const [look, viewport, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const [name, path, ready] of screens) {
      await page.goto(origin + path);
      await ready(page);
      await page.waitForTimeout(settledMs);
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled' });
    }
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}
