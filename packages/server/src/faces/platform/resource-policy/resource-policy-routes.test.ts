import { atTheCommandLine } from '../../../../../kernel/src/caller/audit-actor.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const now = Date.UTC(2026, 5, 17);

describe.each(storyKinds)('sharing on %s', (kind) => {
  let platform: PlatformFixture;
  let eve: { readonly id: number; readonly key: string };
  let bob: { readonly id: number; readonly key: string };

  beforeEach(async () => {
    platform = await PlatformFixture.open(kind, { now: () => now });
    const person = async (username: string) => {
      const given = { username, givenName: username.toUpperCase(), email: `${username}@example.com` };
      const key = await platform.keyOf({ ...given, role: 'explorer' });
      const { users, accountId } = platform.metadata;
      return { id: (await users.find(accountId, username)).id, key };
    };
    eve = await person('eve');
    bob = await person('bob');
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const folder = async (name: string, parentId?: number): Promise<number> => {
    const answer = await platform.ask('POST', '/deployments/1/folders', { body: { name, parentId }, key: eve.key });
    return answer.body.id;
  };
  const workbook = async (folderId?: number): Promise<number> => {
    const body = { name: 'Sales', folderId };
    return (await platform.ask('POST', '/deployments/1/workbooks', { body, key: eve.key })).body.id;
  };
  const put = (subject: 'user' | 'group', body: object, key = eve.key) =>
    platform.ask('PUT', `/resource-policies/${subject}`, { body, key });
  const policies = (resourceType: string, resourceId: number, key = eve.key) =>
    platform.ask('GET', `/resource-policies/?resourceType=${resourceType}&resourceId=${resourceId}`, { key });
  const statusFor = async (key: string, id: number) => {
    const path = `/deployments/1/workbooks/${id}`;
    const read = (await platform.ask('GET', path, { key })).status;
    return [read, (await platform.ask('PUT', path, { body: { name: 'Sales' }, key })).status];
  };

  it('shows who may do what, and where each access comes from', async () => {
    const [a, group] = [
      await folder('A'),
      await platform.metadata.changes.changeRights({ accountId: 1, by: { via: 'command' } }, (change) =>
        platform.metadata.groups.create(change, { name: 'EU' }),
      ),
    ];
    const book = await workbook(a);
    await put('group', { resourceType: 'Folder', resourceId: a, groupId: group.id, action: 'FolderEdit' });
    await put('user', { resourceType: 'Folder', resourceId: a, action: 'FolderRead' });
    const shared = { resourceType: 'Workbook', resourceId: book, userId: bob.id, action: 'WorkbookManage' };
    const answer = await put('user', shared);
    const person = (name: string) => ({ email: `${name}@example.com`, firstName: name.toUpperCase(), picture: null });
    const inheritedFrom = { id: a, name: 'A' };
    const expected = {
      users: [
        { userId: eve.id, ...person('eve'), action: 'WorkbookManage', isOwner: true, inheritedFrom: null },
        { userId: bob.id, ...person('bob'), action: 'WorkbookManage', isOwner: false, inheritedFrom: null },
      ],
      groups: [{ groupId: group.id, name: 'EU', action: 'WorkbookEdit', inheritedFrom }],
      everyone: { action: 'WorkbookRead', inheritedFrom },
    };
    expect([answer.status, answer.body]).toEqual([200, expected]);
    expect((await policies('Workbook', book)).body).toEqual(expected);
  });

  it('58: hides everything from those whose access is removed', async () => {
    const book = await workbook();
    expect(await statusFor(bob.key, book)).toEqual([404, 404]);
    const shared = { resourceType: 'Workbook', resourceId: book, userId: bob.id };
    await put('user', { ...shared, action: 'WorkbookRead' });
    expect(await statusFor(bob.key, book)).toEqual([200, 403]);
    await put('user', { ...shared, action: 'WorkbookEdit' });
    expect(await statusFor(bob.key, book)).toEqual([200, 200]);
    await put('user', shared);
    expect(await statusFor(bob.key, book)).toEqual([404, 404]);
  });

  it('applies to everybody in the account, unless an item excludes them', async () => {
    const a = await folder('A');
    const [open, closed] = [await workbook(a), await workbook(a)];
    await put('user', { resourceType: 'Folder', resourceId: a, userId: null, action: 'FolderEdit' });
    await put('user', { resourceType: 'Workbook', resourceId: closed, action: 'None' });
    expect([await statusFor(bob.key, open), await statusFor(bob.key, closed)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
    expect((await policies('Workbook', closed)).body.everyone).toEqual({ action: 'None', inheritedFrom: null });
    await put('user', { resourceType: 'Workbook', resourceId: closed });
    expect(await statusFor(bob.key, closed)).toEqual([200, 200]);
    await put('user', { resourceType: 'Folder', resourceId: a });
    expect(await statusFor(bob.key, open)).toEqual([404, 404]);
    // Users who are not named have no rights, also where no policy says so.
    expect((await policies('Folder', a)).body.everyone).toEqual({ action: 'None', inheritedFrom: null });
  });

  it('is shown to, and changed by, callers with full access', async () => {
    const book = await workbook();
    const shared = { resourceType: 'Workbook', resourceId: book, userId: bob.id };
    expect((await policies('Workbook', book, bob.key)).status).toBe(404);
    for (const action of ['WorkbookRead', 'WorkbookEdit']) {
      await put('user', { ...shared, action });
      expect((await policies('Workbook', book, bob.key)).status).toBe(403);
      expect((await put('user', { ...shared, action: 'WorkbookManage' }, bob.key)).status).toBe(403);
      expect((await put('user', { resourceType: 'Workbook', resourceId: book, action }, bob.key)).status).toBe(403);
    }
    await put('user', { ...shared, action: 'WorkbookManage' });
    // A user who gives up their own rights still gets the policies in the answer to that request.
    const given = await put('user', { ...shared, action: 'WorkbookRead' }, bob.key);
    expect([given.status, given.body.users[1].action]).toEqual([200, 'WorkbookRead']);
    expect((await put('user', shared, bob.key)).status).toBe(403);
    const viewer = await platform.keyOf({ username: 'vic', role: 'viewer' });
    const { id } = await platform.metadata.users.find(platform.metadata.accountId, 'vic');
    await put('user', { ...shared, userId: id, action: 'WorkbookManage' });
    expect((await policies('Workbook', book, viewer)).status).toBe(404);
  });

  it('accepts existing users and groups, and actions of the kind of item', async () => {
    const a = await folder('A');
    const book = await workbook(a);
    const item = { resourceType: 'Folder', resourceId: a };
    for (const body of [
      { ...item, userId: bob.id, action: 'WorkbookRead' },
      { ...item, userId: bob.id, action: 'None' },
      { ...item, userId: bob.id, action: 'All' },
      { ...item, action: 'WorkbookRead' },
      { resourceType: 'Dashboard', resourceId: book, userId: bob.id },
      { resourceType: 'Folder', resourceId: `${a}`, userId: bob.id },
      { resourceType: 'Folder', resourceId: a, userId: 1.5 },
      {},
    ]) {
      expect([body, (await put('user', body)).status]).toEqual([body, 400]);
    }
    expect((await put('user', { ...item, userId: 999_999, action: 'FolderRead' })).status).toBe(404);
    expect((await put('group', { ...item, groupId: 999_999, action: 'FolderRead' })).status).toBe(404);
    expect((await put('group', { ...item, action: 'FolderRead' })).status).toBe(400);
    // The number is that of a folder.
    const mistaken = { resourceType: 'Workbook', resourceId: a, userId: bob.id, action: 'WorkbookRead' };
    expect((await put('user', mistaken)).status).toBe(404);
    expect((await policies('Workbook', a)).status).toBe(404);
    expect((await policies('Folder', 999_999)).status).toBe(404);
    expect((await policies('Dashboard', book)).status).toBe(400);
    expect((await policies('Folder', a)).body.users).toHaveLength(1);
  });

  it('does not reach users and groups of embed tenants', async () => {
    const a = await folder('A');
    const { changes, embedTenants, accountId, store } = platform.metadata;
    const outside = await changes.changeRights({ accountId, by: { via: 'command' } }, async (change) => {
      const tenant = await embedTenants.ensure(change, 'acme-corp');
      return (await embedTenants.upsertUser(change, tenant.id, { externalId: 'u1' })).user;
    });
    const item = { resourceType: 'Folder', resourceId: a };
    expect((await put('user', { ...item, userId: outside.id, action: 'FolderRead' })).status).toBe(404);
    const groups = await store.database.selectFrom('user_group').select(['id', 'name']).orderBy('id').execute();
    for (const { id } of groups) {
      expect((await put('group', { ...item, groupId: id, action: 'FolderRead' })).status).toBe(200);
      expect((await put('group', { ...item, groupId: id, action: 'FolderEdit' })).status).toBe(400);
    }
  });

  it('finds people and groups by name, and never by an address', async () => {
    await platform.keyOf({ username: 'zoe@example.org', role: 'viewer' });
    await platform.metadata.changes.changeRights({ accountId: 1, by: { via: 'command' } }, (change) =>
      platform.metadata.groups.create(change, { name: 'Evening' }),
    );
    const found = async (search: string, key = eve.key) => {
      const { status, body } = await platform.ask('GET', `/resource-policies/candidates?search=${search}`, { key });
      return [status, body.users, body.groups?.map(({ name }: { name: string }) => name)];
    };
    expect(await found('EVE')).toEqual([200, [{ id: eve.id, name: 'EVE', picture: null }], ['Evening']]);
    expect((await found('ZOE'))[1]).toEqual([{ id: expect.any(Number), name: 'zoe', picture: null }]);
    for (const search of ['example', 'zoe%40', '%25']) expect(await found(search)).toEqual([200, [], []]);
    const [, everybody] = await found('');
    expect(JSON.stringify(everybody)).not.toContain('@');
    expect(everybody.map(({ name }: { name: string }) => name)).toContain('zoe');
    const viewer = await platform.keyOf({ username: 'vic', role: 'viewer' });
    expect((await found('EVE', viewer))[0]).toBe(403);
    const { changes, settings } = platform.metadata;
    await changes.changeRights({ accountId: 1, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { useCreatorMode: true } }),
    );
    const [, , groups] = await found('all%20EMBED');
    expect(groups).toEqual(['all_embed_users']);
    const item = { resourceType: 'Folder', resourceId: await folder('Shared'), groupName: 'all_embed_users' };
    expect((await put('group', { ...item, action: 'FolderRead' })).status).toBe(200);
  });

  it('lists what others own and share with the caller, in all folders', async () => {
    const shared = await workbook(await folder('A'));
    await workbook();
    await put('user', { resourceType: 'Workbook', resourceId: shared, userId: bob.id, action: 'WorkbookRead' });
    const listed = async (key: string) => {
      const path = '/deployments/1/workspace?ofOthers=true&types=WORKBOOK';
      return (await platform.ask('GET', path, { key })).body.items.map(({ id }: { id: number }) => id);
    };
    expect([await listed(bob.key), await listed(eve.key)]).toEqual([[shared], []]);
  });

  it('is not accessible with a key for other deployments', async () => {
    const a = await folder('A');
    const { id } = await platform.metadata.users.find(platform.metadata.accountId, 'root');
    const { changes, apiKeys, accountId, store } = platform.metadata;
    const second = { id: 2, account_id: accountId, name: 'second', created_at: now };
    await store.database.insertInto('deployment').values(second).execute();
    const { text } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: id, name: 'second only', deployments: [2] }),
    );
    expect((await policies('Folder', a, text)).status).toBe(404);
    expect((await put('user', { resourceType: 'Folder', resourceId: a, action: 'FolderRead' }, text)).status).toBe(404);
  });

  it('is recorded in the audit log, with the deployment', async () => {
    const a = await folder('A');
    const item = { resourceType: 'Folder', resourceId: a };
    await put('user', { ...item, userId: bob.id, action: 'FolderRead' });
    await put('user', { ...item, action: 'None' });
    const rows = await platform.metadata.store.database
      .selectFrom('audit_log')
      .select(['user_id', 'deployment_id', 'attributes'])
      .where('event', '=', 'Updated sharing')
      .orderBy('id')
      .execute();
    const said = { resource: 'Folder', resourceId: a };
    expect(rows.map((row) => ({ ...row, attributes: JSON.parse(row.attributes) }))).toEqual([
      { user_id: eve.id, deployment_id: 1, attributes: { ...said, userId: bob.id, action: 'FolderRead' } },
      { user_id: eve.id, deployment_id: 1, attributes: { ...said, everyone: true, action: 'None' } },
    ]);
  });
});
