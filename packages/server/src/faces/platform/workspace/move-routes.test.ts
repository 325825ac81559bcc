import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

describe.each(storyKinds)('moving on %s', (kind) => {
  let platform: PlatformFixture;

  beforeEach(async () => {
    platform = await PlatformFixture.open(kind, { now: () => Date.UTC(2026, 5, 17) });
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const make = async (collection: string, body: object): Promise<number> => {
    const answer = await platform.ask('POST', `/deployments/1/${collection}`, { body });
    expect([collection, answer.status, answer.text]).toEqual([collection, 200, answer.text]);
    return answer.body.id;
  };
  const move = (body: object, key?: string, path = '/deployments/1/workspace/move') =>
    platform.ask('POST', path, { body, ...(key === undefined ? {} : { key }) });

  it('38: answers with each moved item in the form of its kind', async () => {
    const [a, b] = [await make('folders', { name: 'A' }), await make('folders', { name: 'B' })];
    const into = await move({ type: 'FOLDER', id: b, folderId: a });
    expect([into.status, into.body]).toMatchObject([200, { type: 'FOLDER', id: b, parentId: a, name: 'B' }]);
    expect((await move({ type: 'FOLDER', id: a, folderId: b })).status).toBe(400);
    expect((await move({ type: 'FOLDER', id: a, folderId: a })).status).toBe(400);
    const out = await move({ type: 'FOLDER', id: b, folderId: null }, undefined, '/deployments/1/workspace/move/');
    expect([out.status, out.body]).toMatchObject([200, { type: 'FOLDER', parentId: null }]);
    const book = await make('workbooks', { name: 'Sales' });
    const report = await make('reports', { name: 'Orders' });
    for (const [type, id] of [
      ['WORKBOOK', book],
      ['REPORT', report],
    ] as const) {
      expect((await move({ type, id, folderId: a })).body).toMatchObject({ type, id, folderId: a });
      expect((await move({ type, id })).body).toMatchObject({ type, id, folderId: null });
    }
  });

  it('39: moves existing items only, and leaves tabs where they are', async () => {
    const a = await make('folders', { name: 'A' });
    const book = await make('workbooks', { name: 'Sales' });
    const tab = await make('reports', { name: 'Orders', workbookId: book });
    for (const type of ['FOLDER', 'WORKBOOK', 'REPORT']) {
      expect((await move({ type, id: 999_999, folderId: a })).status).toBe(404);
      if (type !== 'FOLDER') expect((await move({ type, id: a })).status).toBe(404);
    }
    expect((await move({ type: 'WORKBOOK', id: book, folderId: 999_999 })).status).toBe(404);
    expect((await move({ type: 'REPORT', id: tab, folderId: a })).status).toBe(400);
    expect(
      (await move({ type: 'WORKBOOK', id: book, folderId: a }, undefined, '/deployments/9/workspace/move')).status,
    ).toBe(404);
    for (const body of [
      {},
      { type: 'DASHBOARD', id: 1 },
      { type: 'FOLDER', id: '1' },
      { type: 'FOLDER', id: a, folderId: -1 },
    ]) {
      expect([body, (await move(body)).status]).toEqual([body, 400]);
    }
  });

  it('answers also a caller who cannot see the target', async () => {
    const eve = await platform.keyOf({ username: 'eve', role: 'explorer' });
    const { id: userId } = await platform.metadata.users.find(platform.metadata.accountId, 'eve');
    const a = await make('folders', { name: 'A' });
    const body = { resourceType: 'Folder', resourceId: a, userId, action: 'FolderManage' };
    await platform.ask('PUT', '/resource-policies/user', { body });
    const items = {
      FOLDER: await make('folders', { name: 'B', parentId: a }),
      WORKBOOK: await make('workbooks', { name: 'Sales', folderId: a }),
      REPORT: await make('reports', { name: 'Orders', folderId: a }),
    };
    for (const [type, id] of Object.entries(items)) {
      const moved = await move({ type, id, folderId: null }, eve);
      expect([moved.status, moved.body]).toMatchObject([200, { type, id }]);
      expect((await move({ type, id, folderId: a }, eve)).status).toBe(404);
    }
    const book = await make('workbooks', { name: 'Sales', folderId: a });
    const path = `/deployments/1/workbooks/${book}`;
    const changed = await platform.ask('PUT', path, { body: { folderId: null }, key: eve });
    expect([changed.status, changed.body]).toMatchObject([200, { id: book, folderId: null }]);
    expect((await platform.ask('GET', path, { key: eve })).status).toBe(404);
  });

  it('moves what the caller may move, and reveals no more than the caller may know', async () => {
    const eve = await platform.keyOf({ username: 'eve', role: 'explorer' });
    const { id: userId } = await platform.metadata.users.find(platform.metadata.accountId, 'eve');
    const a = await make('folders', { name: 'A' });
    const book = await make('workbooks', { name: 'Sales' });
    const asked = { type: 'WORKBOOK', id: book, folderId: a };
    const share = (resourceType: string, resourceId: number, action: string) =>
      platform.ask('PUT', '/resource-policies/user', { body: { resourceType, resourceId, userId, action } });
    expect((await move(asked, eve)).status).toBe(404);
    await share('Workbook', book, 'WorkbookEdit');
    expect((await move(asked, eve)).status).toBe(403);
    await share('Workbook', book, 'WorkbookManage');
    expect((await move(asked, eve)).status).toBe(404);
    await share('Folder', a, 'FolderRead');
    expect((await move(asked, eve)).status).toBe(403);
    await share('Folder', a, 'FolderEdit');
    expect((await move(asked, eve)).status).toBe(200);
    const viewer = await platform.keyOf({ username: 'vic', role: 'viewer' });
    expect((await move(asked, viewer)).status).toBe(403);
    expect((await move(asked, '')).status).toBe(401);
  });
});
