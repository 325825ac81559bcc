import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService, password } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';
import { servePage } from './serve-page.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'explore-project');
  guarded = await console.admin({ statuses: [400, 404] });
  page = await guarded.newPage();
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const q = { measures: ['sales.amount'], dimensions: ['sales.channel'] };

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

const isFocused = (it: Element) => it === document.activeElement;

async function act(on: string, name: string): Promise<void> {
  await press(`Actions for ${on}`);
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function api(method: 'post' | 'put' | 'get', path: string, data?: object) {
  const answer = await guarded.context.request[method](`/api/v1${path}`, { data, headers: { origin: console.origin } });
  expect([path, answer.ok()]).toEqual([path, true]);
  return answer.json();
}

async function workbookNamed(sought: string): Promise<{ id: number; publishedDashboard: { allowEmbed: boolean } }> {
  const { items } = await api('get', '/deployments/1/workbooks');
  const { id } = items.find(({ name }: { readonly name: string }) => name === sought);
  return api('get', `/deployments/1/workbooks/${id}`);
}

describe('the workspace', () => {
  it('makes, renames, moves and finds, by addresses that can be copied', async () => {
    await api('post', '/deployments/1/reports', { name: 'Sales by channel', jsonQuery: JSON.stringify(q) });
    await page.goto('/workspace');
    await page.getByRole('link', { name: 'Sales by channel' }).waitFor();
    await press('New folder');
    await dialog('New folder').getByLabel('Name').fill('Weekly');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Weekly' }).waitFor();
    await page.getByRole('status').getByText('Weekly is made.').waitFor();
    await act('Weekly', 'Rename...');
    await dialog('Rename Weekly').getByLabel('Name').fill('Reviews');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Reviews' }).waitFor();
    await page.getByRole('status').getByText('It is called Reviews now.').waitFor();
    await act('Sales by channel', 'Move...');
    await page.getByRole('button', { name: 'Workspace Folder' }).click();
    await page.getByRole('option', { name: 'Reviews' }).click();
    await press('Move here');
    await page.getByText('Sales by channel is moved.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Reviews' }).click();
    await heading('Reviews');
    await page.getByRole('link', { name: 'Sales by channel' }).waitFor();
    await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'Workspace' }).click();
    await heading('Workspace');
    await page.getByLabel('Search names in all folders').fill('by chan');
    await page.getByRole('link', { name: 'Sales by channel' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('by chan');
    await page.getByRole('status').getByText('1 item', { exact: true }).waitFor();
    await page.goto('/deployments/1/folders/999999');
    await heading('Not found');

    // Home has what lies in folders, too, and favourites once there are some.
    await page.goto('/');
    const recent = page.getByRole('region', { name: 'Recent' });
    await recent.getByRole('listitem').filter({ hasText: 'Sales by channel Report, changed' }).waitFor();
    const favourites = page.getByRole('region', { name: 'Favourites' });
    expect(await favourites.count()).toBe(0);
    const { items } = await api('get', '/deployments/1/workspace');
    const { id } = items.find(({ name }: { readonly name: string }) => name === 'Reviews');
    const favourite = `/api/v1/deployments/1/workspace/${id}/favorite`;
    expect((await guarded.context.request.put(favourite, { headers: { origin: console.origin } })).ok()).toBe(true);
    await page.reload();
    await favourites.getByRole('link', { name: 'Reviews' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await recent.getByRole('link', { name: 'Sales by channel' }).click();
    await heading('Sales by channel');
  });
});

describe('a dashboard', () => {
  it('is built of a saved report, published, and filtered by its viewers', async () => {
    await page.goto('/workspace');
    await press('New workbook');
    await dialog('New workbook').getByLabel('Name').fill('Review');
    await page.keyboard.press('Enter');
    await heading('Review');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await heading('Dashboard of Review');
    await press('Add chart');
    await press('Add Sales by channel');
    const tile = page.getByRole('region', { name: 'Sales by channel' });
    await tile.getByRole('application').locator('svg').waitFor();
    await press('Add control');
    await page.getByRole('menuitem', { name: 'Filter' }).click();
    const filter = dialog('Filter');
    await filter.getByRole('button', { name: 'Sales View' }).waitFor();
    await filter.getByRole('button', { name: /Dimension$/ }).click();
    await page.getByRole('option', { name: 'Channel', exact: true }).click();
    await filter.getByLabel('Title').fill('Way');
    expect(await violationsOf(page)).toEqual([]);
    await filter.getByRole('button', { name: 'Add' }).click();
    await tile.getByRole('button', { name: '1 filter acts on Sales by channel' }).waitFor();

    // By the keyboard alone: two columns to the right, and one wider.
    await page.getByRole('button', { name: 'Move or size Sales by channel' }).focus();
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await page.getByText('Sales by channel is put down.').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { id } = await workbookNamed('Review');
    const stored = await api('get', `/deployments/1/workbooks/${id}`);
    const chart = stored.dashboardDraft.widgets.find(({ type }: { type: string }) => type === 'CHART');
    expect(chart.position).toEqual({ x: 2, y: 2, w: 7, h: 8 });
    expect(await violationsOf(page)).toEqual([]);
    await press('Publish');
    await dialog('Publish this dashboard').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await heading('Review');
    await tile.getByRole('application').locator('svg').waitFor();
    await page.getByRole('button', { name: 'Way: All' }).click();
    await page.getByRole('option', { name: 'Store', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Way: Store' }).waitFor();
    expect(new URL(page.url()).searchParams.get('f_sales.channel')).toBe('{"operator":"equals","value":["Store"]}');
    await act('Sales by channel', 'Data');
    const rows = dialog('Sales by channel').getByRole('grid').getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await press('Close');
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Way: Store' }).waitFor();
    await act('Sales by channel', 'Open in Explore');
    await expect
      .poll(() => JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}').filters)
      .toEqual([{ member: 'sales.channel', operator: 'equals', values: ['Store'] }]);
    await page.goBack();
    await page.getByRole('button', { name: 'Way: Store' }).waitFor();
    await press('Reset filters');
    await page.getByRole('button', { name: 'Way: All' }).waitFor();
  });

  it('says which filters its rows follow, whatever is cancelled, and what the address says of an operator', async () => {
    const tile = page.getByRole('region', { name: 'Sales by channel' });
    const isFiltered = tile.getByRole('button', { name: '1 filter acts on Sales by channel' });
    const isOld = tile.getByText('These rows are of earlier settings: those set now are not applied.');
    await tile.getByRole('application').locator('svg').waitFor();
    const rows = '**/embed/dashboard/*/data';
    await page.route(rows, () => undefined); // no answer
    await page.getByRole('button', { name: 'Way: All' }).click();
    await page.getByRole('option', { name: 'Store', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => tile.locator('.orrery-chart-picture').evaluate((it) => getComputedStyle(it).opacity))
      .toBe('0.6');
    expect(await violationsOf(page)).toEqual([]); // old rows are dimmed, words are not
    await press('Cancel');
    await isOld.waitFor();
    expect(await isFiltered.count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await press('Cancel');
    await tile.getByText('Loading was cancelled.').waitFor();
    await page.unroute(rows);
    await tile.getByRole('button', { name: 'Load again' }).click();
    await isFiltered.waitFor();
    expect(await tile.getByText('Loading was cancelled.').count()).toBe(0);

    const { origin, pathname } = new URL(page.url());
    const filter = { operator: 'not_equals', value: ['Store'] };
    await page.goto(`${origin}${pathname}?f_sales.channel=${encodeURIComponent(JSON.stringify(filter))}`);
    await page.getByRole('region', { name: 'Way', exact: true }).getByText('Way is not').waitFor();
    await isFiltered.click();
    await dialog('Filters of Sales by channel').getByText('Way is not Store').waitFor();
    await press('Close');
  });

  it('keeps the focus in typed filters, hides columns, opens links by keyboard, and loads tabs that were left', async () => {
    const id = await api('post', '/deployments/1/workbooks', { name: 'Table' }).then((made) => made.id);
    const visualization = { kind: 'table', spec: { columns: { 'sales.amount': { isHidden: true } } } };
    const report = { name: 'Channels', workbookId: id, jsonQuery: JSON.stringify(q), meta: { visualization } };
    const { id: reportId } = await api('post', '/deployments/1/reports', report);
    const linked = await api('post', '/deployments/1/reports', {
      name: 'Links',
      workbookId: id,
      sqlQuery: `SELECT '${console.origin}/preferences' AS page, MEASURE(count) AS orders FROM sales GROUP BY 1`,
      meta: {
        visualization: {
          kind: 'table',
          spec: {
            columns: {
              page: { display: 'link' },
              orders: { rules: [{ when: 'above', value: 1, tone: 'warning' }] },
            },
          },
        },
      },
    });
    const position = { x: 0, y: 2, w: 6, h: 8 };
    const tabs = ['First', 'Second'].map((title, index) => ({ title, widgetIds: [`c${index}`] }));
    const config = { semanticView: 'sales', member: 'ordered_at', operator: 'between', dimensionType: 'time' };
    const value = ['2024-01-01T00:00:00.000', '2024-12-31'];
    const widgets = [
      { id: 'f', type: 'FILTER', position: { x: 0, y: 0, w: 6, h: 2 }, config: { ...config, title: 'Time', value } },
      { id: 't', type: 'TABS_CONTAINER', position, config: { tabs } },
      { id: 'c0', type: 'CHART', position, config: { reportId } },
      { id: 'c1', type: 'CHART', position, config: { reportId: linked.id } },
    ];
    await api('put', `/deployments/1/workbooks/${id}/dashboard`, { dashboardDraft: { widgets } });
    const { publicId } = await api('post', `/deployments/1/workbooks/${id}/publish`, { workbookId: id });
    await page.goto(`/dashboards/${publicId}`);
    const tile = page.getByRole('region', { name: 'Channels' });
    await expect.poll(() => tile.getByRole('columnheader').allTextContents()).toEqual(['Channel']);
    const [from, to] = [page.getByLabel('Time from'), page.getByLabel('Time to')];
    expect([await from.inputValue(), await to.inputValue()]).toEqual(value.map((each) => each.slice(0, 10)));
    await from.fill('2024-02-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('f_sales.ordered_at')).toContain('2024-02-01');
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);

    // A tab that is left while it loads.
    const tab = (name: string) => page.getByRole('tab', { name }).click();
    const rows = '**/embed/dashboard/*/data';
    await page.route(rows, () => undefined); // no answer
    await tab('Second');
    await page.getByText('1 of 1 loading').waitFor();
    await tab('First');
    await page.unroute(rows);
    await page.getByRole('button', { name: 'All: Time' }).click();
    await expect.poll(() => from.inputValue()).toBe('');
    await tab('Second');
    const links = page.getByRole('region', { name: 'Links' }).getByRole('grid');
    await links.getByText(', marked as a warning').waitFor();
    await links.focus();
    await page.keyboard.press('ArrowDown');
    const opened = guarded.context.waitForEvent('page');
    await page.keyboard.press('Enter');
    const other = await opened;
    await other.waitForURL('**/preferences');
    await other.close();

    // One that was not in sight is read again, too.
    const reread = (chart: string) =>
      page.waitForRequest((request) => {
        const { charts, cache } = (request.postDataJSON() ?? {}) as { charts?: string[]; cache?: string };
        return charts?.join() === chart && cache === 'must-revalidate';
      });
    const [first, second] = [reread('c0'), reread('c1')];
    await press('Refresh');
    await second;
    await tab('First');
    await first;
  });

  it('is shared by name, looks the same to viewers until it is published again, and goes back to a version', async () => {
    const { signIn } = console.service.metadata;
    await signIn.redeem(await console.invite('vic', 'viewer'), password, { address: '192.0.2.1' });
    await page.goto('/workspace');
    await act('Review', 'Share...');
    await page.getByLabel('Find people and groups').fill('vi');
    await page.getByRole('button', { name: 'Invite vic' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Find people and groups').press('Enter');
    await page.getByText('Saved for vic.').waitFor();
    await page.getByRole('button', { name: 'Can view Access of vic' }).waitFor();
    const embed = page.getByRole('region', { name: 'Embed', exact: true });
    const code = await embed.getByRole('region', { name: 'Code for a page' }).locator('code').innerText();
    await embed.getByText('Allow signed embedding').click();
    await expect.poll(async () => (await workbookNamed('Review')).publishedDashboard.allowEmbed).toBe(true);
    await embed.getByRole('switch', { name: /^Allow signed embedding/, checked: true }).waitFor();
    await embed.getByText('whatever the access above says').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Find people and groups').press('Escape');
    await dialog('Share Review').waitFor({ state: 'detached' });
    await api('put', '/account/settings', { flags: { embedding: false } });
    await act('Review', 'Share...');
    await embed.getByText('Signed embedding is switched off for the account').waitFor();
    await page.getByLabel('Find people and groups').press('Escape');
    await dialog('Share Review').waitFor({ state: 'detached' });
    await api('put', '/account/settings', { flags: { embedding: true } });
    await using elsewhere = await console.stranger({ statuses: [401], expected: /^asked http:\/\/localhost:/ });
    await using host = await servePage(code);
    const news = await elsewhere.newPage();
    await news.goto(host.address);
    const frame = news.frameLocator('iframe[title="Review"]');
    await frame.getByLabel('Username or email').fill('vic');
    await frame.getByLabel('Password').fill(password);
    await frame.getByRole('button', { name: 'Sign in' }).click();
    await frame.getByRole('application', { name: /Sales by channel/ }).waitFor();

    await using other = await console.stranger({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
    const small = await other.newPage();
    await small.goto('/sign-in?next=/workspace');
    await small.getByLabel('Username or email').fill('vic');
    await small.getByLabel('Password').fill(password);
    await small.keyboard.press('Enter');
    await small.getByRole('link', { name: 'Review' }).waitFor();
    expect(await violationsOf(small)).toEqual([]);
    await small.getByRole('link', { name: 'Review' }).click();
    const tile = small.getByRole('region', { name: 'Sales by channel' });
    await tile.getByRole('application').locator('svg').waitFor();
    await small.getByRole('button', { name: 'Way: All' }).focus();
    await small.keyboard.press('Enter');
    await small.getByRole('option', { name: 'Online' }).waitFor();
    for (const key of ['Tab', 'Enter', 'Escape']) await small.keyboard.press(key);
    await small.getByRole('button', { name: 'Way: Online' }).waitFor();
    expect(await violationsOf(small)).toEqual([]);
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    for (const name of ['Edit in the workbook', 'Share'])
      expect(await small.getByText(name, { exact: true }).count()).toBe(0);

    const { items } = (await api('get', '/deployments/1/workbooks')) as { items: { id: number; name: string }[] };
    const { id } = items.find(({ name }) => name === 'Review') ?? { id: 0 };
    await small.goto(`/deployments/1/workbooks/${id}`);
    await expect.poll(() => new URL(small.url()).pathname).toMatch(/^\/dashboards\//);

    const [report] = (await api('get', `/deployments/1/reports?workbookId=${id}`)).items;
    const counted = { ...q, measures: ['sales.count'] };
    await api('put', `/deployments/1/reports/${report.id}`, { jsonQuery: JSON.stringify(counted) });
    await small.reload();
    await tile.getByRole('application', { name: /Sales by channel/ }).waitFor();
    await tile.getByText('Sales', { exact: true }).first().waitFor();
    await page.goto(`/deployments/1/workbooks/${id}/dashboard`);
    await press('Publish');
    await dialog('Publish this dashboard').getByText('Sales by channel is changed').waitFor();
    await dialog('Publish this dashboard').getByRole('button', { name: 'Cancel' }).click();
    await press('Versions');
    await dialog('Versions').getByText('Published by admin', { exact: false }).first().waitFor();
    await press('Restore version 1');
    await dialog('Restore version 1?').getByText('All tabs of this workbook are replaced').waitFor();
    await press('Replace all tabs');
    await heading('Review');
    await page.getByRole('region', { name: 'Sales by channel' }).getByRole('application').locator('svg').waitFor();
    const [restored] = (await api('get', `/deployments/1/reports?workbookId=${id}`)).items;
    expect(JSON.parse(restored.jsonQuery)).toEqual(q);

    await press('New report');
    await page.getByRole('menuitem', { name: 'Semantic query' }).click();
    await page.getByRole('listbox', { name: 'Members' }).getByRole('option', { name: 'Orders', exact: true }).click();
    await page.getByText('Changed', { exact: true }).waitFor();
    await press('Save');
    await page.getByText('Saved as Untitled report').waitFor();
    await page.getByRole('link', { name: 'To the workbook' }).click();
    await page.getByRole('tab', { name: 'Untitled report', selected: true }).waitFor();
    await page.getByRole('region', { name: 'Untitled report' }).locator('dd').waitFor();
  });

  it('shows earlier versions as they were, which change nothing until one is restored', async () => {
    const { id } = await api('post', '/deployments/1/workbooks', { name: 'Earlier' });
    const report = await api('post', '/deployments/1/reports', {
      workbookId: id,
      name: 'By channel',
      jsonQuery: JSON.stringify(q),
    });
    const place = { x: 0, y: 2, w: 6, h: 8 };
    const chart = { id: 'c', type: 'CHART', position: place, config: { reportId: report.id } };
    const way = { semanticView: 'sales', member: 'sales.channel', title: 'Way', dimensionType: 'string' };
    const filter = { id: 'way', type: 'FILTER', position: { x: 0, y: 0, w: 3, h: 2 }, config: way };
    const publish = (title: string, widgets: readonly object[]) =>
      api('post', `/deployments/1/workbooks/${id}/publish`, { workbookId: id, config: { title, widgets } });
    await publish('As it was', [chart, filter]);
    const text = { id: 't', type: 'TEXT', position: place, config: { content: 'Nothing but words' } };
    await publish('As it is', [text]);
    await api('put', `/deployments/1/reports/${report.id}`, { jsonQuery: '{"measures":["sales.nothing"]}' });

    await page.goto(`/deployments/1/workbooks/${id}/dashboard`);
    await press('Versions');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Preview version 1' }).focus();
    await page.keyboard.press('Enter');
    await heading('As it was');
    const bar = page.getByRole('region', { name: 'Version 1' });
    await bar.getByText('Published by admin', { exact: false }).waitFor();
    const tile = page.getByRole('region', { name: 'By channel' });
    await tile.getByRole('application').locator('svg').waitFor();
    await page.getByRole('button', { name: 'Way: All' }).click();
    await page.getByRole('option', { name: 'Store', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Way: Store' }).waitFor();
    await act('By channel', 'Data');
    const rows = dialog('By channel').getByRole('grid').getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await press('Close');
    expect(await violationsOf(page)).toEqual([]);
    for (const name of ['Publish', 'Share', 'Add chart', 'Edit in the workbook'])
      expect(await page.getByText(name, { exact: true }).count()).toBe(0);

    // The address is that of the version, for those who may edit the workbook.
    await page.reload();
    await page.getByRole('button', { name: 'Way: Store' }).waitFor();
    await bar.getByRole('link', { name: 'Back to the dashboard' }).click();
    await heading('Dashboard of Earlier');
    await page.getByText('Nothing but words').waitFor();
    await page.goBack();
    await bar.getByRole('button', { name: 'Restore version 1' }).focus();
    await page.keyboard.press('Enter');
    await dialog('Restore version 1?').getByText('All tabs of this workbook are replaced').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => bar.getByRole('button', { name: 'Restore version 1' }).evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Enter');
    await press('Replace all tabs');
    await heading('Earlier');
    await tile.getByRole('application').locator('svg').waitFor();
    const [restored] = (await api('get', `/deployments/1/reports?workbookId=${id}`)).items;
    expect(JSON.parse(restored.jsonQuery)).toEqual(q);
    const { dashboardDraft, publishedDashboard } = await api('get', `/deployments/1/workbooks/${id}`);
    expect([dashboardDraft.title, publishedDashboard.title]).toEqual(['As it was', 'As it is']);

    const small = await guarded.newPage();
    await small.setViewportSize({ width: 360, height: 740 });
    await small.goto(`/deployments/1/workbooks/${id}/dashboard/versions/${publishedDashboard.versionId}`);
    await small.getByRole('region', { name: 'Version 2' }).getByText('Version 2 (published now)').waitFor();
    await small.getByText('Nothing but words').waitFor();
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violationsOf(small)).toEqual([]);
    await small.goto(`/deployments/1/workbooks/${id}/dashboard/versions/999999`);
    await small.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await small.close();
  });

  it('begins with the newest draft, and filters start with the values that were typed', async () => {
    const { id } = await api('post', '/deployments/1/workbooks', { name: 'Kept' });
    await page.goto(`/deployments/1/workbooks/${id}/dashboard`);
    const filter = dialog('Filter');
    const addFilter = async (dimension: string) => {
      await press('Add control');
      await page.getByRole('menuitem', { name: 'Filter' }).click();
      await filter.getByRole('button', { name: 'Sales View' }).waitFor();
      await filter.getByRole('button', { name: /Dimension$/ }).click();
      await page.getByRole('option', { name: dimension }).click();
      await filter.getByLabel('Title').fill(dimension);
    };
    await addFilter('Channel');
    await filter.getByLabel('Value', { exact: true }).fill('Acme, Inc.');
    await filter.getByLabel('Value 2').fill('Store');
    await filter.getByLabel('Value 3').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await filter.getByRole('button', { name: 'Add' }).click();

    // Before it is saved.
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await heading('Kept');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('region', { name: 'Channel' }).waitFor();
    await addFilter('Ordered at');
    await filter.getByLabel('From', { exact: true }).fill('2024-01-01');
    await filter.getByRole('button', { name: 'Add' }).click();
    await filter.getByText('Add a value.').waitFor();
    await filter.getByLabel('To', { exact: true }).fill('2024-01-31');
    await filter.getByRole('button', { name: 'Add' }).click();
    await act('Channel', 'Settings...');
    await filter.getByLabel('Title').fill('Way');
    await filter.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('region', { name: 'Way' }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { dashboardDraft } = await api('get', `/deployments/1/workbooks/${id}`);
    const starts = dashboardDraft.widgets.map(({ config }: { config: Record<string, unknown> }) => config['value']);
    expect(starts).toEqual([
      ['Acme, Inc.', 'Store'],
      ['2024-01-01', '2024-01-31'],
    ]);

    // A version that is restored stays, whatever was changed just before.
    await api('post', `/deployments/1/workbooks/${id}/publish`, { workbookId: id });
    await addFilter('Note');
    await filter.getByRole('button', { name: 'Add' }).click();
    await press('Versions');
    await press('Restore version 1');
    await press('Replace all tabs');
    await heading('Kept');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('region', { name: 'Way' }).waitFor();
    expect(await page.getByRole('region', { name: 'Note' }).count()).toBe(0);
    const restored = await api('get', `/deployments/1/workbooks/${id}`);
    expect(restored.dashboardDraft.widgets).toHaveLength(2);
  });
});

describe('a tab in the SQL of a data source', () => {
  it('is written, run, shown and saved by the keyboard, and published with a warning', async () => {
    const { id } = await api('post', '/deployments/1/workbooks', { name: 'Direct' });
    await page.goto(`/deployments/1/workbooks/${id}`);
    await heading('Direct');
    await page.getByRole('button', { name: 'New report', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Source SQL query' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const editor = page.getByLabel('SQL of the data source');
    await editor.waitFor();
    await page.getByText('1 row', { exact: true }).waitFor();

    // A name out of the list of tables goes where the cursor is.
    await editor.fill('SELECT channel, amount\nFROM ');
    await page.getByLabel('Find tables and columns').fill('chan');
    await press('Insert channels');
    expect(await editor.inputValue()).toBe('SELECT channel, amount\nFROM "channels"');
    await page.keyboard.type(' ORDER BY amonut');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /amonut[^]*LINE 2/ })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await editor.fill('SELECT channel, amount FROM channels ORDER BY amount');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.getByRole('application').locator('svg').waitFor();
    await page.getByRole('tab', { name: 'Table' }).click();
    const cells = page.getByRole('grid').getByRole('gridcell');
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);
    expect(await violationsOf(page)).toEqual([]);
    const asksOfTab = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await page.getByRole('link', { name: 'To the workbook' }).click();
    const leaving = dialog('Leave without your changes?');
    await leaving.getByText('The statement and how its rows are shown are not saved.').waitFor();
    await leaving.getByRole('button', { name: 'Stay' }).click();
    expect(await asksOfTab()).toBe(true);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as Untitled report').waitFor();
    expect(await asksOfTab()).toBe(false);
    const { items } = await api('get', `/deployments/1/reports?workbookId=${id}`);
    const [report] = items;
    expect(report).toMatchObject({
      jsonQuery: null,
      sqlQuery: null,
      sourceQuery: { dataSource: 'default', sql: 'SELECT channel, amount FROM channels ORDER BY amount' },
      meta: { visualization: { kind: 'table' } },
    });
    await page.reload();
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);
    const small = await guarded.newPage();
    await small.setViewportSize({ width: 360, height: 740 });
    await small.goto(`/explore?deployment=1&report=${report.id}`);
    await small.getByRole('grid').waitFor();
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violationsOf(small)).toEqual([]);
    await small.close();

    // Nothing is asked in place of somebody else.
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await press('View as...');
    await page.getByLabel('Groups').fill('managers');
    await press('View with these groups');
    await page.getByText('Viewing as somebody of managers.').waitFor();
    await page.goBack();
    await page.getByText(/so it is not shown as others/).waitFor();
    expect(await cells.count()).toBe(0);
    await press('Exit');
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);

    await page.getByRole('link', { name: 'To the workbook' }).click();
    await heading('Direct');
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);
    await act('Untitled report', 'Duplicate');
    await page.getByRole('tab', { name: 'Copy of Untitled report' }).click();
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await press('Add chart');
    await press('Add Untitled report');
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);
    await page.getByText('Saved', { exact: true }).waitFor();
    await press('Publish');
    const publishing = dialog('Publish this dashboard');
    await publishing
      .getByText('Untitled report asks a data source directly: only developers will see its rows.')
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await publishing.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await heading('Direct');
    await expect.poll(() => cells.allTextContents()).toEqual(['Store', '3', 'Online', '5']);

    // Somebody without the right sees words, and no text of a statement.
    await using explorer = await console.person('edith', 'explorer');
    const { items: users } = await api('get', '/users?search=edith');
    const share = { resourceType: 'Workbook', resourceId: id, userId: users[0].id, action: 'WorkbookEdit' };
    await api('put', '/resource-policies/user', share);
    const other = await explorer.newPage();
    await other.goto(`/deployments/1/workbooks/${id}`);
    const words = /Only developers see its rows/;
    await other.getByText(words).waitFor();
    await other.getByRole('button', { name: 'New report' }).waitFor();
    expect(await other.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await other.getByRole('grid').count()).toBe(0);
    await other.goto(`/explore?deployment=1&report=${report.id}`);
    await other.getByText(words).waitFor();
    expect(await other.content()).not.toContain('FROM channels');
    expect(await violationsOf(other)).toEqual([]);
    await other.goto(new URL(page.url()).pathname);
    await other.getByText(words).waitFor();
    expect(await other.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('is offered to those with the right to it, and to nobody else of their tier', async () => {
    const { metadata } = console.service;
    const { changes, roles, users, accountId } = metadata;
    const workbookOf = async (username: string, role: Omit<Parameters<typeof roles.create>[1], 'name' | 'actions'>) => {
      const other = await console.person(username, 'explorer', { statuses: [404] });
      const {
        items: [user],
      } = await api('get', `/users?search=${username}`);
      await changes.changeRights({ accountId, by: { via: 'command' } }, async (change) => {
        const { id } = await roles.create(change, { name: `Role of ${username}`, actions: [], ...role });
        await users.update(change, user.id, { customRoles: [id] });
      });
      const { id } = await new Maker(other, console.origin).api('post', '/deployments/1/workbooks', { name: 'Own' });
      const own = await other.newPage();
      await own.goto(`/deployments/1/workbooks/${id}`);
      await own.getByRole('button', { name: 'New report' }).click();
      return { own, [Symbol.asyncDispose]: () => other[Symbol.asyncDispose]() };
    };
    const policies = [{ deployments: [1], actions: ['All'] }] as const;
    await using asker = await workbookOf('sid', { base: 'developer', policies });
    await asker.own.getByRole('menuitem', { name: 'Source SQL query' }).click();
    await asker.own.getByLabel('SQL of the data source').waitFor();
    await asker.own.getByText('1 row', { exact: true }).waitFor();
    await using builder = await workbookOf('dora', { base: 'developer', policies: [] });
    await builder.own.getByRole('listbox', { name: 'Members' }).waitFor();
  });
});
