import { foldersSchema, type WireFolder } from '@orrery/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const now = Date.UTC(2026, 5, 17);

describe.each(storyKinds)('folders on %s', (kind) => {
  let platform: PlatformFixture;
  let explorer: string;
  let ids: Record<string, number>;

  beforeEach(async () => {
    platform = await PlatformFixture.open(kind, { now: () => now });
    explorer = await platform.keyOf({ username: 'eve', role: 'explorer' });
    const users = await platform.metadata.users.list(platform.metadata.accountId);
    ids = Object.fromEntries(users.map(({ username, id }) => [username, id]));
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const base = '/deployments/1/folders';
  const make = async (name: string, parentId?: number, key?: string): Promise<number> => {
    const answer = await platform.ask('POST', base, { body: { name, parentId }, ...(key ? { key } : {}) });
    expect([name, answer.status, answer.text]).toEqual([name, 200, answer.text]);
    return answer.body.id;
  };
  const namesIn = async (parentId?: number, key?: string): Promise<readonly string[]> => {
    const query = parentId === undefined ? '' : `?parentId=${parentId}`;
    const { body } = await platform.ask('GET', `${base}${query}`, key ? { key } : {});
    return foldersSchema.parse(body).items.map(({ name }) => name);
  };
  const share = (resourceId: number, subject: object, action: string | null, resourceType = 'Folder') => {
    const path = 'groupId' in subject ? '/resource-policies/group' : '/resource-policies/user';
    return platform.ask('PUT', path, { body: { resourceType, resourceId, ...subject, action } });
  };
  const workbook = async (folderId: number | null, key?: string): Promise<number> => {
    const body = { name: 'Sales', folderId };
    return (await platform.ask('POST', '/deployments/1/workbooks', { body, ...(key ? { key } : {}) })).body.id;
  };

  it('14: show their path from the root', async () => {
    const a = await make('A');
    const inA = await make('B', a);
    const inB = await make('C', inA);
    for (const path of [`${base}/${inB}/ancestors`, `${base}/${inB}/ancestors/`]) {
      const { status, body } = await platform.ask('GET', path);
      expect([status, body.map(({ name }: WireFolder) => name)]).toEqual([200, ['A', 'B', 'C']]);
      expect(body.map(({ parentId }: WireFolder) => parentId)).toEqual([null, a, inA]);
    }
    expect((await platform.ask('GET', `${base}/999999/ancestors`)).status).toBe(404);
    expect((await platform.ask('GET', `${base}/0/ancestors`)).status).toBe(400);
    expect((await platform.ask('GET', `${base}/7x/ancestors`)).status).toBe(400);
  });

  it('show all their fields', async () => {
    const { body } = await platform.ask('POST', `${base}/`, { body: { name: ' A ', tenantId: 7 }, key: explorer });
    expect(body).toEqual({
      type: 'FOLDER',
      id: body.id,
      deploymentId: 1,
      parentId: null,
      name: 'A',
      position: 0,
      createdBy: ids['eve'],
      updatedBy: null,
      createdAt: '2026-06-17T00:00:00.000Z',
      updatedAt: '2026-06-17T00:00:00.000Z',
    });
    const changed = await platform.ask('PUT', `${base}/${body.id}`, { body: { name: 'B' } });
    expect(changed.body).toMatchObject({ name: 'B', updatedBy: ids['root'], createdBy: ids['eve'] });
  });

  it('15: nest ten levels deep', async () => {
    let parent: number | undefined;
    const chain: number[] = [];
    for (let level = 1; level <= 10; level += 1) {
      parent = await make(`level ${level}`, parent);
      chain.push(parent);
    }
    const eleventh = await platform.ask('POST', base, { body: { name: 'too deep', parentId: parent } });
    expect([eleventh.status, eleventh.body.error]).toEqual([400, 'Folders can be nested at most 10 levels deep']);
    expect(await namesIn(parent)).toEqual([]);
  });

  it('16: have names that are unique among their siblings', async () => {
    const a = await make('A');
    await make('Same', a);
    for (const name of ['Same', ' Same ']) {
      const { status, body } = await platform.ask('POST', base, { body: { name, parentId: a } });
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'name', message: "'Same' is the name of another folder in the same parent" }],
      ]);
    }
    await make('Same');
    const other = await make('Other', a);
    expect((await platform.ask('PUT', `${base}/${other}`, { body: { name: 'Same' } })).status).toBe(400);
    expect((await platform.ask('POST', base, { body: { name: 'Cafe\u0301' } })).body.name).toBe('Caf\u00e9');
    expect((await platform.ask('POST', base, { body: { name: 'Caf\u00e9' } })).status).toBe(400);
    for (const name of ['', '   ', 'x'.repeat(256), 'a\0b', 'a\u202eb', undefined, 7]) {
      expect([name, (await platform.ask('POST', base, { body: { name } })).status]).toEqual([name, 400]);
    }
    expect((await platform.ask('POST', base)).status).toBe(400);
    for (const name of ['x'.repeat(255), `'; DROP TABLE "content_item"; --`, '<script>', '%_\\', '__proto__']) {
      expect((await platform.ask('POST', base, { body: { name } })).body.name).toBe(name);
    }
  });

  it('17: are deleted only without subfolders, and their items move to the root', async () => {
    const a = await make('A');
    const b = await make('B', a);
    const book = await workbook(a);
    const refused = await platform.ask('DELETE', `${base}/${a}`);
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'There are folders in this folder: move or delete them first',
    ]);
    expect((await platform.ask('DELETE', `${base}/${b}`)).status).toBe(204);
    const gone = await platform.ask('DELETE', `${base}/${a}/`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await platform.ask('GET', `/deployments/1/workbooks/${book}`)).body.folderId).toBe(null);
    expect((await platform.ask('DELETE', `${base}/${a}`)).status).toBe(404);
  });

  it('18: are visible to callers who may see something in them', async () => {
    const a = await make('A');
    const b = await make('B', a);
    await make('beside A');
    await make('beside B', a);
    const book = await workbook(b);
    expect(await namesIn(undefined, explorer)).toEqual([]);
    expect((await platform.ask('GET', `${base}?parentId=${a}`, { key: explorer })).status).toBe(404);
    await share(book, { userId: ids['eve'] }, 'WorkbookRead', 'Workbook');
    expect([await namesIn(undefined, explorer), await namesIn(a, explorer), await namesIn(b, explorer)]).toEqual([
      ['A'],
      ['B'],
      [],
    ]);
    expect((await platform.ask('GET', `${base}?first=1`, { key: explorer })).body.count).toBe(1);
    expect((await platform.ask('GET', `${base}/${b}/ancestors`, { key: explorer })).status).toBe(200);
    // They see the folder, and that is all they may.
    expect((await platform.ask('PUT', `${base}/${b}`, { body: { name: 'mine' }, key: explorer })).status).toBe(403);
    expect((await platform.ask('DELETE', `${base}/${b}`, { key: explorer })).status).toBe(403);
    const inside = await platform.ask('POST', base, { body: { name: 'mine', parentId: b }, key: explorer });
    expect(inside.status).toBe(403);
  });

  it('19: change only in the given fields, never in their parent', async () => {
    const [a, b] = [await make('A'), await make('B')];
    const put = (body: object) => platform.ask('PUT', `${base}/${b}`, { body });
    expect((await put({ position: 0 })).body).toMatchObject({ name: 'B', position: 0, parentId: null });
    expect((await put({ parentId: a })).body).toMatchObject({ parentId: null, position: 0 });
    expect((await put({ position: -1 })).status).toBe(400);
    expect((await put({ position: 1.5 })).status).toBe(400);
    expect((await put({ position: null, name: null })).body).toMatchObject({ name: 'B', position: 0 });
    // Both are first: then by name.
    expect(await namesIn()).toEqual(['A', 'B']);
    await platform.ask('PUT', `${base}/${a}`, { body: { position: 5 } });
    expect(await namesIn()).toEqual(['B', 'A']);
    expect((await platform.ask('POST', base, { body: { name: 'C' } })).body.position).toBe(6);
    await platform.ask('PUT', `${base}/${a}`, { body: { position: 1_000_000_000 } });
    expect((await platform.ask('POST', base, { body: { name: 'D' } })).body.position).toBe(1_000_000_000);
  });

  it('20: do not exist in another deployment', async () => {
    const { database } = platform.metadata.store;
    const second = { id: 2, account_id: platform.metadata.accountId, name: 'second', created_at: now };
    await database.insertInto('deployment').values(second).execute();
    const a = await make('A');
    const elsewhere = '/deployments/2/folders';
    for (const key of [undefined, explorer]) {
      const asking = key ? { key } : {};
      expect((await platform.ask('GET', `${elsewhere}/${a}/ancestors`, asking)).status).toBe(404);
      expect((await platform.ask('PUT', `${elsewhere}/${a}`, { ...asking, body: { name: 'B' } })).status).toBe(404);
      expect((await platform.ask('DELETE', `${elsewhere}/${a}`, asking)).status).toBe(404);
      expect((await platform.ask('GET', `${elsewhere}?parentId=${a}`, asking)).status).toBe(404);
      const inside = await platform.ask('POST', elsewhere, { ...asking, body: { name: 'B', parentId: a } });
      expect(inside.status).toBe(404);
      expect((await platform.ask('GET', '/deployments/3/folders', asking)).status).toBe(404);
    }
    const scoped = await platform.keyOf({ username: 'ann', role: 'admin' }, [2]);
    for (const deployment of [1, 999_999]) {
      expect((await platform.ask('GET', `/deployments/${deployment}/folders`, { key: scoped })).status).toBe(403);
    }
    expect((await platform.ask('GET', elsewhere, { key: scoped })).body.items).toEqual([]);
  });

  it('can be made by explorers, inside folders that they may edit', async () => {
    const viewer = await platform.keyOf({ username: 'vic', role: 'viewer' });
    expect((await platform.ask('POST', base, { body: { name: 'A' }, key: viewer })).status).toBe(403);
    const a = await make('A');
    const inA = (name: string) => platform.ask('POST', base, { body: { name, parentId: a }, key: explorer });
    expect((await inA('no')).status).toBe(404);
    await share(a, { userId: ids['eve'] }, 'FolderRead');
    expect((await inA('no')).status).toBe(403);
    await share(a, { userId: ids['eve'] }, 'FolderEdit');
    expect((await inA('yes')).status).toBe(200);
    expect((await platform.ask('PUT', `${base}/${a}`, { body: { name: 'B' }, key: explorer })).status).toBe(200);
    expect((await platform.ask('DELETE', `${base}/${a}`, { key: explorer })).status).toBe(403);
  });

  it('are listed in pages without gaps or repeats, while others are made', async () => {
    for (const name of ['d', 'b', 'a', 'c']) await make(name);
    const all: string[] = [];
    let after: string | null = null;
    do {
      const query: string = after === null ? '' : `&after=${after}`;
      const { status, body } = await platform.ask('GET', `${base}?first=2${query}`);
      expect([status, body.count, body.data]).toEqual([200, 4 + (after === null ? 0 : 1), body.items]);
      expect(body.pageInfo.hasPreviousPage).toBe(after !== null);
      all.push(...body.items.map(({ name }: WireFolder) => name));
      if (after === null) await platform.ask('POST', base, { body: { name: 'late', position: 0 } });
      after = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : null;
    } while (after !== null);
    expect(all).toEqual(['d', 'b', 'a', 'c']);
    const foreign = Buffer.from(JSON.stringify(['workbooks by update', 0, 'x', 1])).toString('base64url');
    const huge = Buffer.from(JSON.stringify(['folders by position', 1e15, 'x', 1])).toString('base64url');
    const nul = Buffer.from(JSON.stringify(['folders by position', 1, '\0', 1])).toString('base64url');
    for (const after of [foreign, huge, nul, 'x', '', 'W10']) {
      expect((await platform.ask('GET', `${base}?after=${after}`)).status).toBe(400);
    }
    for (const query of ['first=0', 'first=x', 'parentId=-1', 'parentId=x', 'parentId=99999999999']) {
      expect([query, (await platform.ask('GET', `${base}?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await platform.ask('GET', `${base}?parentId=999999`)).status).toBe(404);
    expect(await namesIn(0)).toEqual(await namesIn());
  });

  it('are recorded in the audit log when they change', async () => {
    const a = await make('A', undefined, explorer);
    await platform.ask('PUT', `${base}/${a}`, { body: { name: 'B' } });
    await platform.ask('PUT', `${base}/${a}`, { body: { name: 'B' } });
    await platform.ask('DELETE', `${base}/${a}`);
    const rows = await platform.metadata.store.database
      .selectFrom('audit_log')
      .select(['event', 'user_id', 'deployment_id', 'attributes'])
      .where('event', 'like', '%folder')
      .orderBy('id')
      .execute();
    expect(rows.map(({ attributes, ...row }) => ({ ...row, ...JSON.parse(attributes) }))).toEqual([
      { event: 'Created folder', user_id: ids['eve'], deployment_id: 1, folderId: a, folder: 'A', parentId: null },
      { event: 'Updated folder', user_id: ids['root'], deployment_id: 1, folderId: a, folder: 'B', changed: ['name'] },
      { event: 'Deleted folder', user_id: ids['root'], deployment_id: 1, folderId: a, folder: 'B', detached: 0 },
    ]);
  });
});
