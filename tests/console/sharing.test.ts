import { chartSpec, type ChartStyle, type ChartType, type Column, type Row, withOwnChart } from '@orrery/charts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { type Guarded, violationsOf } from './guarded-browser.ts';
import { Maker } from './maker.ts';

let console: ConsoleService;
let guarded: Guarded;
let page: Page;
let maker: Maker;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'controls-project');
  guarded = await console.admin({ statuses: [400, 403, 404] });
  maker = new Maker(guarded, console.origin);
  page = await guarded.newPage();
});

afterAll(async () => {
  await guarded?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const position = { x: 0, y: 0, w: 6, h: 8 };
const text = (content: string) => ({ id: 'text', type: 'TEXT', position, config: { content } });

const menuOf = async (on: Page, item: string) => {
  await on.getByRole('button', { name: `Actions for ${item}` }).click();
  const acts = await on.getByRole('menuitem').allInnerTexts();
  await on.keyboard.press('Escape');
  return acts;
};
const act = async (on: Page, item: string, name: string) => {
  await on.getByRole('button', { name: `Actions for ${item}` }).click();
  await on.getByRole('menuitem', { name, exact: true }).click();
};
const heading = (on: Page, name: string) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('what somebody may do', () => {
  it('with a workbook that their group may view is to see its dashboard, until it is not shared or they are out', async () => {
    const { workbookId } = await maker.workbook('Weekly');
    const publicId = await maker.publish(workbookId, [text('First words')]);
    await using other = await console.person('gus', 'explorer', { statuses: [401, 403, 404] });
    const theirs = await other.newPage();
    const userId = await maker.userId('gus');
    await maker.api('post', '/groups', { name: 'Sellers', userIds: [userId] });
    await theirs.goto(`/dashboards/${publicId}`);
    await heading(theirs, 'Not found');

    await page.goto('/workspace');
    await act(page, 'Weekly', 'Share...');
    await page.getByLabel('Find people and groups').fill('sell');
    await page.getByRole('button', { name: 'Invite Sellers' }).click();
    await page.getByText('Saved for Sellers.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    // They may explore, and see no tabs of this workbook all the same.
    await theirs.goto('/workspace');
    expect(await menuOf(theirs, 'Weekly')).toEqual(['Open the dashboard', 'Duplicate']);
    for (const address of ['', '/dashboard']) {
      await theirs.goto(`/deployments/1/workbooks/${workbookId}${address}`);
      await theirs.waitForURL(`**/dashboards/${publicId}`);
    }
    await theirs.getByText('First words').waitFor();
    for (const name of ['Edit in the workbook', 'Share'])
      expect(await theirs.getByText(name, { exact: true }).count()).toBe(0);

    // What is published is there with the next look.
    await maker.draft(workbookId, [text('Second words')]);
    await theirs.reload();
    await theirs.getByText('First words').waitFor();
    await page.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published.').waitFor();
    await theirs.reload();
    await theirs.getByText('Second words').waitFor();

    await page.goto('/workspace');
    await act(page, 'Weekly', 'Share...');
    await page.getByRole('button', { name: 'Can view Access of Sellers' }).click();
    await page.getByRole('option', { name: 'Remove' }).click();
    await page.getByText('Saved for Sellers.').waitFor();
    await theirs.reload();
    await heading(theirs, 'Not found');

    await maker.api('put', `/users/${userId}`, { status: 'deactivated' });
    await theirs.goto('/workspace');
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('in a folder that they may edit is to rename and to add, and what is set on a workbook inside comes first', async () => {
    const { id: folderId } = await maker.api('post', '/deployments/1/folders', { name: 'Plans' });
    const inside = await maker.workbook('Budget', { folderId });
    const limited = await maker.workbook('Salaries', { folderId });
    await maker.publish(limited.workbookId, [text('Numbers')]);
    await using other = await console.person('eda', 'explorer', { statuses: [400, 403, 404] });
    const userId = await maker.userId('eda');
    await maker.share({ type: 'Workbook', id: limited.workbookId }, { userId }, 'WorkbookRead');
    await page.goto('/workspace');
    await act(page, 'Plans', 'Share...');
    await page.getByLabel('Find people and groups').fill('eda');
    await page.getByRole('button', { name: 'Can view Access', exact: true }).click();
    await page.getByRole('option', { name: 'Can edit' }).click();
    await page.getByRole('button', { name: 'Invite eda' }).click();
    await page.getByText('Saved for eda.').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const theirs = await other.newPage();
    await theirs.goto('/workspace');
    expect(await menuOf(theirs, 'Plans')).toEqual(['Rename...']);
    await act(theirs, 'Plans', 'Rename...');
    await theirs.getByRole('dialog').getByLabel('Name').fill('Plans of 2027');
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('link', { name: 'Plans of 2027' }).click();
    await heading(theirs, 'Plans of 2027');
    expect(await menuOf(theirs, 'Budget')).toEqual(['Rename...', 'Duplicate']);
    expect(await menuOf(theirs, 'Salaries')).toEqual(['Open the dashboard', 'Duplicate']);
    await theirs.getByRole('link', { name: 'Salaries' }).click();
    await theirs.getByText('Numbers').waitFor();
    await theirs.goBack();
    await theirs.getByRole('button', { name: 'New workbook' }).click();
    await theirs.getByRole('dialog').getByLabel('Name').fill('Travel');
    await theirs.keyboard.press('Enter');
    await heading(theirs, 'Travel');
    // The server holds it, whatever a page offers.
    const { request } = other.context;
    const headers = { origin: console.origin };
    expect((await request.delete(`/api/v1/deployments/1/folders/${folderId}`, { headers })).status()).toBe(403);
    const moved = { type: 'FOLDER', id: folderId, folderId: null };
    const move = await request.post('/api/v1/deployments/1/workspace/move', { headers, data: moved });
    expect(move.status()).toBe(403);
    const workbook = `/api/v1/deployments/1/workbooks/${limited.workbookId}`;
    expect((await request.put(workbook, { headers, data: { name: 'Mine' } })).status()).toBe(403);
    expect(
      (
        await request.put(`/api/v1/deployments/1/workbooks/${inside.workbookId}`, {
          headers,
          data: { name: 'Budget 2' },
        })
      ).status(),
    ).toBe(200);
  });
});

describe('two who edit one dashboard', () => {
  it('are told of each other before anything is replaced, and choose what stays', async () => {
    const { workbookId } = await maker.workbook('Shared');
    await maker.draft(workbookId, [text('Both')]);
    await using other = await console.person('una', 'explorer', { statuses: [409] });
    await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('una') }, 'WorkbookManage');
    await using same = await console.admin({ statuses: [409] });
    const [mine, theirs] = [await same.newPage(), await other.newPage()];
    const stored = async () => {
      const { dashboardDraft } = await maker.api('get', `/deployments/1/workbooks/${workbookId}`);
      return dashboardDraft.widgets.map(({ config }: { config: { content: string } }) => config.content);
    };
    for (const each of [mine, theirs]) {
      await each.goto(`/deployments/1/workbooks/${workbookId}/dashboard`);
      await each.getByRole('button', { name: 'Add text' }).waitFor();
    }
    const write = async (on: Page, content: string) => {
      await on.getByRole('button', { name: 'Add text' }).click();
      await on.getByRole('dialog').getByRole('textbox').first().fill(content);
      await on.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    };
    await write(theirs, 'Hers');
    await theirs.getByText('Saved', { exact: true }).waitFor();
    await write(mine, 'Mine');
    const conflict = mine.getByRole('alert', { name: 'Changed by somebody else' });
    await conflict.getByText('una has changed this dashboard').waitFor();
    await conflict.getByText('Your changes are kept here, and are not saved.').waitFor();
    await conflict.getByText('What differs in the version of una').click();
    await expect
      .poll(() => conflict.getByRole('listitem').allInnerTexts())
      .toEqual(['Hers is added', 'Mine is taken off']);
    expect(await violationsOf(mine)).toEqual([]);
    expect(await stored()).toEqual(['Both', 'Hers']);

    await mine.getByRole('link', { name: 'Reports', exact: true }).click();
    await mine
      .getByRole('dialog', { name: 'Leave without your changes?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    // The last save wins, when it is wanted; now she is the one who is told.
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await mine.getByText('Saved', { exact: true }).waitFor();
    expect(await stored()).toEqual(['Both', 'Mine']);
    await theirs.getByRole('button', { name: 'Publish' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const hers = theirs.getByRole('alert', { name: 'Changed by somebody else' });
    await hers.getByText('admin has changed this dashboard').waitFor();
    expect(await theirs.getByRole('dialog').count()).toBe(0);
    await write(theirs, 'More of hers');
    expect(await stored()).toEqual(['Both', 'Mine']);
    await hers.getByRole('button', { name: 'Load the version of admin' }).click();
    await theirs.getByText('Mine', { exact: true }).waitFor();
    expect(await theirs.getByText('Hers', { exact: true }).count()).toBe(0);
    // Nothing that was written is lost.
    await theirs.getByRole('button', { name: 'Undo' }).click();
    await theirs.getByText('More of hers').waitFor();
    await theirs.getByText('Saved', { exact: true }).waitFor();
    expect(await stored()).toEqual(['Both', 'Hers', 'More of hers']);
    same.expectQuiet();
    other.expectQuiet();
  });
});

it('two who save the same report are told of each other, and one of both versions stays', async () => {
  const { workbookId, report } = await maker.workbook('Shared tabs');
  const q = { measures: ['sales.amount'], dimensions: ['sales.city'] };
  const reportId = await report('Cities', { jsonQuery: JSON.stringify(q) });
  await using other = await console.person('ida', 'explorer', { statuses: [409] });
  await maker.share({ type: 'Workbook', id: workbookId }, { userId: await maker.userId('ida') }, 'WorkbookEdit');
  await using same = await console.admin({ statuses: [409] });
  const [mine, theirs] = [await same.newPage(), await other.newPage()];
  const stored = async () => JSON.parse((await maker.api('get', `/deployments/1/reports/${reportId}`)).jsonQuery);
  const asking = (more: object) =>
    `/explore?report=${reportId}&q=${encodeURIComponent(JSON.stringify({ ...q, ...more }))}`;
  for (const each of [mine, theirs]) {
    await each.goto(`/explore?report=${reportId}`);
    await heading(each, 'Cities');
  }
  const add = async (on: Page, member: string) => {
    await on.getByRole('option', { name: member, exact: true }).click();
    await on.getByText('Changed').waitFor();
  };
  await add(theirs, 'Orders');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await theirs.getByText('Saved as Cities').waitFor();
  await add(mine, 'Country');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = mine.getByRole('alert', { name: 'Changed by somebody else' });
  await conflict.getByText('ida has changed this report').waitFor();
  await conflict.getByText('What differs in the version of ida').click();
  expect(await conflict.getByRole('listitem').allInnerTexts()).toEqual(['It asks something else']);
  expect(await violationsOf(mine)).toEqual([]);
  expect((await stored()).measures).toEqual(['sales.amount', 'sales.count']);

  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await mine.getByText('Saved as Cities').waitFor();
  expect(await conflict.count()).toBe(0);
  expect(await stored()).toMatchObject({ measures: ['sales.amount'], dimensions: ['sales.city', 'sales.country'] });
  // Now she is the one who is told, and takes the other version; Back leads to hers.
  await add(theirs, 'Country');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  const hers = theirs.getByRole('alert', { name: 'Changed by somebody else' });
  await hers.getByRole('button', { name: 'Load the version of admin' }).click();
  await hers.waitFor({ state: 'detached' });
  await theirs.getByText('Sales by City and Country', { exact: true }).waitFor();
  await theirs.goBack();
  await theirs.getByText('Changed').waitFor();
  await theirs.goto(asking({ limit: 3 }));
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await theirs.getByText('Saved as Cities').waitFor();
  expect(await stored()).toMatchObject({ limit: 3 });
  same.expectQuiet();
  other.expectQuiet();
});

it('a folder with a folder in it is not deleted, and says why', async () => {
  const { id: parentId } = await maker.api('post', '/deployments/1/folders', { name: 'Years' });
  await maker.api('post', '/deployments/1/folders', { name: 'Inner', parentId });
  await page.goto('/workspace');
  await act(page, 'Years', 'Delete...');
  const dialog = page.getByRole('dialog', { name: 'Delete Years?' });
  await dialog.getByText('A folder with folders in it is not deleted.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').getByText('There are folders in this folder: move or delete them first').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Years' }).waitFor();
});

it('what was set for a chart is there on the published dashboard', async () => {
  const columns: readonly Column[] = [
    { name: 'sales.country', title: 'Country', type: 'string', role: 'dimension' },
    { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure' },
    { name: 'sales.count', title: 'Orders', type: 'number', role: 'measure' },
  ];
  const rows: readonly Row[] = [
    ['Italy', '11000', '20'],
    ['Norway', '110', '20'],
  ];
  const { workbookId, report } = await maker.workbook('Styled');
  const jsonQuery = JSON.stringify({ measures: ['sales.amount', 'sales.count'], dimensions: ['sales.country'] });
  const styled = async (name: string, type: ChartType, style: ChartStyle, y: number) => {
    const spec = withOwnChart(chartSpec(type, columns, { rows, style }) ?? {}, { type, style });
    const reportId = await report(name, { jsonQuery, meta: { visualization: { kind: 'vega', spec } } });
    return { id: name, type: 'CHART', position: { ...position, y }, config: { reportId } };
  };
  const publicId = await maker.publish(workbookId, [
    await styled('Parts', 'percent_stacked_bar', { palette: ['#a1b2c3', '#c3b2a1'] }, 0),
    await styled(
      'Two axes',
      'grouped_bar',
      {
        series: { 'sales.count': { axis: 'right', mark: 'line', color: '#12ab34' } },
        lines: [{ value: 5000, label: 'Goal', color: '#ab1234', dash: 'dashed' }],
      },
      8,
    ),
  ]);
  const look = async () => {
    const parts = page.getByRole('region', { name: 'Parts' }).locator('svg');
    const axes = page.getByRole('region', { name: 'Two axes' }).locator('svg');
    await parts.getByText('100%').waitFor();
    for (const color of ['#a1b2c3', '#c3b2a1']) await parts.locator(`[fill="${color}"]`).first().waitFor();
    await axes.getByText('Goal').first().waitFor();
    await axes.locator('line[stroke="#ab1234"][stroke-dasharray]').first().waitFor({ state: 'attached' });
    // A line of its colour, level with 20 on an axis of its own: the left one begins at thousands.
    await axes.locator('[stroke="#12ab34"]').first().waitFor({ state: 'attached' });
    await axes.getByText('20', { exact: true }).waitFor();
  };
  await page.goto(`/dashboards/${publicId}`);
  await look();
  await page.reload();
  await look();
});
