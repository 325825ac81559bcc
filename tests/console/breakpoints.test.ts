import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let publicId: string;
let workbookId: number;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin();
  const maker = new Maker(guarded, console.origin);
  ({ workbookId } = await maker.workbook('Places'));
  const text = (id: string, x: number, y: number, w: number, more: object = {}) => ({
    ...{ id, type: 'TEXT', position: { x, y, w, h: 4 }, config: { content: `Text ${id}` } },
    ...more,
  });
  const above = { responsiveLayouts: { sm: { x: 0, y: 0, w: 6, h: 4 } } };
  publicId = await maker.publish(workbookId, [
    ...[text('a', 0, 0, 4), text('b', 4, 0, 4), text('c', 8, 0, 4), text('d', 0, 4, 12, above)],
  ]);
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

/** How many columns there are, and the texts by rows. */
async function rowsOf(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await page.getByText('Text d', { exact: true }).waitFor();
  return page.evaluate(() => {
    const found = ['a', 'b', 'c', 'd'].map((name) => {
      const all = [...document.querySelectorAll('p')].find((each) => each.textContent === `Text ${name}`);
      const { left, top } = all?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return { name, left, top };
    });
    const rows = Map.groupBy(
      found.toSorted((one, other) => Math.round(one.top - other.top) || one.left - other.left),
      ({ top }) => Math.round(top),
    );
    const grid = document.querySelector('.tile-grid, .grid');
    const { display, gridTemplateColumns } = getComputedStyle(grid ?? document.body);
    const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1;
    return [columns, ...[...rows.values()].map((row) => row.map(({ name }) => name).join(''))];
  });
}

const expected = [
  [1440, [12, 'abc', 'd']],
  [1100, [10, 'abc', 'd']],
  [900, [6, 'd', 'abc']],
  [600, [4, 'ab', 'c', 'd']],
  [360, [1, 'a', 'b', 'c', 'd']],
] as const;

it('tiles stand on as many columns as there is room for, and one below the other on a phone', async () => {
  const page = await guarded.newPage();
  await page.goto(`/dashboards/${publicId}`);
  for (const [width, rows] of expected) expect([width, await rowsOf(page, width)]).toEqual([width, rows]);
  expect(await violationsOf(page)).toEqual([]);
});

it('so they do in frames', async () => {
  await keepBuilt('frames');
  await using other = await console.person('fay', 'viewer');
  const maker = new Maker(guarded, console.origin);
  await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('fay') }, 'WorkbookRead');
  const page = await other.newPage();
  const data = { username: 'fay', password };
  await page.request.post('/api/v1/embed/sign-in', { data, headers: { origin: console.origin } });
  await page.goto(`/embed/dashboard/${publicId}`);
  for (const [width, rows] of expected) expect([width, await rowsOf(page, width)]).toEqual([width, rows]);
});
