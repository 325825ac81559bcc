import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ConsoleService, password } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { type Json, Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin({ statuses: [400, 404] });
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const chartPlace = { x: 0, y: 4, w: 6, h: 8 };
const filter = (id: string, x: number, member: string, config: Json = {}) => {
  const [semanticView] = member.split('.');
  const position = { x, y: 0, w: 3, h: 2 };
  return { id, type: 'FILTER', position, config: { semanticView, member, dimensionType: 'string', ...config } };
};
const chart = (id: string, reportId: number, config: Json = {}) => ({
  ...{ id, type: 'CHART', position: chartPlace },
  config: { reportId, ...config },
});
const asTable = { meta: { visualization: { kind: 'table' } } };

const tileOf = (on: Page, name: string) => on.getByRole('region', { name, exact: true });
/** The rows of a table, cell by cell. */
const rowsOf = (on: Page, name: string) => async () => {
  const rows = await tileOf(on, name).getByRole('row').allInnerTexts();
  return rows.slice(1).map((text) => text.split(/\s*[\t\n]\s*/).join(' '));
};
const filterIn = (address: string, member: string, value: Json) =>
  `${address}?f_${member}=${encodeURIComponent(JSON.stringify(value))}`;

describe('filters of a published dashboard', () => {
  it('start with the address, then an attribute of the viewer, then what was saved; locked ones stay', async () => {
    const { workbookId, report } = await maker.workbook('Starts');
    const q = { measures: ['sales.amount'] };
    const total = await report('Total', { jsonQuery: JSON.stringify(q), ...asTable });
    const publicId = await maker.publish(workbookId, [
      chart('total', total),
      filter('country', 0, 'sales.country', { value: ['Norway'], userAttributeDefault: 'country' }),
      filter('city', 3, 'sales.city', {
        value: ['Rome', 'Oslo'],
        visibility: 'disabled',
        userAttributeDefault: 'town',
      }),
    ]);
    for (const name of ['country', 'town']) await maker.api('post', '/user-attributes', { name, type: 'string' });
    const group = await maker.api('post', '/groups', { name: 'Readers' });
    await maker.share({ type: 'Workbook', id: workbookId }, { groupId: group.id }, 'WorkbookRead');
    const address = `/dashboards/${publicId}`;
    const open = async (username: string, attributes: Readonly<Record<string, string>>) => {
      const other = await console.person(username, 'viewer', { statuses: [400, 404] });
      const userId = await maker.userId(username);
      const userAttributes = Object.entries(attributes).map(([name, value]) => ({ name, value }));
      await maker.api('put', `/users/${userId}`, { userAttributes });
      await maker.api('post', `/groups/${group.id}/members`, { userIds: [userId] });
      return { other, shown: await other.newPage() };
    };
    const [plain, italian] = [await open('nina', {}), await open('ida', { country: 'Italy', town: 'Milan' })];
    await using first = plain.other;
    await using second = italian.other;

    // Of 40 orders ten are of each city: Oslo 10, Bergen 100, Rome 1,000, Milan 10,000.
    await plain.shown.goto(address);
    await tileOf(plain.shown, 'country').getByRole('button', { name: 'country: Norway' }).waitFor();
    await expect.poll(rowsOf(plain.shown, 'Total')).toEqual(['10']);
    expect(await tileOf(plain.shown, 'city').getByText('Rome, Oslo').count()).toBe(1);
    expect(await tileOf(plain.shown, 'city').getByRole('button').count()).toBe(0);
    await italian.shown.goto(address);
    await tileOf(italian.shown, 'country').getByRole('button', { name: 'country: Italy' }).waitFor();
    await expect.poll(rowsOf(italian.shown, 'Total')).toEqual(['10,000']);
    await tileOf(italian.shown, 'city').getByText('Milan').waitFor();

    // The address comes before both, and neither changes nor unlocks what is locked.
    for (const { shown } of [plain, italian]) {
      await shown.goto(filterIn(address, 'sales.country', { value: ['Italy', 'Norway'] }));
      await tileOf(shown, 'country').getByRole('button', { name: 'country: Italy, Norway' }).waitFor();
    }
    await expect.poll(rowsOf(plain.shown, 'Total')).toEqual(['1,010']);
    await plain.shown.goto(filterIn(address, 'sales.city', { value: ['Bergen'] }));
    await expect.poll(rowsOf(plain.shown, 'Total')).toEqual(['10']);
    await tileOf(plain.shown, 'city').getByText('Rome, Oslo').waitFor();
    // What no control is about, and what is malformed, changes nothing.
    for (const search of ['f_sales.nothing={"value":"x"}', 'f_sales.country={"value"']) {
      await plain.shown.goto(`${address}?${search}`);
      await tileOf(plain.shown, 'country').getByRole('button', { name: 'country: Norway' }).waitFor();
      await expect.poll(rowsOf(plain.shown, 'Total')).toEqual(['10']);
    }
    first.expectQuiet();
    second.expectQuiet();
  });

  it('narrow charts while they are hidden, and each other where they are faceted', async () => {
    const { workbookId, report } = await maker.workbook('Narrow');
    const q = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
    const cities = await report('Cities', { jsonQuery: JSON.stringify(q), ...asTable });
    const publicId = await maker.publish(workbookId, [
      chart('cities', cities),
      filter('hidden', 6, 'sales.city', { operator: 'not_equals', value: ['Milan'], visibility: 'hidden' }),
      filter('country', 0, 'sales.country', { title: 'Land', faceted: true }),
      filter('city', 3, 'sales.city', { title: 'Town', faceted: true }),
    ]);
    await page.goto(`/dashboards/${publicId}`);
    await expect.poll(rowsOf(page, 'Cities')).toEqual(['Bergen 100', 'Oslo 10', 'Rome 1,000']);
    expect(await page.getByRole('region', { name: 'city', exact: true }).count()).toBe(0);
    const offered = async (name: string) => {
      await page.getByRole('button', { name: `${name}: All` }).click();
      const options = page.getByRole('option');
      await options.first().waitFor();
      const texts = await options.allInnerTexts();
      await page.keyboard.press('Escape');
      return texts;
    };
    expect(await offered('Town')).toEqual(['Bergen', 'Milan', 'Oslo', 'Rome']);
    const choose = async (name: string, value: string) => {
      await page.getByRole('button', { name: `${name}: All` }).click();
      await page.getByRole('option', { name: value, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await choose('Land', 'Italy');
    await expect.poll(rowsOf(page, 'Cities')).toEqual(['Rome 1,000']);
    expect(await offered('Town')).toEqual(['Milan', 'Rome']);
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await choose('Town', 'Oslo');
    expect(await offered('Land')).toEqual(['Norway']);
  });
});

describe('granularities of a published dashboard', () => {
  it('are those that the control allows, hours where times have some, and never the hour of a day', async () => {
    const { workbookId, report } = await maker.workbook('Times');
    const q = {
      measures: ['sales.count'],
      timeDimensions: [{ dimension: 'sales.ordered_at', granularity: 'day' }],
      order: { 'sales.ordered_at': 'asc' },
    };
    const days = await report('Days', { jsonQuery: JSON.stringify(q), ...asTable });
    await maker.draft(workbookId, [chart('days', days)]);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    const dialog = page.getByRole('dialog', { name: 'Time granularity' });
    const add = async (member: string, possible: readonly string[], without: readonly string[], also?: string) => {
      await page.getByRole('button', { name: 'Add control' }).click();
      await page.getByRole('menuitem', { name: 'Time granularity' }).click();
      await dialog.getByRole('button', { name: /Dimension$/ }).click();
      await page.getByRole('option', { name: member }).click();
      const offered = dialog.getByRole('checkbox');
      await expect
        .poll(() => offered.evaluateAll((all) => all.map((one) => one.parentElement?.innerText)))
        .toEqual(possible);
      if (also !== undefined) await dialog.getByLabel(also, { exact: true }).check();
      for (const name of without) await dialog.getByLabel(name, { exact: true }).uncheck();
      await dialog.getByLabel('Title').fill(member);
      await dialog.getByRole('button', { name: 'Add' }).click();
    };
    const longer = ['day', 'week', 'month', 'quarter', 'year'];
    await add('Ordered at', ['second', 'minute', 'hour', ...longer], ['day', 'quarter', 'year'], 'hour');
    await add('Shipped on', longer, []);
    await page.getByText('Saved', { exact: true }).waitFor();
    // The chart is grouped by another time than the one of the first control.
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await tileOf(page, 'Ordered at').getByRole('button').click();
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['As published', 'hour', 'week', 'month']);
    await page.getByRole('option', { name: 'month' }).click();
    await expect.poll(rowsOf(page, 'Days')).toEqual(['Jan 2026 27', 'Feb 2026 13']);
    await tileOf(page, 'Ordered at').getByRole('button').click();
    await page.getByRole('option', { name: 'hour' }).click();
    await expect.poll(async () => (await rowsOf(page, 'Days')())[0]).toBe('5 Jan 2026, 08:00 1');
    await page.goto(`${new URL(page.url()).pathname}?g_sales.ordered_at=minute`); // not offered
    await expect.poll(async () => (await rowsOf(page, 'Days')()).length).toBeGreaterThan(10);
    await tileOf(page, 'Shipped on').getByRole('button').click();
    await page.getByRole('option', { name: 'week' }).click();
    await page.getByRole('button', { name: '1 granularity does not apply to Days' }).click();
    await page
      .getByRole('dialog', { name: 'Filters of Days' })
      .getByText('Shipped on by week: the chart is grouped by another time.')
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('a chart of another view', () => {
  it('says that a control cannot be mapped by itself, is mapped by hand, and keeps going without what does not fit', async () => {
    const { workbookId, report } = await maker.workbook('Mapping');
    const q = { measures: ['visits.count'] };
    const visits = await report('Visits', { jsonQuery: JSON.stringify(q), ...asTable });
    const both = await report('Both', {
      sqlQuery:
        "SELECT 'sales' AS what, MEASURE(count) AS n FROM sales UNION ALL SELECT 'visits', MEASURE(count) FROM visits ORDER BY 1",
      ...asTable,
    });
    await maker.draft(workbookId, [
      filter('country', 0, 'sales.country', { title: 'Land' }),
      chart('visits', visits),
      { ...chart('both', both), position: { ...chartPlace, x: 6 } },
    ]);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    // The crossed-out icon opens the mapping.
    await page.getByRole('button', { name: '0 filters act on Visits, 1 does not apply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Controls that act on Visits' });
    await dialog.getByRole('button', { name: "Can't map automatically Land" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const publish = async () => {
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('link', { name: 'Open the dashboard' }).click();
    };
    await publish();
    const choose = async () => {
      await page.getByRole('button', { name: 'Land: All' }).click();
      await page.getByRole('option', { name: 'Italy' }).click();
      await page.keyboard.press('Escape');
    };
    await choose();
    await page.getByRole('button', { name: '0 filters act on Visits, 1 does not apply' }).click();
    const why = page.getByRole('dialog', { name: 'Filters of Visits' });
    await why.getByText('Land is Italy: the chart does not read the data that this is about.').waitFor();
    await expect.poll(rowsOf(page, 'Visits')).toEqual(['9']);
    // Nothing can be joined to this statement, and its rows are shown all the same.
    await expect.poll(rowsOf(page, 'Both')).toEqual(['sales 40', 'visits 9']);

    await why.getByRole('button', { name: 'Change the mapping' }).click();
    await dialog.getByRole('button', { name: "Can't map automatically Land" }).click();
    await page.getByRole('option', { name: 'By Country of the visitor' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: '1 filter acts on Visits', exact: true }).waitFor();
    await publish();
    await choose();
    await page.getByRole('button', { name: '1 filter acts on Visits', exact: true }).waitFor();
    await expect.poll(rowsOf(page, 'Visits')).toEqual(['6']);
    await page.getByRole('button', { name: '0 filters act on Both, 1 does not apply' }).click();
    await page
      .getByRole('dialog', { name: 'Filters of Both' })
      .getByText('Land is Italy: the chart is a statement that no filter can be joined to.')
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

/** Presses arrows from the tab Orders, which is before Tab 1, in both directions of reading. */
async function arrowsFollowTheTabs(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Orders', selected: true }).focus();
  for (const [direction, key, next] of [
    ['ltr', 'ArrowRight', 'Tab 1'],
    ['ltr', 'ArrowLeft', 'Orders'],
    ['rtl', 'ArrowLeft', 'Tab 1'],
    ['rtl', 'ArrowRight', 'Orders'],
    ['ltr', 'End', 'Tab 1'],
    ['ltr', 'Home', 'Orders'],
  ] as const) {
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.keyboard.press(key);
    const tab = page.getByRole('tab', { name: next, selected: true });
    await expect.poll(() => tab.evaluate((element) => element === document.activeElement)).toBe(true);
  }
}

describe('tabs of a dashboard', () => {
  it('take tiles that are dragged onto them, and give them back', async () => {
    const { workbookId, report } = await maker.workbook('Dragged');
    const total = await report('Total', { jsonQuery: JSON.stringify({ measures: ['sales.amount'] }), ...asTable });
    const orders = await report('Count', { jsonQuery: JSON.stringify({ measures: ['sales.count'] }), ...asTable });
    const tabs = ['One', 'Two'].map((title) => ({ id: title, title, widgetIds: title === 'One' ? ['orders'] : [] }));
    await maker.draft(workbookId, [
      { id: 'tabs', type: 'TABS_CONTAINER', position: { x: 0, y: 0, w: 12, h: 11 }, config: { tabs } },
      { ...chart('orders', orders), position: { x: 0, y: 0, w: 6, h: 8 } },
      { ...chart('total', total), position: { x: 0, y: 11, w: 6, h: 8 } },
    ]);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    const handle = (name: string) => page.getByRole('button', { name: `Move or size ${name}` });
    const middleOf = async (what: Locator) => {
      const box = await what.boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    const drag = async (name: string, onto: Locator, isTarget: boolean) => {
      await handle(name).scrollIntoViewIfNeeded();
      const [from, to] = [await middleOf(handle(name)), await middleOf(onto)];
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 12 });
      if (isTarget) await page.locator('[data-is-target]').waitFor();
      await page.mouse.up();
      expect(await page.locator('[data-is-target]').count()).toBe(0);
    };
    const stored = async () => {
      const { dashboardDraft } = await maker.api('get', `/deployments/1/workbooks/${workbookId}`);
      const find = (id: string) => dashboardDraft.widgets.find((one: { id: string }) => one.id === id);
      const inside = find('tabs').config.tabs.map(({ widgetIds }: { widgetIds: readonly string[] }) => widgetIds);
      return [inside, find('tabs').position.y, find('total').position, find('orders').position];
    };
    await rowsOf(page, 'Total')();
    await drag('Total', page.getByRole('tab', { name: 'Two' }), true);
    await page.getByRole('tab', { name: 'Two' }).click();
    await expect.poll(rowsOf(page, 'Total')).toEqual(['11,110']);
    await expect
      .poll(stored)
      .toEqual([[['orders'], ['total']], 0, { x: 0, y: 0, w: 6, h: 8 }, { x: 0, y: 0, w: 6, h: 8 }]);
    // From one tab to the other one, and out of both.
    await drag('Total', page.getByRole('tab', { name: 'One' }), true);
    await expect.poll(async () => (await stored())[0]).toEqual([['orders', 'total'], []]);
    await page.getByRole('tab', { name: 'One' }).click();
    await drag('Count', page.getByRole('toolbar'), false);
    await expect.poll(async () => (await stored())[0]).toEqual([['total'], []]);
    // A tile that is dragged past the tabs stays outside of them.
    await drag('Count', page.getByRole('heading', { name: /One, Two/ }), false);
    await expect.poll(async () => (await stored())[0]).toEqual([['total'], []]);
    // By a finger too.
    await handle('Count').scrollIntoViewIfNeeded();
    const [from, to] = [await middleOf(handle('Count')), await middleOf(page.getByRole('tab', { name: 'Two' }))];
    const screen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x: from[0], y: from[1] });
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', { x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share });
    }
    await page.locator('[data-is-target]').waitFor();
    await touch('touchEnd');
    await expect.poll(async () => (await stored())[0]).toEqual([['total'], ['orders']]);
    expect(await violationsOf(page)).toEqual([]);
  });

  it('are added, named, moved and filled by keyboard and pointer, and shown when it is published', async () => {
    const { workbookId, report } = await maker.workbook('Tabbed');
    const total = await report('Total', { jsonQuery: JSON.stringify({ measures: ['sales.amount'] }), ...asTable });
    const orders = await report('Count', { jsonQuery: JSON.stringify({ measures: ['sales.count'] }), ...asTable });
    await maker.draft(workbookId, [
      chart('total', total),
      { ...chart('orders', orders), position: { ...chartPlace, x: 6 } },
    ]);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    await page.getByRole('button', { name: 'Add tabs' }).click();
    const container = page.getByRole('region', { name: 'Tab 1', exact: true });
    const act = async (on: string, name: string) => {
      await page.getByRole('button', { name: `Actions for ${on}`, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name, exact: true }).waitFor();
      const acts = await page.getByRole('menuitem').allInnerTexts();
      for (let step = 0; step < acts.indexOf(name); step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await act('Tab 1', 'Add a tab');
    await page.getByRole('tab', { name: 'Tab 2', selected: true }).waitFor();
    await act('Tab 1, Tab 2', 'Rename Tab 2...');
    await page.getByRole('dialog').getByLabel('Name').fill('Orders');
    await page.keyboard.press('Enter');
    await act('Tab 1, Orders', 'Move Orders to the front');
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Orders', 'Tab 1']);
    await act('Total', 'Move to Tab 1');
    await page.getByRole('button', { name: 'Actions for Count' }).click();
    await page.getByRole('menuitem', { name: 'Move to Orders' }).click();
    const tabs = page.getByRole('region', { name: 'Orders, Tab 1' });
    await tabs.getByRole('tab', { name: 'Orders' }).click();
    await expect.poll(rowsOf(page, 'Count')).toEqual(['40']);
    expect(await tabs.getByRole('region', { name: 'Total' }).count()).toBe(0);
    expect(await container.count()).toBe(0);
    // Inside of a tab, tiles are moved and sized as they are outside.
    await tabs.getByRole('button', { name: 'Move or size Count' }).focus();
    for (const key of ['Enter', 'ArrowRight', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Count is put down.').first().waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { dashboardDraft } = await maker.api('get', `/deployments/1/workbooks/${workbookId}`);
    const positionOf = (id: string) => dashboardDraft.widgets.find((one: { id: string }) => one.id === id).position;
    expect(positionOf('orders')).toEqual({ x: 1, y: 0, w: 6, h: 9 });
    const stored = dashboardDraft.widgets.find(({ type }: { type: string }) => type === 'TABS_CONTAINER');
    expect([stored.position, stored.config.tabs.map(({ title, widgetIds }: Json) => [title, widgetIds])]).toEqual([
      { x: 0, y: 0, w: 12, h: 12 },
      [
        ['Orders', ['orders']],
        ['Tab 1', ['total']],
      ],
    ]);
    await arrowsFollowTheTabs(page);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByRole('tab', { name: 'Orders', selected: true }).waitFor();
    await expect.poll(rowsOf(page, 'Count')).toEqual(['40']);
    await arrowsFollowTheTabs(page);
    await page.getByRole('tab', { name: 'Tab 1' }).click();
    await expect.poll(rowsOf(page, 'Total')).toEqual(['11,110']);
    expect(await violationsOf(page)).toEqual([]);

    await page.goBack();
    await act('Count', 'Move out of the tabs');
    await tabs.getByRole('tab', { name: 'Tab 1' }).click();
    await act('Orders, Tab 1', 'Take off Tab 1');
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Orders']);
    for (const name of ['Total', 'Count']) await tileOf(page, name).waitFor();
    await act('Orders', 'Take off');
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await page.getByText('Saved', { exact: true }).waitFor();
  });
});

describe('the look of a dashboard', () => {
  it('is set by hand, kept with it, and shown to viewers and in frames, where texts can be read', async () => {
    await keepBuilt('frames');
    const { workbookId, report } = await maker.workbook('Dressed');
    const asked = { jsonQuery: JSON.stringify({ measures: ['sales.amount'] }) };
    const total = await report('Total', { ...asked, ...asTable });
    await maker.draft(workbookId, [chart('total', total)]);
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    await expect.poll(rowsOf(page, 'Total')).toEqual(['11,110']);
    const loads: string[] = [];
    const noteLoad = (request: Request) => request.url().endsWith('/v1/load') && loads.push(request.url());
    page.on('request', noteLoad);
    const open = async () => {
      await page.getByRole('button', { name: 'Look' }).click();
      return page.getByRole('dialog', { name: 'Look of the dashboard' });
    };
    const dialog = await open();
    await dialog.getByLabel('Background of tiles').fill('url(https://evil.example)');
    await dialog.getByLabel('Radius of borders').fill('14px');
    await dialog.getByLabel('Colour of titles').fill('#ffaa00');
    await dialog.getByLabel('Space around the tiles').fill('10px 20px');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Write a colour such as #4061d0.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Background of tiles').fill('#202030');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const lookOf = (on: Page) =>
      tileOf(on, 'Total').evaluate((tile) => {
        const { backgroundColor, borderTopLeftRadius, color } = getComputedStyle(tile);
        const title = tile.querySelector('h2');
        const [red = 0] = color.match(/[\d.]+/)?.map(Number) ?? []; // of text, which is light or dark
        const isLight = color.startsWith('oklch') ? red > 0.5 : red > 127;
        return { backgroundColor, borderTopLeftRadius, title: title && getComputedStyle(title).color, isLight };
      });
    const dressed = {
      backgroundColor: 'rgb(32, 32, 48)',
      borderTopLeftRadius: '14px',
      title: 'rgb(255, 170, 0)',
      isLight: true,
    };
    await expect.poll(() => lookOf(page)).toEqual(dressed);
    await expect.poll(rowsOf(page, 'Total')).toEqual(['11,110']);
    page.off('request', noteLoad);
    expect(loads).toEqual([]); // rows stay when the look changes
    expect(await violationsOf(page)).toEqual([]);
    await page.getByText('Saved', { exact: true }).waitFor();
    const { dashboardDraft } = await maker.api('get', `/deployments/1/workbooks/${workbookId}`);
    expect(dashboardDraft.theme).toEqual({
      dashboard: { padding: '10px 20px' },
      widgets: { backgroundColor: '#202030', border: { radius: '14px' }, title: { color: '#ffaa00' } },
    });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await expect.poll(() => lookOf(page)).toEqual(dressed);
    expect(await violationsOf(page)).toEqual([]);

    await using other = await console.person('fia', 'viewer', { colorScheme: 'light' });
    await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('fia') }, 'WorkbookRead');
    const framed = await other.newPage();
    const data = { username: 'fia', password };
    await framed.request.post('/api/v1/embed/sign-in', { data, headers: { origin: console.origin } });
    const publicId = new URL(page.url()).pathname.split('/').pop();
    await framed.goto(`/embed/dashboard/${publicId}`);
    await expect.poll(() => lookOf(framed)).toEqual(dressed);

    await page.goBack();
    await (await open()).getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => (await lookOf(page)).borderTopLeftRadius).toBe('6px');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => lookOf(page)).toEqual(dressed);
    // Each act is told, also one that is told in the words of the one before.
    const told = async (button: string, words: string) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      return page.getByRole('status').getByText(words, { exact: true }).elementHandle();
    };
    const [once] = [await told('Add tabs', 'Tab 1 is added'), await told('Add tabs', 'Tab 1 is added')];
    expect(await once?.evaluate((news) => news.isConnected)).toBe(false);
    await told('Undo', 'The last change is undone');
    await told('Undo', 'The last change is undone');
    await page.getByText('Saved', { exact: true }).waitFor();

    // The look becomes a theme of the account, which another draft has, with one setting of its own.
    const radius = async () => (await lookOf(page)).borderTopLeftRadius;
    const naming = await open();
    await naming.getByLabel('Name of a new theme').fill('Dusk');
    await naming.getByRole('button', { name: 'Save as new' }).click();
    await naming.waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await radius()).toBe('14px');
    const { items } = await maker.api('get', '/dashboard-themes');
    const { theme } = (await maker.api('get', `/deployments/1/workbooks/${workbookId}`)).dashboardDraft;
    expect(theme).toEqual({ themeId: String(items[0].id) });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Nothing has changed for viewers since the last version.').waitFor();
    await page.keyboard.press('Escape');
    const next = await maker.workbook('Dressed too');
    await maker.draft(next.workbookId, [chart('total', await next.report('Total', { ...asked, ...asTable }))]);
    await page.goto(`/deployments/1/workbooks/${next.workbookId}/dashboard`);
    const picking = await open();
    await picking.getByRole('button', { name: 'Built-in Theme' }).click();
    await page.getByRole('option', { name: 'Dusk' }).click();
    await picking.getByLabel('Colour of titles').fill('#2a2a3a');
    await picking.getByText(/^Contrast 1\.\d:1 on its background/).waitFor();
    await picking.getByLabel('Colour of titles').fill('#ffee00');
    expect(await violationsOf(page)).toEqual([]);
    await picking.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => lookOf(page)).toEqual({ ...dressed, title: 'rgb(255, 238, 0)' });
    await page.getByText('Saved', { exact: true }).waitFor();

    // Saving it changes the first draft, and what is published when it is published again.
    // Nothing is applied or saved before the themes are there, nor over what somebody else has saved since then.
    const themesAre = Promise.withResolvers<void>();
    await page.route('**/api/v1/dashboard-themes?*', async (route) => {
      await themesAre.promise;
      await route.continue();
    });
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    const early = await open();
    expect(await early.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    themesAre.resolve();
    await early.getByLabel('Radius of borders').fill('3px');
    const { id: dusk, theme: settings } = items[0];
    const padded = { ...settings, dashboard: { padding: '11px' } };
    await maker.api('put', `/dashboard-themes/${dusk}`, { theme: padded });
    await early.getByRole('button', { name: 'Save Dusk' }).click();
    await early.getByText('Somebody else has changed this theme meanwhile.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    const saving = await open();
    await saving.getByLabel('Radius of borders').fill('3px');
    await saving.getByRole('button', { name: 'Save Dusk' }).click();
    await expect.poll(radius).toBe('3px');
    await page.goto(`/deployments/1/workbooks/${next.workbookId}/dashboard`);
    await expect.poll(radius).toBe('3px');
    await page.goto(`/dashboards/${publicId}`);
    await expect.poll(radius).toBe('14px');
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The dashboard looks different').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await expect.poll(radius).toBe('3px');

    // It is renamed and deleted where themes are managed; drafts fall back to the built-in look.
    await page.goto(`/deployments/1/workbooks/${next.workbookId}/dashboard`);
    await (await open()).getByRole('button', { name: 'Manage themes' }).click();
    const managing = page.getByRole('dialog', { name: 'Dashboard themes' });
    await managing.getByRole('button', { name: 'Rename Dusk' }).click();
    await managing.getByLabel('Name').fill('Evening');
    await managing.getByRole('button', { name: 'Save' }).click();
    await managing.getByRole('button', { name: 'Delete Evening' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await managing.getByRole('button', { name: 'Delete Evening' }).click();
    await managing.getByText('There are no others yet.', { exact: false }).waitFor();
    await managing.getByRole('button', { name: 'Back to the look' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => lookOf(page)).toMatchObject({ borderTopLeftRadius: '6px', title: 'rgb(255, 238, 0)' });
    await page.goto(`/dashboards/${publicId}`);
    await expect.poll(radius).toBe('3px');
  });
});
