import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'explore-project');
});

afterAll(() => console?.[Symbol.asyncDispose]());

async function pageOf(guarded: Guarded): Promise<ExplorePage> {
  return new ExplorePage(await guarded.newPage());
}

async function api(guarded: Guarded, method: 'post' | 'put' | 'get', path: string, data?: object) {
  const answer = await guarded.context.request[method](`/api/v1${path}`, { data, headers: { origin: console.origin } });
  expect([path, answer.ok()]).toEqual([path, true]);
  return answer.json();
}

const bySales = { measures: ['sales.amount', 'sales.average'], dimensions: ['sales.channel'] };

describe('calculated fields', () => {
  it('come from the menu of a measure, are renamed, rewritten, sorted by, kept in the address, and go', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: { measures: bySales.measures }, tab: 'table' });
    await explore.rows();
    const measures = page.getByRole('group', { name: 'Measures' });
    const fields = page.getByRole('group', { name: 'Calculated fields' });
    await measures.getByRole('button', { name: 'Sales' }).click();
    const previous = page.getByRole('menuitem', { name: /^% of previous/ });
    await previous.getByText('It needs a dimension.').waitFor();
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await measures.getByRole('button', { name: 'Order value' }).click();
    expect(await page.getByRole('menuitem', { name: /total|previous/i }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await explore.open({ view: 'sales', q: { ...bySales, limit: 2 }, tab: 'table' });
    await explore.rows();
    await explore.table.getByRole('columnheader', { name: 'Sales' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: '% of total' }).click();
    await explore.table.getByRole('columnheader', { name: 'Sales (% of total)' }).waitFor();
    // Two of four channels are shown: their parts are of all sales.
    await expect
      .poll(() => explore.rows())
      .toEqual([
        ['(none)', '$4,500', '$18.00', '25.0%'],
        ['Online', '$4,498', '$17.99', '25.0%'],
      ]);
    expect(explore.state()).toMatchObject({
      q: { ...bySales, limit: 2 },
      calculated: [{ name: 'Sales (% of total)', calculation: 'percent_of_total', of: 'sales.amount' }],
      table: { columns: { 'Sales (% of total)': { format: { type: 'percent', decimalPlaces: 1 } } } },
    });

    await fields.getByRole('button', { name: 'Sales (% of total)' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calculated field: Sales (% of total)' });
    await dialog.getByText('Sales as a part of its sum over all rows, before the row limit.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Name').fill('sales.amount');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.getByText('Another column has this name.').waitFor();
    await dialog.getByLabel('Name').fill('Share <b>');
    await dialog.getByLabel('SQL').fill('"sales.amount" / (');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await page.getByText(`The calculated field 'Share <b>' is not one expression of SQL`).waitFor();
    await fields.getByRole('button', { name: 'Share <b>' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog').getByLabel('SQL').fill('"sales.amount" / SUM("sales.amount") OVER () / 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).press('Enter');
    await expect.poll(async () => (await explore.rows()).map((row) => row[3])).toEqual(['12.5%', '12.5%']);

    await explore.table.getByRole('columnheader', { name: 'Share' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click();
    await expect.poll(async () => (await explore.rows()).map(([name]) => name)).toEqual(['Partner', 'Store']);
    await explore.tab('SQL');
    await page.getByLabel('Semantic SQL').getByText('AS "Share <b>"').waitFor();
    await explore.tab('Why');
    await page.getByText('Share <b>: An expression of your own.').waitFor();
    await explore.tab('Code');
    await page.getByText('cubesql').first().waitFor();
    await page.reload();
    await explore.tab('Table');
    await expect.poll(async () => (await explore.rows()).map(([name]) => name)).toEqual(['Partner', 'Store']);
    await fields.getByRole('button', { name: 'Share' }).focus();
    await page.keyboard.press('Delete');
    await fields.waitFor({ state: 'detached' });
    expect(explore.state()).not.toHaveProperty('calculated');
    expect(explore.state()['q']).not.toHaveProperty('order');

    await explore.table.getByRole('columnheader', { name: 'Channel' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Count distinct' }).click();
    await explore.table.getByRole('columnheader', { name: 'Channel (count distinct)' }).waitFor();
    await fields.getByRole('button', { name: 'Channel (count distinct)' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText('How many values Channel has in each row; nothing is no value.').waitFor();
    expect(await page.getByRole('dialog').getByLabel('SQL').count()).toBe(0);
    await page.getByRole('dialog').getByLabel('Name').fill('Channels');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Channel' }).focus();
    await page.keyboard.press('Delete');
    // The channel that is none is no value.
    await expect.poll(() => explore.rows()).toEqual([['$17,979', '$17.98', '3']]);

    const q = { measures: ['sales.amount'], dimensions: ['sales.channel', 'sales.is_gift'] };
    await explore.open({ view: 'sales', q, pivot: ['sales.channel', 'sales.is_gift'], tab: 'table' });
    await explore.table.getByRole('columnheader', { name: '(none), true' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Create filtered measure' }).click();
    await fields.getByRole('button', { name: 'Sales ((none), true)' }).waitFor();
    for (const [shelf, name] of [
      ['Columns', 'Gift'],
      ['Columns', 'Channel'],
    ] as const) {
      await page.getByRole('group', { name: shelf }).getByRole('button', { name }).focus();
      await page.keyboard.press('Delete');
    }
    await expect.poll(() => explore.rows()).toEqual([['$17,979', '$1,512']]);
    await explore.tab('Why');
    await page.getByText('Sales of the rows with Channel: (none), Gift: true.').waitFor();
  });

  it('follow the query, are saved with the report, and are shown, published and downloaded with it', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const q = {
      measures: ['sales.amount'],
      dimensions: ['sales.ordered_at.quarter'],
      timeDimensions: [{ dimension: 'sales.ordered_at', dateRange: 'last 4 quarters' }],
    };
    await explore.open({ view: 'sales', q, tab: 'table' });
    await explore.rows();
    for (const calculation of ['% change from previous', 'Running total']) {
      await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Sales' }).click();
      await page.getByRole('menuitem', { name: calculation }).click();
      await explore.table.getByRole('columnheader', { name: `Sales (${calculation.toLowerCase()})` }).waitFor();
    }
    const quarters = [
      ['Q2 2025', '$1,638', '–', '$1,638'],
      ['Q3 2025', '$1,642', '0.2%', '$3,280'],
      ['Q4 2025', '$1,691', '3.0%', '$4,971'],
      ['Q1 2026', '$1,590', '−6.0%', '$6,561'],
    ];
    await expect.poll(() => explore.rows()).toEqual(quarters);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('By quarter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'By quarter' }).waitFor();
    const { report } = explore.state();
    const saved = await api(guarded, 'get', `/deployments/1/reports/${String(report)}`);
    expect(saved).toMatchObject({ jsonQuery: null, sqlQuery: expect.stringContaining('CURRENT_DATE') });
    await page.reload();
    await expect.poll(() => explore.rows()).toEqual(quarters);
    await page.getByRole('button', { name: 'Ordered at: last 4 quarters, UTC', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8').split('\r\n')[0]).toBe(
      '\uFEFFSales Ordered at,Sales Sales,Sales (% change from previous),Sales (running total)',
    );

    const { id } = await api(guarded, 'post', '/deployments/1/workbooks', { name: 'Calculated' });
    const { sqlQuery, meta } = saved;
    const tab = await api(guarded, 'post', '/deployments/1/reports', {
      ...{ name: 'Quarters', workbookId: id, sqlQuery, meta, source: 'PLAYGROUND' },
    });
    await page.goto(`/deployments/1/workbooks/${id}`);
    await expect.poll(() => explore.rows()).toEqual(quarters);
    const position = { x: 0, y: 0, w: 12, h: 10 };
    const widgets = [{ id: 'chart', type: 'CHART', position, config: { reportId: tab.id } }];
    await api(guarded, 'put', `/deployments/1/workbooks/${id}/dashboard`, { dashboardDraft: { widgets } });
    const { publicId } = await api(guarded, 'post', `/deployments/1/workbooks/${id}/publish`, { workbookId: id });
    await page.goto(`/dashboards/${publicId}`);
    await expect.poll(() => explore.rows()).toEqual(quarters);
    await page.getByRole('button', { name: 'Actions for Quarters' }).click();
    await page.getByRole('menuitem', { name: 'Explore' }).click();
    await expect.poll(() => explore.rows()).toEqual(quarters);
    await page.getByRole('group', { name: 'Calculated fields' }).waitFor();
  });
});

describe('an exploration on the clipboard', () => {
  it('becomes a workbook, is copied from tabs and pasted on other workbooks, and nothing else is', async () => {
    await using guarded = await console.admin({
      permissions: ['clipboard-read', 'clipboard-write'],
      statuses: [400],
    });
    const explore = await pageOf(guarded);
    const { page } = explore;
    const put = (text: string) => page.evaluate((written) => navigator.clipboard.writeText(written), text);
    const paste = () => page.keyboard.press('ControlOrMeta+V');
    const more = async (act: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    const tabs = () =>
      page.getByRole('tablist', { name: 'Reports of the workbook' }).getByRole('tab').allTextContents();
    const calculated = [{ name: 'Part', calculation: 'percent_of_total', of: 'sales.amount' }];
    const q = { measures: ['sales.amount'], dimensions: ['sales.channel'] };
    await explore.open({ view: 'sales', q, calculated, tab: 'table' });
    const rows = await explore.rows();
    await more('Convert to workbook');
    await page.getByRole('heading', { level: 1, name: 'Sales and Part by Channel' }).waitFor();
    await expect.poll(() => explore.rows()).toEqual(rows);

    await page.goto('/explore');
    await explore.open({ view: 'sales', q, kind: 'arc' });
    await explore.picture.waitFor();
    await more('Copy');
    await page.getByText('Sales by Channel is copied. Paste it on the page of a workbook.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const { id } = await api(guarded, 'post', '/deployments/1/workbooks', { name: 'Pasted' });
    await page.goto(`/deployments/1/workbooks/${id}`);
    await page.getByText('No reports here yet.').waitFor();
    await paste();
    await page.getByText('Sales by Channel is pasted as a report of this workbook.').waitFor();
    await explore.picture.waitFor();
    await page.getByRole('button', { name: 'Actions for Sales by Channel' }).click();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    await page.getByText('Sales by Channel is copied.').waitFor();

    const { id: other } = await api(guarded, 'post', '/deployments/1/workbooks', { name: 'Other' });
    await page.goto(`/deployments/1/workbooks/${other}`);
    await page.getByText('No reports here yet.').waitFor();
    await paste();
    await expect.poll(tabs).toEqual(['Sales by Channel']);
    const reportsOf = async (workbookId: number) =>
      (await api(guarded, 'get', `/deployments/1/reports?workbookId=${workbookId}`)).items as Record<string, unknown>[];
    const [[copied], [pasted]] = await Promise.all([reportsOf(id), reportsOf(other)]);
    for (const field of ['name', 'title', 'jsonQuery', 'sqlQuery', 'meta'])
      expect(pasted?.[field]).toEqual(copied?.[field]);
    expect(pasted?.['meta']).toMatchObject({ explore: { kind: 'arc' }, visualization: { kind: 'vega' } });

    await page.getByRole('button', { name: 'Actions for Sales by Channel' }).click();
    await page.getByRole('menuitem', { name: 'Rename...' }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('');
    await paste();
    expect(await name.inputValue()).toContain('"orrery":"report"');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const [text, says] of [
      ['Sales of May', 'What the clipboard has is no report.'],
      ['{"orrery":"report","name":"x"}', 'The report in the clipboard lacks its name or its query.'],
      ['{"orrery":"report","name":"x","jsonQuery":"nothing"}', 'Not pasted:'],
    ] as const) {
      await put(text);
      await page.locator('body').click({ position: { x: 700, y: 880 } });
      await paste();
      await page.getByText(says).waitFor();
    }
    expect(await tabs()).toEqual(['Sales by Channel']);
    expect(await violationsOf(page)).toEqual([]);
  });
});
