import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  // What a template throws on purpose.
  guarded = await console.admin({ expected: /thrown on purpose/ });
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const q = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
const frameOf = (name: string) => page.frameLocator(`iframe[title="${name}"]`);

/** Says what it reaches of the application, and shows the first row. */
const template = `<h1>{{result._first.city}}: {{result._first._text.amount}}</h1>
<ul>{{#each result.data}}<li>{{city}} {{amount}}</li>{{/each}}</ul><p id="found"></p>
<script>
  const tries = (what) => { try { return String(what()) } catch (error) { return error.name } };
  document.getElementById('found').textContent = [
    tries(() => localStorage.length), tries(() => document.cookie), tries(() => parent.document.title),
    orrery.result.data.length,
  ].join(' ');
</script>`;

it('a chart of HTML is written in Explore, saved, published, and reaches nothing of the application', async () => {
  await page.goto(`/explore?view=sales&q=${encodeURIComponent(JSON.stringify(q))}`);
  await page.getByRole('button', { name: /Chart type$/ }).click();
  await page.getByRole('option', { name: 'HTML' }).click();
  const heading = 'Sales by City';
  await frameOf(heading).getByRole('cell', { name: 'Bergen' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const editor = page.getByRole('textbox', { name: 'Template' });
  await editor.fill('<p>{{#each result.data}}</p>');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('Parse error').waitFor();
  await editor.fill('<script>throw new Error("thrown on purpose")</script>');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText('thrown on purpose').waitFor();
  await editor.fill(template);
  await page.keyboard.press('Control+Enter');
  await frameOf(heading).getByRole('heading', { name: 'Bergen: 100' }).waitFor();
  expect(await page.getByRole('alert').getByText('thrown').count()).toBe(0);
  await page.reload();
  await frameOf(heading).getByRole('heading', { name: 'Bergen: 100' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cities');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as Cities').waitFor();

  const { workbookId } = await maker.workbook('Html');
  await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
  await page.getByRole('button', { name: 'Add chart' }).click();
  await page.getByRole('button', { name: 'Add Cities' }).click();
  await frameOf('Cities').getByRole('heading', { name: 'Bergen: 100' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await expect
    .poll(() => frameOf('Cities').locator('#found').innerText())
    .toBe('SecurityError SecurityError SecurityError 4');
  await expect
    .poll(() => frameOf('Cities').getByRole('listitem').allInnerTexts())
    .toEqual(['Bergen 100', 'Milan 10000', 'Oslo 10', 'Rome 1000']);
  // It stays in its tile, however long it is.
  const frame = await page.locator('iframe[title="Cities"]').boundingBox();
  const tile = await page.getByRole('region', { name: 'Cities' }).boundingBox();
  expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual((tile?.y ?? 0) + (tile?.height ?? 0));
  expect(await violationsOf(page)).toEqual([]);
});

it('a chart of HTML is shown in frames of published dashboards', async () => {
  await keepBuilt('frames');
  const { workbookId, report } = await maker.workbook('Framed');
  const visualization = { kind: 'html', spec: { template: '<h1>{{result._first.city}}</h1>' } };
  const reportId = await report('First city', { jsonQuery: JSON.stringify(q), meta: { visualization } });
  const broken = { kind: 'html', spec: '{{#each result.data}}' };
  const brokenId = await report('Broken', { jsonQuery: JSON.stringify(q), meta: { visualization: broken } });
  const chart = (id: number, x: number) => ({
    ...{ id: `chart ${id}`, type: 'CHART', position: { x, y: 0, w: 6, h: 8 } },
    config: { reportId: id },
  });
  const publicId = await maker.publish(workbookId, [chart(reportId, 0), chart(brokenId, 6)]);
  await using other = await console.person('fay', 'viewer', { statuses: [404] });
  await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('fay') }, 'WorkbookRead');
  const framed = await other.newPage();
  const data = { username: 'fay', password };
  await framed.request.post('/api/v1/embed/sign-in', { data, headers: { origin: console.origin } });
  await framed.goto(`/embed/dashboard/${publicId}`);
  await framed.frameLocator('iframe[title="First city"]').getByRole('heading', { name: 'Bergen' }).waitFor();
  await framed.getByRole('region', { name: 'Broken' }).getByRole('alert').getByText('Parse error').waitFor();
  // Where the application is not built, nothing is at this address.
  await framed.route('**/embed/sandbox', (route) => route.fulfill({ status: 404, body: 'Not Found' }));
  await framed.reload();
  await framed.getByRole('region', { name: 'First city' }).getByRole('alert').getByText('did not load here').waitFor();
});
