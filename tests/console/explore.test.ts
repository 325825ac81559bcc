import { readFileSync } from 'node:fs';
import { chartTypes } from '@orrery/charts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService, password } from './console-service.ts';
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

const bySales = { measures: ['sales.amount'], dimensions: ['sales.channel'] };
const byMonth = {
  measures: ['sales.amount'],
  dimensions: ['sales.ordered_at.month'],
  timeDimensions: [{ dimension: 'sales.ordered_at', dateRange: 'last 12 months' }],
};

describe('asking by members', () => {
  it('a measure and a time are clicked, and a line is there without a press of Run', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await page.goto('/');
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await page.getByText('Pick a measure or a dimension.').waitFor();
    await explore.member('Sales').click();
    await page.getByRole('definition').waitFor();
    await explore.member('Ordered at').click();
    await explore.picture.waitFor();
    await page.getByText('Sales by Ordered at (month)').first().waitFor();
    await page.getByRole('status').getByText('33 rows').waitFor();
    expect(explore.state()).toEqual({
      view: 'sales',
      q: { measures: ['sales.amount'], dimensions: ['sales.ordered_at.month'] },
    });
    await page.reload();
    await explore.picture.waitFor();
    await page.goBack();
    await page.getByRole('definition').waitFor();
    await page.goBack();
    await page.getByText('Pick a measure or a dimension.').waitFor();
  });

  it('Home leads to the query that it shows', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    await explore.page.goto('/');
    await explore.page.getByRole('link', { name: 'Open in Explore' }).click();
    await explore.picture.waitFor();
    await explore.page.getByRole('button', { name: 'Ordered at: last 12 months, UTC', exact: true }).waitFor();
  });

  it('without running by itself, the answer is outdated until Run query', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'table' });
    const before = await explore.rows();
    await page.getByText('Run by itself').click();
    await explore.member('Orders').click();
    await page.getByText('The answer is of an earlier query.').waitFor();
    expect(await explore.rows()).toEqual(before);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Sales by Channel/);
    await page.getByRole('button', { name: 'Run query' }).click();
    await explore.table.getByRole('columnheader', { name: 'Orders' }).waitFor();
    expect(await page.getByText('The answer is of an earlier query.').count()).toBe(0);
  });

  it('a query that is cancelled has no rows of the one before', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'table' });
    expect(await explore.rows()).not.toEqual([]);
    const waiting = { error: 'Continue wait', stage: 'Executing query', timeElapsed: 4_000 };
    await page.route('**/v1/load', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ json: waiting }).catch(() => undefined); // the page may have gone on
    });
    await explore.member('Orders').click();
    await page.getByRole('status').getByText('Executing query, 4 s').waitFor();
    expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    expect(await explore.table.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
  });

  it('a view begins with its filters, may wait to be run, and has them again when it is chosen again', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open();
    await explore.view('Stores');
    const filter = page.getByRole('button', { name: 'Channel is Store', exact: true });
    await filter.waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await filter.waitFor({ state: 'detached' });
    await explore.view('Archive');
    await explore.member('Sales').click();
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.getByRole('definition').waitFor();
    await explore.view('Stores');
    await filter.waitFor();
  });

  it('chips sort, change granularity, pivot and go, by their menus and by keys', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const q = { ...byMonth, dimensions: ['sales.ordered_at.month', 'sales.channel'] };
    await explore.open({ view: 'sales', q, tab: 'table' });
    await explore.table.getByRole('columnheader', { name: 'Channel' }).waitFor();
    const rows = page.getByRole('group', { name: 'Rows' });
    await rows.getByRole('button', { name: 'Channel' }).click();
    await page.getByRole('menuitem', { name: 'Move to columns' }).click();
    await explore.table.getByRole('columnheader', { name: 'Partner' }).waitFor();
    const pivoted = await explore.rows();
    expect(pivoted).toHaveLength(12);
    expect(pivoted[0]?.[0]).toBe('Jun 2025');
    await rows.getByRole('button', { name: 'Ordered at (month)' }).click();
    await page.getByRole('menuitem', { name: 'By quarter' }).click();
    await rows.getByRole('button', { name: 'Ordered at (quarter)' }).waitFor();
    await page.getByRole('group', { name: 'Columns' }).getByRole('button', { name: 'Channel' }).focus();
    await page.keyboard.press('Delete');
    await explore.table.getByRole('columnheader', { name: 'Sales' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await explore.table.locator('[aria-sort="descending"]').waitFor();
    expect(explore.state()['q']).toMatchObject({
      dimensions: ['sales.ordered_at.quarter'],
      order: [['sales.amount', 'desc']],
    });
  });

  it('filters are made of values that there are, typed ones, phrases and days', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'table' });
    const add = async (member: string) => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add filter' });
      await dialog.getByLabel('Find a member').fill(member);
      await dialog.getByRole('option', { name: member, exact: true }).click();
      return page.getByRole('dialog', { name: `Filter: ${member}` });
    };
    const channel = await add('Channel');
    await channel.getByRole('option', { name: 'Online' }).click();
    await channel.getByRole('option', { name: 'Partner' }).click();
    await channel.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Channel is Online and Partner', exact: true }).waitFor();
    await expect.poll(async () => (await explore.rows()).map(([name]) => name)).toEqual(['Online', 'Partner']);

    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Find a member').last().fill('Gifts');
    await page.getByRole('dialog').getByRole('option', { name: 'Gifts', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(explore.state()['q']).toMatchObject({ segments: ['sales.gifts'] });
    await page.getByRole('button', { name: 'Remove Gifts' }).click();

    const sales = await add('Sales');
    await explore.choose('Operator', 'is greater than');
    await sales.getByRole('textbox', { name: 'Value' }).fill('many');
    await sales.getByRole('button', { name: 'Apply' }).click();
    await sales.getByText('Values are numbers here').waitFor();
    await sales.getByRole('textbox', { name: 'Value' }).fill('1000000');
    await sales.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No rows. Filters: Channel is Online and Partner, Sales is greater than 1000000.').waitFor();
    await page.getByRole('button', { name: 'Without Sales is greater than 1000000' }).click();
    await explore.table.waitFor();

    const time = await add('Ordered at');
    await time.getByRole('radio', { name: 'This year' }).click();
    await page.getByRole('button', { name: 'Ordered at: this year, UTC', exact: true }).click();
    await page.getByLabel('From').fill('2026-01-31');
    await page.getByLabel('To', { exact: true }).fill('2026-01-01');
    await page.getByText('It ends before it begins.').waitFor();
    await page.getByLabel('To', { exact: true }).fill('2026-02-28');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Ordered at: 2026-01-31 to 2026-02-28, UTC', exact: true }).waitFor();
    expect(explore.state()['q']).toMatchObject({
      filters: [{ member: 'sales.channel', operator: 'equals', values: ['Online', 'Partner'] }],
      timeDimensions: [{ dimension: 'sales.ordered_at', dateRange: ['2026-01-31', '2026-02-28'] }],
    });
    await page.getByRole('button', { name: 'Row limit' }).click();
    // The deployment takes 20,000 at most.
    const offered = await page.getByRole('listbox', { name: 'Row limit' }).getByRole('option').allTextContents();
    expect(offered).toEqual(['Usual limit, 10,000 rows', '100 rows', '1,000 rows', '5,000 rows', '10,000 rows']);
    await page.getByRole('option', { name: '100 rows', exact: true }).click();
    await expect.poll(() => explore.state()['q']).toMatchObject({ limit: 100 });
  });
});

describe('charts', () => {
  const two = { measures: ['sales.amount'], dimensions: ['sales.channel', 'sales.is_gift'] };
  const raw = { measures: ['sales.amount', 'sales.count'], dimensions: ['sales.weight'] };
  const fitting = {
    grouped_bar: bySales,
    stacked_bar: two,
    percent_stacked_bar: two,
    horizontal_grouped_bar: bySales,
    horizontal_stacked_bar: two,
    percent_horizontal_stacked_bar: two,
    line: byMonth,
    area: byMonth,
    scatter: raw,
    heatmap: two,
    arc: bySales,
    boxplot: bySales,
  };

  it('every type is drawn of rows that fit it', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    expect(Object.keys(fitting)).toEqual([...chartTypes]);
    for (const [kind, q] of Object.entries(fitting)) {
      await explore.open({ view: 'sales', q, kind });
      await explore.picture.waitFor();
      expect([kind, (await explore.picture.locator('path, circle').count()) > 0]).toEqual([kind, true]);
    }
  });

  it('a type that does not fit is grey and says what it needs; Reset chart returns to what fits', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales });
    await explore.picture.waitFor();
    await page.getByRole('button', { name: 'Chart type' }).click();
    const heatmap = page.getByRole('option', { name: 'Heatmap' });
    expect(await heatmap.getAttribute('aria-disabled')).toBe('true');
    expect(await heatmap.textContent()).toContain('It needs 2 dimensions and 1 measure.');
    await page.getByRole('option', { name: 'Donut' }).click();
    await expect.poll(() => explore.state()['kind']).toBe('arc');
    await page.getByRole('button', { name: 'Reset chart' }).click();
    await expect.poll(() => explore.state()['kind']).toBeUndefined();
  });
});

describe('fields and style of a chart', () => {
  it('are set by hand, stand in the address, and are saved as the spec that other pages draw', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const words = () => explore.picture.locator('text').allTextContents();
    await explore.open({
      ...{ view: 'sales', kind: 'grouped_bar' },
      q: { measures: ['sales.amount', 'sales.average'], dimensions: ['sales.channel'] },
    });
    await explore.picture.waitFor();
    await page.getByRole('button', { name: 'Fields and style' }).click();
    const settings = page.getByRole('region', { name: 'Chart settings' });
    await settings.getByRole('group', { name: 'Tooltip' }).getByText('Order value').click();
    await settings.getByRole('tab', { name: 'Style' }).click();
    const line = settings.getByRole('group', { name: 'Measure: Order value' });
    await line.getByRole('button', { name: /Drawn as$/ }).click();
    await page.getByRole('option', { name: 'Line' }).click();
    await line.getByRole('button', { name: /Axis$/ }).click();
    await page.getByRole('option', { name: 'Right' }).click();
    await line.getByLabel('Colour of the measure').fill('red');
    await line.getByText('Colours are written as #4061d0.').waitFor();
    await line.getByLabel('Colour of the measure').fill('#aa0000');
    await page.keyboard.press('Enter');
    await settings.getByRole('button', { name: 'Add a line' }).click();
    const goal = settings.getByRole('group', { name: 'Line 1' });
    await goal.getByLabel('Value').fill('4000');
    await goal.getByLabel('Name').fill('Goal');
    await page.keyboard.press('Enter');
    const axis = settings.getByRole('group', { name: 'Axis of measures' });
    await axis.getByLabel('Title').fill('Money made');
    await axis.getByLabel('Format').fill('%%%');
    await axis.getByText('This is no format').waitFor();
    await axis.getByLabel('Format').fill('$,.1f');
    await page.keyboard.press('Enter');
    await expect.poll(words).toEqual(expect.arrayContaining(['Goal', 'Money made', '$4,000.0']));
    expect(await violationsOf(page)).toEqual([]);
    const style = {
      tooltip: ['sales.channel', 'sales.amount'],
      series: { 'sales.average': { mark: 'line', axis: 'right', color: '#aa0000' } },
      lines: [{ value: 4000, label: 'Goal' }],
      y: { title: 'Money made', format: '$,.1f' },
    };
    expect(explore.state()['style']).toEqual(style);
    await page.reload();
    await expect.poll(words).toEqual(expect.arrayContaining(['Goal', 'Money made']));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Styled');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Styled' }).waitFor();
    await expect.poll(words).toEqual(expect.arrayContaining(['Goal', 'Money made']));
    const address = `/api/v1/deployments/1/reports/${String(explore.state()['report'])}`;
    expect(await (await guarded.context.request.get(address)).json()).toMatchObject({
      meta: {
        explore: { kind: 'grouped_bar', style },
        visualization: { kind: 'vega', spec: { usermeta: { orrery: { type: 'grouped_bar', style } } } },
      },
    });
    // What stands in a field is part of what is saved by the keyboard, and of the page that is asked.
    await page.getByRole('button', { name: 'Fields and style' }).click();
    await settings.getByRole('tab', { name: 'Style' }).click();
    await axis.getByLabel('Format').fill('%%%');
    await page.keyboard.press('Control+s');
    await axis.getByLabel('Format').fill('$,.1f');
    await axis.getByLabel('Title').fill('Money saved');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as Styled').waitFor();
    expect(await (await guarded.context.request.get(address)).json()).toMatchObject({
      meta: { explore: { style: { y: { title: 'Money saved', format: '$,.1f' } } } },
    });
    const asked = page.waitForRequest('**/v1/load');
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.getByRole('button', { name: 'Reset chart' }).click();
    await expect.poll(words).not.toContain('Goal');
  });
});

describe('the table', () => {
  it('has totals of its own, formats, bars, marked values, and columns that stay, go and are as wide as wanted', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const measures = ['sales.amount', 'sales.average'];
    await explore.open({ view: 'sales', q: { measures, dimensions: ['sales.channel'], limit: 2 }, tab: 'table' });
    await explore.rows();
    await page.getByRole('button', { name: 'Columns and totals' }).click();
    const settings = page.getByRole('region', { name: 'Table settings' });
    await settings.getByText('Totals').click();
    // Two channels are shown, all four are in the total; an average is that of all orders.
    const total = explore.table.locator('.orrery-grid-totals');
    await expect
      .poll(() => total.locator('[role="gridcell"]').allTextContents())
      .toEqual(['Total', '$17,979', '$17.98']);
    await explore.choose('Column', 'Sales');
    await explore.choose('Shown as', 'Bar');
    await explore.choose('Format', 'Number');
    await settings.getByLabel('Decimals').fill('1');
    await page.keyboard.press('Enter');
    await settings.getByRole('button', { name: 'Mark values' }).click();
    await settings.getByRole('textbox', { name: 'Number' }).fill('4490');
    await page.keyboard.press('Enter');
    await settings.getByText('Keep in sight').click();
    await settings.getByLabel('Width, in pixels').fill('200');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => total.locator('[role="gridcell"]').allTextContents())
      .toEqual(['17,979.0', 'Total', '$17.98']);
    await explore.choose('Column', 'Order value');
    await settings.getByText('Show', { exact: true }).click();
    await expect.poll(() => explore.table.getByRole('columnheader').allTextContents()).toEqual(['Sales', 'Channel']);
    expect(await explore.table.locator('[data-tone="positive"]').count()).toBeGreaterThan(0);
    expect(await explore.table.locator('.orrery-cell-size').count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
    const table = {
      hasTotals: true,
      columns: {
        'sales.amount': {
          ...{ isPinned: true, width: 200, display: 'bar', format: { type: 'number', decimalPlaces: 1 } },
          rules: [{ when: 'above', value: 4490, tone: 'positive' }],
        },
        'sales.average': { isHidden: true },
      },
    };
    expect(explore.state()['table']).toEqual(table);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('As a table');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'As a table' }).waitFor();
    await expect.poll(() => explore.table.getByRole('columnheader').allTextContents()).toEqual(['Sales', 'Channel']);
    const address = `/api/v1/deployments/1/reports/${String(explore.state()['report'])}`;
    expect(await (await guarded.context.request.get(address)).json()).toMatchObject({
      meta: {
        visualization: { kind: 'table', spec: table },
        preferences: { columnFormats: { 'sales.amount': { type: 'number', decimalPlaces: 1 } } },
      },
    });
    const filters = [{ member: 'sales.amount', operator: 'gt', values: ['1'] }];
    await explore.open({ view: 'sales', q: { measures, filters }, tab: 'table', table });
    await page.getByRole('button', { name: 'Columns and totals' }).click();
    await settings.getByText('A filter on a measure leaves groups out: they have no total.').waitFor();
    expect(await total.count()).toBe(0);
  });
});

describe('SQL', () => {
  it('the statement of a query has its rows, and a statement that a query can express becomes one', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const semantic = page.getByRole('textbox', { name: 'Semantic SQL' });
    await expect.poll(() => semantic.inputValue()).toContain('MEASURE(amount)');
    expect(await page.getByRole('region', { name: 'Generated SQL' }).textContent()).toContain('SUM("orders".amount)');
    await semantic.fill("SELECT channel, MEASURE(count) AS n FROM sales WHERE channel = 'Store' GROUP BY 1");
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.getByRole('button', { name: 'Channel is Store', exact: true }).waitFor();
    await explore.tab('Table');
    await expect.poll(() => explore.rows()).toEqual([['Store', '250']]);
  });

  it('a statement that no query expresses is run as it is, without members, and its chart works', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const semantic = page.getByRole('textbox', { name: 'Semantic SQL' });
    await expect.poll(() => semantic.inputValue()).toContain('MEASURE');
    const statement =
      'WITH a AS (SELECT channel, MEASURE(amount) AS total FROM sales GROUP BY 1) SELECT channel, total * 2 AS twice FROM a ORDER BY 1';
    await semantic.fill(statement);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Members cannot express this statement.').first().waitFor();
    expect(await explore.members.count()).toBe(0);
    expect(explore.state()['sql']).toBe(statement);
    await explore.tab('Chart');
    await explore.picture.waitFor();
    await page.getByRole('button', { name: 'Back to members' }).click();
    await explore.members.waitFor();
    await explore.picture.waitFor();
  });

  it('a statement has no more rows than a query may have, and says so', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await page.route('**/v1/meta?*', async (route) => {
      const meta = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...meta, rowLimits: { usual: 2, most: 2 } } });
    });
    const sql =
      'WITH a AS (SELECT channel, MEASURE(amount) AS n FROM sales GROUP BY 1) SELECT channel, n * 2 AS n FROM a';
    await explore.open({ view: 'sales', sql, tab: 'table' });
    await page.getByRole('status').getByText('First 2 rows; there may be more').waitFor();
    expect(await explore.rows()).toHaveLength(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toContain('rows 1 to 2');
  });

  it('what is typed stays while other tabs are open, and a statement does not overwrite later changes', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const json = page.getByRole('textbox', { name: 'Semantic JSON' });
    await json.fill('{"measures": [');
    await explore.tab('Table');
    await explore.table.waitFor();
    await explore.tab('SQL');
    expect(await json.inputValue()).toBe('{"measures": [');

    let answer: () => void = () => undefined;
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/v1/convert-query', async (route) => {
        if (!(route.request().postData() ?? '').includes('"input":"sql"')) return route.continue();
        asked();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return route.continue();
      });
    });
    const semantic = page.getByRole('textbox', { name: 'Semantic SQL' });
    await expect.poll(() => semantic.inputValue()).toContain('MEASURE');
    await semantic.fill("SELECT channel, MEASURE(count) AS n FROM sales WHERE channel = 'Store' GROUP BY 1");
    await page.getByRole('button', { name: 'Save and run' }).first().click();
    await isAsked;
    await explore.member('Orders').click();
    await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Orders' }).waitFor();
    const converted = page.waitForResponse('**/v1/convert-query');
    answer();
    await converted;
    await page.waitForTimeout(300);
    expect(explore.state()['q']).toEqual({ ...bySales, measures: ['sales.amount', 'sales.count'] });
  });

  it('what is wrong with a statement and with JSON is said, and nothing typed is lost', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const semantic = page.getByRole('textbox', { name: 'Semantic SQL' });
    await expect.poll(() => semantic.inputValue()).toContain('MEASURE');
    await semantic.fill('SELEC 1');
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.getByRole('alert').first().waitFor();
    await page
      .getByRole('button', { name: 'Discard' })
      .click()
      .catch(() => undefined);
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const json = page.getByRole('textbox', { name: 'Semantic JSON' });
    await json.fill('{"measures": [');
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.getByRole('alert').getByText('This is not JSON').waitFor();
    expect(await json.inputValue()).toBe('{"measures": [');
    await json.fill('{"measures": "sales.amount"}');
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.getByRole('alert').getByText('A query is an object').waitFor();
    await json.fill('{"measures": ["sales.count"]}');
    await page.getByRole('button', { name: 'Save and run' }).click();
    await expect.poll(() => explore.state()['q']).toEqual({ measures: ['sales.count'] });
    const filter = { member: 'sales.weight', operator: 'lt', values: ['12345678901234567'] };
    const q = JSON.stringify({ measures: ['sales.count'], filters: [filter] });
    await json.fill(q.replace('"12345678901234567"', '12345678901234567'));
    await page.getByRole('button', { name: 'Save and run' }).click();
    const chip = page.getByRole('button', { name: /^Weight is less than 12345678901234567$/ });
    await chip.waitFor();
    expect(explore.state()['q']).toMatchObject({ filters: [filter] });
    await page.goto(page.url().replace('%2212345678901234567%22', '12345678901234567'));
    await chip.waitFor();
  });
});

describe('where numbers come from', () => {
  it('Why has definitions, dates, conditions, freshness and the statement', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: byMonth });
    await explore.picture.waitFor();
    await page.keyboard.press('i');
    await page.getByText('Goods at the price paid').waitFor();
    await page.getByText('Ordered at: last 12 months, 2025-06-01 to 2026-05-31').waitFor();
    await page.getByText('Data source: default').waitFor();
    await page.getByRole('region', { name: 'Generated SQL' }).waitFor();
  });

  it('Code asks the same over HTTP, with a token that is copied', async () => {
    await using guarded = await console.admin({ permissions: ['clipboard-read', 'clipboard-write'] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'code' });
    const curl = await page.getByRole('region', { name: 'curl' }).textContent();
    const [url = ''] = /http[^']+/.exec(curl ?? '') ?? [];
    await page.getByRole('button', { name: 'Copy a token' }).click();
    await page.getByText('Copied').first().waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: bySales }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      data: expect.arrayContaining([{ 'sales.channel': 'Online', 'sales.amount': '4498' }]) as unknown,
    });
  });

  it('rows are downloaded as CSV, without formulas', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: { measures: ['sales.count'], dimensions: ['sales.note'] }, tab: 'table' });
    await explore.rows();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Orders by Note.csv');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.split('\r\n').slice(0, 1)).toEqual(['\uFEFFSales Note,Sales Orders']);
    expect(text).toContain("'=1+1,200");
    const raw = { dimensions: ['sales.ordered_at.day', 'sales.note'], limit: 100 };
    await explore.open({ view: 'sales', q: raw, tab: 'table' });
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all rows' }).click(),
    ]);
    const lines = readFileSync(await all.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1_001);
    expect(lines.some((line) => /,=/.test(line))).toBe(false);
  });
});

describe('saving', () => {
  it('names a report, in a folder, opens it by its address, and saves changes in place', async () => {
    await using guarded = await console.admin();
    const make = async (path: string, data: object) => {
      const headers = { origin: console.origin };
      return (await guarded.context.request.post(`/api/v1/deployments/1/${path}`, { data, headers })).json();
    };
    const folder = await make('folders', { name: 'Weekly' });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, kind: 'arc' });
    await explore.picture.waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save this exploration' });
    await dialog.getByLabel('Name').fill('Sales by channel');
    await explore.choose('Folder', 'Weekly');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sales by channel' }).waitFor();
    const { report } = explore.state();
    const saved = await (await guarded.context.request.get(`/api/v1/deployments/1/reports/${String(report)}`)).json();
    expect(saved).toMatchObject({
      name: 'Sales by channel',
      folderId: folder.id,
      jsonQuery: JSON.stringify(bySales),
      meta: { visualization: { kind: 'vega' }, explore: { kind: 'arc' } },
    });
    await explore.open({ report });
    await explore.picture.waitFor();
    await page.getByRole('button', { name: 'Chart type' }).getByText('Donut').waitFor();
    await explore.member('Orders').click();
    await page.getByText('Changed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as Sales by channel').waitFor();
    await page.reload();
    await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'Save as...' }).click();
    await explore.choose('Folder', 'Weekly');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save as...' }).click();
    await dialog.getByRole('button', { name: 'Workspace Folder' }).waitFor();
    await dialog.getByLabel('Name').fill('At the top');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'At the top' }).waitFor();
    const other = `/api/v1/deployments/1/reports/${String(explore.state()['report'])}`;
    expect(await (await guarded.context.request.get(other)).json()).toMatchObject({ folderId: null });

    // What is saved is not the end of it.
    await make('workbooks', { name: 'Review', folderId: folder.id });
    await page.reload();
    const use = async (act: string) => {
      await page.getByRole('button', { name: 'Use report' }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    await use('Share...');
    await page.getByRole('dialog', { name: 'Share At the top' }).getByRole('button', { name: 'Close' }).click();
    await use('Add to a dashboard...');
    const dashboards = page.getByRole('dialog', { name: 'Add to a dashboard' });
    await dashboards.getByLabel('Search workbooks in all folders').fill('nothing');
    await dashboards.getByText('There is no such workbook').waitFor();
    await dashboards.getByLabel('Search workbooks in all folders').fill('');
    await dashboards.getByRole('button', { name: 'Add to Review' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dashboards.getByRole('button', { name: 'Add to Review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard of Review' }).waitFor();
    await page.getByRole('button', { name: 'Move or size At the top' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Move or size At the top' }).waitFor();
  });

  it('a saved statement leads back to members, and a query that cannot be read is said', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const make = async (data: object) => {
      const headers = { origin: console.origin };
      const made = await guarded.context.request.post('/api/v1/deployments/1/reports', { data, headers });
      return ((await made.json()) as { readonly id: number }).id;
    };
    const sqlQuery = 'WITH a AS (SELECT channel, MEASURE(amount) AS n FROM sales GROUP BY 1) SELECT n * 2 AS n FROM a';
    await explore.open({ report: await make({ name: 'By hand', sqlQuery }) });
    await page.getByRole('button', { name: 'Back to members' }).click();
    await explore.members.waitFor();
    expect(explore.state()['q']).toEqual({});
    const report = await make({ name: 'Broken', jsonQuery: JSON.stringify(bySales) });
    await page.route(`**/reports/${report}`, async (route) => {
      const read = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...read, jsonQuery: '{"measures": 7}' } });
    });
    await explore.open({ report });
    await page.getByRole('alert').getByText('The query of this report cannot be read.').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  });

  it('what is changed while it is saved stays, and somebody who left is not pulled back', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const slow = async () => {
      let answer: () => void = () => undefined;
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/reports', async (route) => {
        await isAnswered;
        await route.continue();
      });
      return async () => {
        const saved = page.waitForResponse('**/reports');
        answer();
        await saved;
        await page.unroute('**/reports');
      };
    };
    const saveAs = async (name: string) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this exploration' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await explore.open({ view: 'sales', q: bySales });
    await explore.picture.waitFor();
    const end = await slow();
    await saveAs('Changed meanwhile');
    await explore.member('Orders').click();
    await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Orders' }).waitFor();
    await end();
    await page.getByRole('heading', { level: 1, name: 'Changed meanwhile' }).waitFor();
    expect(explore.state()['q']).toEqual({ ...bySales, measures: ['sales.amount', 'sales.count'] });

    await explore.open({ view: 'sales', q: bySales });
    await explore.picture.waitFor();
    const endAgain = await slow();
    await saveAs('Left meanwhile');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await endAgain();
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('a chosen chart is saved with rows of its own query', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, kind: 'arc' });
    await explore.picture.waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.poll(() => save.isEnabled()).toBe(true);
    await page.getByText('Run by itself').click();
    await explore.member('Orders').click();
    await page.getByText('The chart is saved with its rows. Run the query first.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Run query' }).click();
    await expect.poll(() => save.isEnabled()).toBe(true);
  });
});

describe('View as', () => {
  it('shows members and rows of somebody else, saves nothing meanwhile, and ends', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({
      view: 'guarded',
      q: { measures: ['guarded.count'], dimensions: ['guarded.channel'] },
      tab: 'table',
    });
    expect(await explore.rows()).toEqual([['Store', '250']]);
    await page.getByRole('button', { name: 'View as...' }).click();
    await page.getByLabel('Groups').fill('managers');
    await page.getByRole('button', { name: 'View with these groups' }).click();
    await page.getByText('Viewing as somebody of managers.').waitFor();
    await expect.poll(async () => (await explore.rows()).length).toBe(4);
    await explore.member('Sales').click();
    await explore.table.getByRole('columnheader', { name: 'Sales' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Compare with you' }).click();
    const compared = page.getByRole('dialog', { name: 'Compared with you: somebody of managers' });
    await compared.getByRole('listitem').filter({ hasText: 'guarded' }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await compared.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('alert').getByText('guarded.amount').first().waitFor();
    await page.getByRole('button', { name: 'Remove guarded.amount' }).click();
    await expect.poll(() => explore.rows()).toEqual([['Store', '250']]);
  });

  it('is for those who may, and Explore for those who may ask', async () => {
    const people = { ann: 'explorer', vic: 'viewer' } as const;
    for (const [name, role] of Object.entries(people)) {
      const { signIn } = console.service.metadata;
      await signIn.redeem(await console.invite(name, role), password, { address: '192.0.2.1' });
      await using guarded = await console.stranger();
      const page = await guarded.newPage();
      await page.goto('/sign-in?next=/explore');
      await page.getByLabel('Username or email').fill(name);
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      const heading = role === 'viewer' ? 'Not found' : 'Explore';
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.getByRole('link', { name: 'Explore', exact: true }).count()).toBe(role === 'viewer' ? 0 : 1);
      if (role === 'explorer') await page.getByRole('listbox', { name: 'Members' }).waitFor();
      expect(await page.getByRole('button', { name: 'View as...' }).count()).toBe(0);
      await page.goto('/');
      await page.locator('section .answer').waitFor();
      expect(await page.getByRole('link', { name: 'Open in Explore' }).count()).toBe(role === 'viewer' ? 0 : 1);
    }
  });
});
