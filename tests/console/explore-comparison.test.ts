import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin();
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const range = ['2026-01-19', '2026-02-01'];
const before = 'period before 2026-01-19 to 2026-02-01';
const byCity = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
const titles = ['Sales, 2026-01-19 to 2026-02-01', 'Sales, 2026-01-05 to 2026-01-18'];

/** What the cities have sold on days from and to a number of the first day of the data. */
function salesOf(from: number, to: number): Readonly<Record<string, number>> {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const cities = ['Oslo', 'Bergen', 'Rome', 'Milan'];
  return Object.fromEntries(cities.map((city, at) => [city, days.filter((day) => day % 4 === at).length * 10 ** at]));
}

it('a range is compared with the one before by the keyboard alone, in chart, table, file and report', async () => {
  const explore = new ExplorePage(page);
  const compared = { dimension: 'sales.ordered_at', dateRange: range };
  await explore.open({ view: 'sales', q: { ...byCity, timeDimensions: [compared] } });
  await explore.picture.waitFor();
  await page.getByRole('button', { name: /^Ordered at: 2026-01-19 to 2026-02-01/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Compare with$/ }).press('Enter');
  await page.getByRole('option', { name: 'The period before' }).press('Enter');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await page.getByRole('button', { name: /^Ordered at: .* compared with the period before/ }).waitFor();
  expect(explore.state()['q']).toMatchObject({
    timeDimensions: [{ dimension: 'sales.ordered_at', compareDateRange: [range, before] }],
  });
  const picture = page.getByRole('application');
  for (const title of titles) await picture.getByText(title).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  const [now, then] = [salesOf(14, 27), salesOf(0, 13)];
  const expected = Object.keys(now)
    .toSorted()
    .map((city) => [city, ...[now, then].map((each) => (each[city] ?? 0).toLocaleString('en-GB'))]);
  await explore.tab('Table');
  await expect.poll(() => explore.rows()).toEqual(expected);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await waiting).path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe(['Sales City', ...titles.map((title) => `"${title}"`)].join(','));
  expect(lines.slice(1)).toEqual(expected.map((row) => row.map((cell) => cell.replaceAll(',', '')).join(',')));
  await explore.tab('SQL');
  await page.getByText('Generated SQL').first().waitFor();
  await explore.tab('Why');
  await page.getByText('2026-01-19').first().waitFor();
  await explore.tab('Code');
  await page.getByText('loadMany').waitFor();

  await explore.tab('Chart');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Compared');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as Compared').waitFor();
  const reportId = Number(explore.state()['report']);
  const { jsonQuery } = await maker.api('get', `/deployments/1/reports/${reportId}`);
  expect(JSON.parse(jsonQuery)).toMatchObject({ timeDimensions: [{ compareDateRange: [range, before] }] });
  await page.reload();
  for (const title of titles) await page.getByRole('application').getByText(title).waitFor();
});

it('days of two ranges stand at the same place, and a range without rows is named as well', async () => {
  const explore = new ExplorePage(page);
  const open = (compareDateRange: readonly unknown[]) =>
    explore.open({
      view: 'sales',
      tab: 'table',
      q: {
        measures: ['sales.count'],
        dimensions: ['sales.ordered_at.week'],
        timeDimensions: [{ dimension: 'sales.ordered_at', compareDateRange }],
      },
    });
  await open([range, before]);
  await expect
    .poll(() => explore.rows())
    .toEqual([
      ['19 Jan 2026', '7', '7'],
      ['26 Jan 2026', '7', '7'],
    ]);
  // Relative to today, which is in June; the year before has no rows.
  await open(['this year', 'year before this year']);
  await page.getByText('compared with a year earlier').first().waitFor();
  await expect.poll(async () => (await explore.rows())[0]).toEqual(['5 Jan 2026', '7', '–']);
  for (const title of ['Orders, 2026', 'Orders, 2025']) await page.getByRole('columnheader', { name: title }).waitFor();
});

it('one number says how it has changed, on the page, in a workbook, on a dashboard and in a frame', async () => {
  const explore = new ExplorePage(page);
  const q = {
    measures: ['sales.amount'],
    timeDimensions: [{ dimension: 'sales.ordered_at', compareDateRange: [['2026-02-02', '2026-02-13'], range] }],
  };
  const total = (from: number, to: number) => Object.values(salesOf(from, to)).reduce((sum, each) => sum + each, 0);
  const [now, then] = [total(28, 39), total(14, 27)];
  const change = new Intl.NumberFormat('en-GB', {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  })
    .format((now - then) / then)
    .replace('-', '−');
  await explore.open({ view: 'sales', q });
  await page.getByText(change, { exact: true }).waitFor();
  await page.getByText(/^Sales, 2026-01-19 to 2026-02-01: /).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  const { workbookId, report } = await maker.workbook('Changes');
  const one = await report('Change', { jsonQuery: JSON.stringify(q) });
  const over = {
    measures: ['sales.amount'],
    dimensions: ['sales.ordered_at.week'],
    order: { 'sales.ordered_at.week': 'desc' },
  };
  const series = await report('Series', {
    jsonQuery: JSON.stringify(over),
    meta: { visualization: { kind: 'kpi' } },
  });
  await page.goto(`/deployments/1/workbooks/${workbookId}?report=${one}`);
  await page.getByText(change, { exact: true }).waitFor();
  // What is asked for a page that is left is stopped.
  await page.route('**/v1/load', () => undefined);
  const asked = page.waitForRequest('**/v1/load');
  await page.goto(`/deployments/1/workbooks/${workbookId}?report=${one}`);
  const request = await asked;
  const stopped = page.waitForEvent('requestfailed', (each) => each === request);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await stopped;
  await page.unroute('**/v1/load');
  const tile = (reportId: number, x: number) => ({
    ...{ id: `chart ${reportId}`, type: 'CHART', position: { x, y: 0, w: 6, h: 6 } },
    config: { reportId },
  });
  const publicId = await maker.publish(workbookId, [tile(one, 0), tile(series, 6)]);
  await page.goto(`/dashboards/${publicId}`);
  await page.getByText(change, { exact: true }).waitFor();
  await page.locator('.orrery-kpi-trend path').waitFor({ state: 'attached' });
  expect(await violationsOf(page)).toEqual([]);

  await keepBuilt('frames');
  await using other = await console.person('fay', 'viewer');
  await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('fay') }, 'WorkbookRead');
  const framed = await other.newPage();
  const data = { username: 'fay', password };
  await framed.request.post('/api/v1/embed/sign-in', { data, headers: { origin: console.origin } });
  await framed.goto(`/embed/dashboard/${publicId}?locale=en-GB`);
  await framed.getByText(change, { exact: true }).waitFor();
  await framed.locator('.orrery-kpi-trend path').waitFor({ state: 'attached' });
  expect(await violationsOf(framed)).toEqual([]);
});

it('calculated fields wait while ranges are compared, and say why', async () => {
  const explore = new ExplorePage(page);
  const ranges = { dimension: 'sales.ordered_at', compareDateRange: [range, before] };
  const calculated = [{ name: 'Share', calculation: 'percent_of_total', of: 'sales.amount' }];
  const open = (timeDimensions: readonly object[]) =>
    explore.open({ view: 'sales', q: { ...byCity, timeDimensions }, calculated, tab: 'table' });
  await open([ranges]);
  await expect.poll(async () => (await explore.rows()).map((row) => row.length)).toEqual([3, 3, 3, 3]);
  await page.getByRole('group', { name: 'Calculated fields' }).getByTitle('Not while ranges are compared.').waitFor();
  await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Sales' }).click();
  const item = page.getByRole('menuitem', { name: /^Running total/ });
  await item.getByText('Not while ranges are compared.').waitFor();
  expect(await item.getAttribute('aria-disabled')).toBe('true');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await open([{ dimension: 'sales.ordered_at', dateRange: range }]);
  await page.getByRole('columnheader', { name: 'Share' }).waitFor();
});
