import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

/** The data goes on until 13 February. */
const now = Date.UTC(2026, 1, 10, 9, 30);

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project', now);
  guarded = await console.admin();
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const titles = ['Sales, 2026-02 so far, 10 of 28 days', 'Sales, 2026-01, 10 of 31 days'];
const compared = {
  measures: ['sales.amount'],
  timeDimensions: [{ dimension: 'sales.ordered_at', compareDateRange: ['this month', 'period before this month'] }],
};
const byMonth = {
  measures: ['sales.amount'],
  dimensions: ['sales.ordered_at.month'],
  timeDimensions: [{ dimension: 'sales.ordered_at', dateRange: 'from 1 month ago to now' }],
};

/** What is sold on days from and to a number of the first day of the data. */
const salesOf = (from: number, to: number): number =>
  Array.from({ length: to - from + 1 }, (_, index) => 10 ** ((from + index) % 4)).reduce((sum, each) => sum + each, 0);

/** 1 to 10 February, and 5 to 10 January: there is nothing before. */
const [current, before] = [salesOf(27, 36), salesOf(0, 5)];
const change = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 1,
}).format((current - before) / before);

it('a month that goes on is compared with as much of the one before, and says how much that is', async () => {
  const explore = new ExplorePage(page);
  await explore.open({ view: 'sales', q: compared });
  for (const title of titles) await page.getByText(title).first().waitFor();
  await page.getByText(change, { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await explore.tab('Table');
  await expect.poll(() => explore.rows()).toEqual([[current, before].map((each) => each.toLocaleString('en-GB'))]);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await waiting).path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(lines).toEqual([titles.map((title) => `"${title}"`).join(','), `${current},${before}`]);
});

it('days of another range stay as they are, and are no measure of what goes on', async () => {
  const explore = new ExplorePage(page);
  const ranges = ['this month', ['2026-01-05', '2026-01-31']];
  const timeDimensions = [{ dimension: 'sales.ordered_at', compareDateRange: ranges }];
  await explore.open({ view: 'sales', q: { ...compared, timeDimensions } });
  await page
    .getByText(titles[0] ?? '')
    .first()
    .waitFor();
  await page.getByText(/^Sales, 2026-01-05 to 2026-01-31: /).waitFor();
  expect(await page.locator('.orrery-kpi-change strong').count()).toBe(0);
});

it('a bucket that is not over is dashed or hatched, and says so, to the eye and to those who hear it', async () => {
  const explore = new ExplorePage(page);
  await explore.open({ view: 'sales', q: byMonth, kind: 'line' });
  await explore.picture.locator('path[stroke-dasharray="4,4"]').waitFor();
  await page.getByText('Feb 2026, so far.', { exact: true }).waitFor();
  const picture = page.getByRole('application');
  await picture.press('Enter');
  await picture.press('End');
  await page.locator('.orrery-chart-point').filter({ hasText: 'Feb 2026, so far' }).waitFor({ state: 'attached' });
  await picture.press('Escape');
  expect(await violationsOf(page)).toEqual([]);

  for (const chart of ['grouped_bar', 'horizontal_stacked_bar', 'area']) {
    await explore.open({ view: 'sales', q: byMonth, kind: chart });
    const hatch = explore.picture.locator('path[fill^="url(#orrery-chart-"]');
    await hatch.waitFor();
    const [id] = /orrery-chart-\d+-hatch/.exec((await hatch.getAttribute('fill')) ?? '') ?? [];
    expect(await page.locator(`pattern#${id}`).count()).toBe(1);
    await page.getByText('Feb 2026, so far.', { exact: true }).waitFor();
  }
  await picture.press('Enter');
  expect(await violationsOf(page)).toEqual([]);
  await explore.tab('Table');
  await expect
    .poll(async () => (await explore.rows()).map(([month]) => month))
    .toEqual(['Jan 2026', 'Feb 2026, so far']);
  await page.getByRole('button', { name: 'CSV' }).waitFor();
});

it('workbooks, dashboards and frames say the same', async () => {
  const { workbookId, report } = await maker.workbook('So far');
  const one = await report('Compared', { jsonQuery: JSON.stringify(compared) });
  const months = await report('Months', {
    jsonQuery: JSON.stringify(byMonth),
    meta: { visualization: { kind: 'vega' } },
  });
  const statement = await report('Months of a statement', {
    sqlQuery:
      'SELECT date_trunc(\'month\', ordered_at) AS "sales.ordered_at.month", MEASURE(amount) AS "sales.amount" FROM sales GROUP BY 1',
    meta: { visualization: { kind: 'vega' } },
  });
  for (const [id, text] of [
    [one, titles[1]],
    [months, 'Feb 2026, so far.'],
    [statement, 'Feb 2026, so far.'],
  ] as const) {
    await page.goto(`/deployments/1/workbooks/${workbookId}?report=${id}`);
    await page
      .getByText(text ?? '')
      .first()
      .waitFor();
  }
  const tile = (reportId: number, x: number) => ({
    ...{ id: `chart ${reportId}`, type: 'CHART', position: { x, y: 0, w: 6, h: 8 } },
    config: { reportId },
  });
  const publicId = await maker.publish(workbookId, [tile(one, 0), tile(months, 6)]);
  const shows = async (shown: Page) => {
    for (const title of titles) await shown.getByText(title).first().waitFor();
    await shown.getByText(change).first().waitFor();
    await shown.getByText('Feb 2026, so far.', { exact: true }).waitFor();
    await shown.locator('pattern').waitFor({ state: 'attached' });
    expect(await violationsOf(shown)).toEqual([]);
  };
  await page.goto(`/dashboards/${publicId}`);
  await shows(page);
  await keepBuilt('frames');
  await using other = await console.person('fay', 'viewer');
  await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('fay') }, 'WorkbookRead');
  const framed = await other.newPage();
  const data = { username: 'fay', password };
  await framed.request.post('/api/v1/embed/sign-in', { data, headers: { origin: console.origin } });
  await framed.goto(`/embed/dashboard/${publicId}?locale=en-GB`);
  await shows(framed);
});
