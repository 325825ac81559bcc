import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChartWalk } from './chart-walk.ts';
import { ConsoleService } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { violationsOf } from './guarded-browser.ts';

let console: ConsoleService;
let walk: ChartWalk;
let page: Page;
let explore: ExplorePage;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  walk = await ChartWalk.open(console);
  ({ page, explore } = walk);
});

afterAll(async () => {
  await walk?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const byMonth = {
  measures: ['sales.amount', 'sales.count'],
  timeDimensions: [{ dimension: 'sales.ordered_at', granularity: 'month' }],
  order: { 'sales.ordered_at': 'desc' },
};

it('numbers are set block by block, and are the same on dashboards and in frames', async () => {
  await explore.open({ view: 'sales', q: byMonth });
  await explore.choose('Chart type', 'Numbers');
  await page.getByText('Sales, Feb 2026').waitFor();
  await page.getByRole('button', { name: 'Fields and style' }).click();
  const settings = page.getByRole('region', { name: 'Settings of numbers' });
  const group = (name: string) => settings.getByRole('group', { name, exact: true });
  await settings.getByRole('button', { name: 'Remove 3. Number' }).waitFor();
  await settings.getByRole('button', { name: 'Remove 4. Comparison' }).click();
  await settings.getByRole('button', { name: 'Remove 3. Number' }).click();
  const pick = async (within: ReturnType<typeof group>, label: string, option: string) => {
    await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('listbox', { name: label }).getByRole('option', { name: option, exact: true }).click();
  };
  await pick(group('2. Comparison'), 'Shown in', 'Both');
  await pick(group('2. Comparison'), 'Good is', 'More');
  await pick(settings, 'Add a block', 'Progress');
  await group('3. Progress').getByLabel('Target', { exact: true }).fill('20000');
  await page.keyboard.press('Enter');
  await pick(settings, 'Add a block', 'Text');
  await group('4. Text').getByLabel('Text', { exact: true }).fill('Of **all** cities <img src=x>');
  await pick(settings, 'Add a block', 'HTML');
  const template = `<h1>{{result._first._text.amount}}</h1><p id="found"></p><script>
    try { document.getElementById('found').textContent = parent.document.title } catch (error) {
      document.getElementById('found').textContent = error.name }</script>`;
  await group('5. HTML').getByLabel('Template').fill(template);
  await settings.getByRole('tab', { name: 'Style' }).click();
  await pick(settings, 'Direction', 'Below each other');
  const expectNumbers = async (of: Page, name: string) => {
    await of.getByRole('meter', { name: 'Sales' }).waitFor();
    expect(await of.getByRole('meter').getAttribute('aria-valuetext')).toBe('21.7%, 4,333 of 20k');
    const change = of.locator('.orrery-kpi-change').first();
    expect(await change.textContent()).toBe('−2,444 (−36.1%), marked as bad Feb 2026 against Jan 2026: 6,777');
    expect(await change.getAttribute('data-tone')).toBe('bad');
    await of.getByText('Of all cities <img src=x>').waitFor();
    const html = of.frameLocator(`iframe[title="${name}"]`);
    await html.getByRole('heading', { name: '4,333' }).waitFor();
    expect(await html.locator('#found').innerText()).toBe('SecurityError');
    expect(await of.locator('.orrery-kpis').getAttribute('data-direction')).toBe('column');
    expect(await violationsOf(of)).toEqual([]);
  };
  const title = 'Sales and Orders by Ordered at (month)';
  await expectNumbers(page, title);
  await walk.picture('kpi-explore');
  await page.reload();
  await expectNumbers(page, title);
  await walk.save('Headline');
  const publicId = await walk.publish('Headline');
  await expectNumbers(page, 'Headline');
  await walk.picture('kpi-dashboard');
  const frame = await walk.framed(publicId);
  await expectNumbers(frame, 'Headline');
  await walk.picture('kpi-frame', frame);
  await frame.close();
});

it('blocks that do not fit the answer say why, in their place', async () => {
  const blocks = [
    { kind: 'number', measure: 'sales.gone' },
    { kind: 'sparkline', measure: 'sales.amount' },
    { kind: 'progress', measure: 'sales.amount', target: 0 },
    { kind: 'progress', measure: 'sales.amount', form: 'circle', targetMeasure: 'sales.count' },
  ];
  await explore.open({ view: 'sales', q: { measures: ['sales.amount', 'sales.count'] }, kind: 'kpi', kpi: { blocks } });
  await page.getByText('This answer has no column sales.gone.').waitFor();
  await page.getByText('A line over time needs one time dimension').waitFor();
  await page.getByText('The target is no number above zero.').waitFor();
  expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/of 40$/);
  await walk.picture('kpi-notices');
  await page.getByRole('button', { name: 'Reset chart' }).click();
  await page.getByText('no column').waitFor({ state: 'detached' });
  await page.getByRole('definition').nth(1).waitFor();
});

it('a spec is edited in place of a chart, checked, saved and published, until the chart is reset', async () => {
  const q = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
  await explore.open({ view: 'sales', q });
  await explore.picture.waitFor();
  await page.getByRole('button', { name: 'Edit spec' }).click();
  const editor = page.getByRole('textbox', { name: 'Vega-Lite spec' });
  await expect.poll(() => editor.inputValue()).toContain('"mark": "bar"');
  await explore.picture.waitFor();
  await walk.picture('spec-explore');
  const run = async (text: string) => {
    await editor.fill(text);
    await page.keyboard.press('Control+Enter');
  };
  await run('{ "mark": "bar"');
  await page.getByText('The spec of this chart is not a JSON object.').waitFor();
  await run('{ "mark": { "type": "bar", "href": "https://evil.example" } }');
  await page.getByText('The spec of this chart has links, which is not allowed here.').waitFor();
  const x = { calculate: "datum['sales.amount'] * 2", as: 'twice' };
  const encoding = { x: { field: 'sales.city' }, y: { field: 'twice', type: 'quantitative', title: 'Twice' } };
  const spec = { transform: [x], mark: { type: 'bar', color: '#c02060' }, encoding };
  await run(JSON.stringify(spec));
  const bars = (of: Page) => of.locator('.mark-rect path[fill="#c02060"]');
  await expect.poll(() => bars(page).count()).toBe(4);
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => bars(page).count()).toBe(4);
  await walk.save('Twice');
  const publicId = await walk.publish('Twice');
  await expect.poll(() => bars(page).count()).toBe(4);
  await walk.picture('spec-dashboard');
  const frame = await walk.framed(publicId);
  await expect.poll(() => bars(frame).count()).toBe(4);
  await frame.close();

  // A report that another program made opens with its spec, and is drawn by us once it is reset.
  const { workbookId, report } = await walk.maker.workbook('Of others');
  expect(workbookId).toBeGreaterThan(0);
  const visualization = { kind: 'vega', spec };
  const id = await report('Foreign', { jsonQuery: JSON.stringify(q), meta: { visualization } });
  await page.goto(`/explore?report=${id}`);
  await expect.poll(() => bars(page).count()).toBe(4);
  await expect.poll(() => page.getByRole('textbox', { name: 'Vega-Lite spec' }).inputValue()).toContain('"calculate"');
  await page.getByRole('button', { name: 'Reset chart' }).click();
  await page.getByRole('button', { name: 'Edit spec' }).waitFor();
  await expect.poll(() => bars(page).count()).toBe(0);
});

it('what draws a picture and cannot be loaded is told in its place, and loaded when it is tried again', async () => {
  await using other = await console.admin({ statuses: [404] });
  const missing = await other.newPage();
  const gone = (name: string) =>
    missing.route(new RegExp(`/assets/${name}-[^/]*\\.js`), (route) => route.fulfill({ status: 404, body: '' }));
  await gone('draw-kpis');
  await gone('draw-chart');
  const at = new ExplorePage(missing);
  const alert = missing.getByRole('alert').filter({ hasText: 'What shows this could not be loaded.' });
  await at.open({ view: 'sales', q: { measures: ['sales.amount'] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.getByRole('button', { name: 'Try again', disabled: false }).waitFor();
  expect(await violationsOf(missing)).toEqual([]);
  await missing.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await missing.locator('.orrery-kpis').waitFor();
  expect(await alert.count()).toBe(0);

  await gone('draw-chart');
  await at.open({ view: 'sales', q: byMonth, type: 'bar' });
  await alert.waitFor();
  await missing.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await missing.getByRole('application').locator('svg').first().waitFor();
});

it('a palette of the account is made for a chart, and changes it wherever it is drawn, until it is deleted', async () => {
  const q = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
  const bars = (of: Page, fill: string) =>
    expect.poll(() => of.locator(`.mark-rect path[fill="${fill}"]`).count()).toBe(4);
  await explore.open({ view: 'sales', q, kind: 'grouped_bar' });
  await bars(page, '#4061d0');
  await page.getByRole('button', { name: 'Fields and style' }).click();
  const settings = page.getByRole('region', { name: 'Chart settings' });
  await settings.getByRole('tab', { name: 'Style' }).click();
  const manage = async () => {
    await settings.getByRole('button', { name: 'Manage palettes' }).press('Enter');
    return page.getByRole('dialog', { name: 'Chart palettes' });
  };
  const dialog = await manage();
  await dialog.getByText('There are none yet.').waitFor();
  await dialog.getByRole('region', { name: 'Built-in, for amounts' }).getByText('Blue to orange').waitFor();
  await dialog.getByRole('button', { name: 'New palette' }).press('Enter');
  await page.keyboard.type('Sea');
  const colours = dialog.getByLabel('Colours, separated by commas');
  await colours.fill('#0b3954, teal');
  await page.keyboard.press('Enter');
  await dialog.getByText('These are no colours such as #4061d0: teal').waitFor();
  await colours.fill('#0b3954, #087e8b');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.getByRole('listitem', { name: 'Sea' }).getByRole('img', { name: '#0b3954, #087e8b' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await bars(page, '#0b3954');
  await settings.getByRole('button', { name: /^Sea Colours$/ }).waitFor();
  await walk.save('By palette');
  const report = page.url();
  const publicId = await walk.publish('By palette');
  await bars(page, '#0b3954');
  const frame = await walk.framed(publicId);
  await bars(frame, '#0b3954');

  // Nothing is published again: the palette alone changes.
  await page.goto(report);
  await bars(page, '#0b3954');
  await page.getByRole('button', { name: 'Fields and style' }).click();
  await settings.getByRole('tab', { name: 'Style' }).click();
  await (await manage()).getByRole('button', { name: 'Edit Sea' }).click();
  await colours.fill('#f15946, #2d1e2f');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await colours.waitFor({ state: 'detached' });
  await dialog.getByRole('listitem', { name: 'Sea' }).getByRole('img', { name: '#f15946, #2d1e2f' }).waitFor();
  await page.keyboard.press('Escape');
  await bars(page, '#f15946');
  await page.goto(`/dashboards/${publicId}`);
  await bars(page, '#f15946');
  await frame.reload();
  await bars(frame, '#f15946');

  await page.goto(report);
  await page.getByRole('button', { name: 'Fields and style' }).click();
  await settings.getByRole('tab', { name: 'Style' }).click();
  await (await manage()).getByRole('button', { name: 'Delete Sea' }).click();
  await dialog.getByText('get the usual colours', { exact: false }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete Sea' }).press('Enter');
  await dialog.getByText('There are none yet.').waitFor();
  await page.keyboard.press('Escape');
  await bars(page, '#4061d0');
  await settings.getByRole('button', { name: /^A palette that is deleted Colours$/ }).waitFor();
  await page.goto(`/dashboards/${publicId}`);
  await bars(page, '#4061d0');
  await frame.reload();
  await bars(frame, '#4061d0');
  await frame.close();
});
