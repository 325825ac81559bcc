import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { ExplorePage } from './explore-page.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { walk } from './walk.ts';

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

it('arrow keys move along what is seen, also where the language of the browser reads from right to left', async () => {
  await using guarded = await console.admin({ locale: 'ar-EG' });
  const explore = await pageOf(guarded);
  await explore.open({ view: 'sales', q: bySales });
  await explore.picture.waitFor();
  const tabs = explore.page.getByRole('tablist', { name: 'Answer' }).getByRole('tab');
  const [first, second] = [tabs.nth(0), tabs.nth(1)];
  await first.focus();
  await explore.page.keyboard.press('ArrowRight');
  await expect.poll(() => second.getAttribute('aria-selected')).toBe('true');
  await explore.page.keyboard.press('ArrowLeft');
  await expect.poll(() => first.getAttribute('aria-selected')).toBe('true');
});

describe('what goes wrong', () => {
  it('members that are gone are named, and taken out by a button', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    const q = {
      ...{ measures: ['sales.amount', 'sales.gone'], dimensions: ['sales.channel'] },
      filters: [{ member: 'sales.gone', operator: 'gt', values: ['1'] }],
    };
    await explore.open({ view: 'sales', q });
    await page.getByRole('alert').getByText('gone').first().waitFor();
    await page.getByRole('button', { name: 'Remove sales.gone', exact: true }).click();
    await explore.picture.waitFor();
    expect(explore.state()['q']).toEqual(bySales);
  });

  it('a view that is gone, a broken address and a report that is not there lead on', async () => {
    await using guarded = await console.admin({ statuses: [404] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'gone' });
    await page.getByText('There is no view "gone" for you.').waitFor();
    await page.getByRole('button', { name: 'Start with Sales' }).click();
    await explore.members.waitFor();
    await page.goto('/explore?q=%7B"measures":7%7D&kind=constructor&tab=__proto__&pivot=5&deployment=x&view=%00');
    await page.getByText('There is no view').waitFor();
    await page.goto('/explore?report=999');
    await page.getByRole('alert').waitFor();
    await page.goto('/explore?deployment=99');
    await page.getByText('There is no such deployment for you.').waitFor();
  });

  it('a limit over the maximum is refused in words, with the way back', async () => {
    await using guarded = await console.admin({ statuses: [400] });
    const explore = await pageOf(guarded);
    await explore.open({ view: 'sales', q: { ...bySales, limit: 60_000 } });
    await explore.page.getByRole('alert').waitFor();
    await explore.page.getByText('20000').first().waitFor();
    await explore.page.locator('.answer-failed').getByRole('button', { name: 'Usual row limit' }).click();
    await explore.picture.waitFor();
  });

  it('a query that is replaced is cancelled, one that takes long says so and can be cancelled', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    const waiting = { error: 'Continue wait', stage: 'Executing query', timeElapsed: 4_000 };
    let isSlow = true;
    await page.route('**/v1/load', async (route) => {
      if (!isSlow || !(route.request().postData() ?? '').includes('sales.amount')) return route.continue();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ json: waiting }).catch(() => undefined); // the page may have gone on
    });
    await explore.open({ view: 'sales', q: bySales });
    await page.getByRole('status').getByText('Executing query, 4 s').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    await page.locator('.answer-empty').getByRole('button', { name: 'Run query' }).click();
    await page.getByRole('status').getByText('Executing query, 4 s').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/load')) asked.push(request.postData() ?? '');
    });
    await explore.open({ view: 'sales', q: { measures: ['sales.count'], dimensions: ['sales.channel'] } });
    await explore.picture.waitFor();
    asked.length = 0;
    await page.waitForTimeout(700);
    expect(asked).toEqual([]);
    isSlow = false;
    await explore.member('Sales').click();
    await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Sales' }).waitFor();
    await explore.tab('Table');
    await explore.table.getByRole('columnheader', { name: 'Sales' }).waitFor();
  });

  it('a server that is away is said, and the answer comes when it is asked again', async () => {
    await using guarded = await console.admin({ expected: /ERR_FAILED|ERR_CONNECTION/ });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await page.route('**/v1/load', (route) => route.abort('connectionrefused'));
    await explore.open({ view: 'sales', q: bySales });
    await page.getByText('No connection to the server.').waitFor();
    await page.unroute('**/v1/load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await explore.picture.waitFor();
  });

  it('hostile values are shown as they are', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    await explore.open({ view: 'sales', q: { measures: ['sales.count'], dimensions: ['sales.note'] }, tab: 'table' });
    expect((await explore.rows()).map(([note]) => note)).toContain('<img src=x onerror="window.stolen=1">');
    expect(await explore.page.evaluate(() => 'stolen' in window)).toBe(false);
  });

  it('a query that is too long for an address survives reloading', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: bySales, tab: 'sql' });
    const values = Array.from({ length: 900 }, (_, index) => `value ${index}`);
    const q = { ...bySales, filters: [{ member: 'sales.channel', operator: 'notEquals', values }] };
    await page.getByRole('textbox', { name: 'Semantic JSON' }).fill(JSON.stringify(q));
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.getByText('This query is too long for an address.').waitFor();
    expect(page.url().length).toBeLessThan(500);
    await page.reload();
    await page.getByText('This query is too long for an address.').waitFor();
    await page.getByRole('button', { name: /^Channel is not value 0, value 1, value 2, and 897 more/ }).waitFor();
  });
});

it('8,000 members are searched, and only those that can be seen are in the page', async () => {
  await using guarded = await console.admin({ statuses: [400] });
  const explore = await pageOf(guarded);
  const { page } = explore;
  await page.route('**/v1/meta?*', async (route) => {
    const meta = (await (await route.fetch()).json()) as { cubes: { name: string; measures: object[] }[] };
    const sales = meta.cubes.find(({ name }) => name === 'sales');
    const [first] = sales?.measures ?? [];
    for (let index = 0; index < 8_000; index++)
      sales?.measures.push({
        ...first,
        name: `sales.m${index}`,
        title: `Sales M ${index}`,
        shortTitle: `Made ${index}`,
      });
    await route.fulfill({ json: meta });
  });
  await explore.open();
  await explore.members.waitFor();
  expect(await explore.members.getByRole('option').count()).toBeLessThan(80);
  const field = page.getByLabel('Find a member');
  await field.fill('made 7999');
  await expect.poll(() => explore.members.getByRole('option').count()).toBe(1);
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Measures' }).getByRole('button', { name: 'Made 7999' }).waitFor();
});

it('every stop of the keyboard is seen', async () => {
  await using guarded = await console.admin();
  const explore = await pageOf(guarded);
  await explore.open({ view: 'sales', q: byMonth });
  await explore.picture.waitFor();
  const stops = await walk(explore.page);
  expect(stops.filter((name) => /\((?:no ring|covered)\)$/.test(name))).toEqual([]);
  expect(stops).toEqual(
    expect.arrayContaining(['Find a member', 'Members', 'Ordered at (month)', 'Chart', 'Download CSV']),
  );
});

it('by keyboard alone: a member is found and added, a filter made, the table read and copied', async () => {
  await using guarded = await console.admin({ permissions: ['clipboard-read', 'clipboard-write'] });
  const explore = await pageOf(guarded);
  const { page } = explore;
  await explore.open();
  await explore.members.waitFor();
  await page.keyboard.press('f');
  await page.keyboard.type('chan');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Channel' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('sales');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await explore.picture.waitFor();
  await page.keyboard.press('Alt+2');
  await explore.table.waitFor();
  await explore.table.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+\n\d+$/);
  await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Channel' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('f');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter: Channel' });
  await dialog.waitFor();
  await page.keyboard.type('Store');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Channel is Store', exact: true }).waitFor();

  // What is taken out, and a view that is replaced, leave the focus near where it was.
  const focused = page.locator(':focus');
  await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Channel' }).focus();
  await page.keyboard.down('Delete');
  await expect.poll(() => focused.textContent()).toBe('Sales');
  await page.keyboard.down('Delete'); // is held
  await page.keyboard.up('Delete');
  expect(explore.state()['q']).toMatchObject({ measures: ['sales.amount'] });
  await page.getByRole('button', { name: /View$/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Stores' }).waitFor();
  await page.keyboard.type('Stores');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Channel is Store', exact: true }).waitFor();
  await expect.poll(() => focused.textContent()).toBe('Stores');
  await page.goBack();
  await page.getByRole('button', { name: 'Sales View' }).waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'Stores View' }).waitFor();
  expect(await focused.count()).toBe(0);
  await page.keyboard.press('f');
  await page.keyboard.type('chan');
  await page.getByRole('status').filter({ hasText: '1 member found' }).waitFor();
  expect(await explore.member('Channel').getAttribute('aria-description')).toMatch(/^text/);
});

describe.each(['light', 'dark'] as const)('in %s, axe finds nothing', (colorScheme) => {
  it('on each tab, dialogs, what went wrong, and at 360 px', async () => {
    await using guarded = await console.admin({ colorScheme, statuses: [400] });
    const explore = await pageOf(guarded);
    const { page } = explore;
    await explore.open({ view: 'sales', q: byMonth });
    await explore.picture.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    for (const tab of ['Table', 'SQL', 'Why', 'Code']) {
      await explore.tab(tab);
      await page.getByRole('tabpanel').getByText(/\w/).first().waitFor();
      expect([tab, await violationsOf(page)]).toEqual([tab, []]);
    }
    await page.getByRole('button', { name: 'Row limit' }).click();
    await page.getByRole('listbox', { name: 'Row limit' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ordered at: last 12 months, UTC', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View as...' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await explore.open({ view: 'sales', q: { measures: ['sales.gone'] } });
    await page.getByRole('alert').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const tab of ['chart', 'table', 'sql', 'why', 'code']) {
      await explore.open({ view: 'sales', q: byMonth, tab });
      await page.getByRole('status').getByText('12 rows').waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([tab, width]).toEqual([tab, 360]);
    }
    await page.getByRole('button', { name: 'Show members' }).click();
    await explore.members.waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('a large model', () => {
  it('has a search for its views, also at 360 px, which keeps the focus', async () => {
    await using guarded = await console.admin();
    const explore = await pageOf(guarded);
    const { page } = explore;
    await page.route('**/meta*', async (route) => {
      const answer = await route.fetch();
      const meta = await answer.json();
      const [sales] = meta.cubes.filter(({ name }: { readonly name: string }) => name === 'sales');
      const copies = Array.from({ length: 200 }, (_, at) => ({
        ...sales,
        ...{ name: `copy_${at}`, title: `Copy ${at}`, description: at === 150 ? 'What came back' : undefined },
        measures: sales.measures.map((each: { readonly name: string }) => ({
          ...each,
          name: each.name.replace('sales.', `copy_${at}.`),
        })),
      }));
      await route.fulfill({ response: answer, json: { ...meta, cubes: [...meta.cubes, ...copies] } });
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await explore.open();
    const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: 'Show members' }).click();
    const picker = page.getByRole('button', { name: /View$/ });
    const search = page.getByRole('combobox', { name: 'Find a view' });
    const shown = page.getByRole('listbox', { name: 'View' }).getByRole('option');

    await picker.click();
    await shown.first().waitFor();
    expect(await shown.count()).toBeLessThan(60);
    expect(await violationsOf(page)).toEqual([]);
    await fits();
    await search.fill('came back');
    await page.getByRole('status').getByText('1 view found').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy 150 View' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Copy 150');
  });
});
