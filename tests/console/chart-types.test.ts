import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let explore: ExplorePage;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin();
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
  explore = new ExplorePage(page);
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

/** Pictures for those who look at them; nothing without a folder for them. */
async function picture(name: string, of: Page = page): Promise<void> {
  const folder = process.env['ORRERY_PICTURES'];
  if (folder === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await of.emulateMedia({ colorScheme });
    for (const width of [1440, 360]) {
      await of.setViewportSize({ width, height: 900 });
      await of.waitForTimeout(400);
      await of.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await of.emulateMedia({ colorScheme: 'light' });
  await of.setViewportSize({ width: 1440, height: 900 });
}

async function save(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`Saved as ${name}`).waitFor();
}

/** Puts a saved report on a dashboard, publishes and opens that. @returns the id in its address */
async function publish(name: string): Promise<string> {
  const { workbookId } = await maker.workbook(`Workbook of ${name}`);
  await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
  await page.getByRole('button', { name: 'Add chart' }).click();
  await page.getByRole('button', { name: `Add ${name}` }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await page.getByRole('region', { name }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Opens a dashboard as a page in a frame has it. */
async function framed(publicId: string): Promise<Page> {
  await keepBuilt('frames');
  const frame = await guarded.newPage();
  await frame.goto(`/embed/dashboard/${publicId}`);
  return frame;
}

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
    expect(await change.innerText()).toBe('−2,444 (−36.1%) Jan 2026: 6,777');
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
  await picture('kpi-explore');
  await page.reload();
  await expectNumbers(page, title);
  await save('Headline');
  const publicId = await publish('Headline');
  await expectNumbers(page, 'Headline');
  await picture('kpi-dashboard');
  const frame = await framed(publicId);
  await expectNumbers(frame, 'Headline');
  await picture('kpi-frame', frame);
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
  await picture('kpi-notices');
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
  await picture('spec-explore');
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
  await save('Twice');
  const publicId = await publish('Twice');
  await expect.poll(() => bars(page).count()).toBe(4);
  await picture('spec-dashboard');
  const frame = await framed(publicId);
  await expect.poll(() => bars(frame).count()).toBe(4);
  await frame.close();

  // A report that another program made opens with its spec, and is drawn by us once it is reset.
  const { workbookId, report } = await maker.workbook('Of others');
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
