import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const start = Date.UTC(2026, 5, 17);

describe.each(storyKinds)('embed tenants over HTTP on %s', (kind) => {
  let platform: PlatformFixture;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    platform = await PlatformFixture.open(kind, clock);
    const { changes, embedTenants, groups, attributes, accountId } = platform.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, async (change) => {
      for (const name of ['acme-corp', 'other-co']) {
        const { id: scope } = await embedTenants.ensure(change, name);
        for (const group of ['north', 'south']) await groups.create(change, { name: group }, scope);
        await attributes.create(change, { name: 'city', type: 'string', defaultValue: 'Oslo' }, scope);
        await attributes.create(change, { name: 'limit', type: 'number' }, scope);
        const viewers = ['u1', 'u2'].map((externalId) => ({ externalId }));
        await embedTenants.addUsers(change, scope, viewers);
        const brief = { externalId: 'brief', expiresAt: start + 60_000 };
        const { user } = await embedTenants.upsertUser(change, scope, brief);
        const named = { groups: ['north'], values: new Map([['city', 'Rome']]) };
        await embedTenants.setStanding(change, user.id, scope, await embedTenants.resolve(change, scope, named));
      }
      await groups.create(change, { name: 'of the account' });
    });
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const get = async (path: string) => (await platform.ask('GET', `/embed-tenants${path}`)).body;
  const remove = async (path: string) => (await platform.ask('DELETE', `/embed-tenants${path}`)).status;
  const names = async (path: string) =>
    (await get(path)).items.map(({ name }: { readonly name: string }) => name) as readonly string[];
  const idOf = async (path: string, name: string) =>
    (await get(path)).items.find((one: { readonly name: string }) => one.name === name).id as number;

  it('are listed in pages, with the viewers whose time is not over', async () => {
    const createdAt = new Date(start).toISOString();
    const first = await get('?first=1');
    expect(first).toMatchObject({
      items: [{ name: 'acme-corp', createdAt, userCount: 3 }],
      pageInfo: { hasNextPage: true },
    });
    clock.time = start + 60_000;
    const rest = await get(`?first=1&after=${first.pageInfo.endCursor}`);
    expect(rest).toMatchObject({ items: [{ name: 'other-co', userCount: 2 }], pageInfo: { hasNextPage: false } });
  });

  it('show their own groups and attributes, without those of the system and of others', async () => {
    expect(await names('/acme-corp/groups')).toEqual(['north', 'south']);
    expect((await get('/acme-corp/groups')).items).toMatchObject([{ userCount: 1 }, { userCount: 0 }]);
    expect(await names('/-/groups')).toEqual(['of the account']);
    const page = await get('/acme-corp/user-attributes?first=1');
    expect(page.items).toEqual([{ id: expect.any(Number), name: 'city', type: 'string', defaultValue: 'Oslo' }]);
    expect(await names(`/acme-corp/user-attributes?after=${page.pageInfo.endCursor}`)).toEqual(['limit']);
  });

  it('lose a group or an attribute, whose name is free for another type, and others keep theirs', async () => {
    const [group, attribute] = [
      await idOf('/acme-corp/groups', 'north'),
      await idOf('/acme-corp/user-attributes', 'city'),
    ];
    expect(await remove(`/other-co/groups/${group}`)).toBe(404);
    expect(await remove(`/-/user-attributes/${attribute}`)).toBe(404);
    expect(await remove(`/acme-corp/groups/${group}`)).toBe(204);
    expect(await remove(`/acme-corp/user-attributes/${attribute}`)).toBe(204);
    expect(await remove(`/acme-corp/user-attributes/${attribute}`)).toBe(404);
    expect(await names('/acme-corp/groups')).toEqual(['south']);
    expect(await names('/other-co/groups')).toEqual(['north', 'south']);
    const { changes, embedTenants, attributes, accountId } = platform.metadata;
    const scope = await embedTenants.scopeOf(accountId, 'acme-corp');
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'city', type: 'number' }, scope),
    );
  });

  it('are deleted with all they have, and their name is free', async () => {
    expect(await remove('/acme-corp')).toBe(204);
    expect(await names('')).toEqual(['other-co']);
    expect(await remove('/acme-corp')).toBe(404);
    const { changes, embedTenants, store, accountId } = platform.metadata;
    const left = await store.database
      .selectFrom('account_user')
      .select('username')
      .where('kind', '=', 'external')
      .execute();
    expect(left).toHaveLength(3);
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      embedTenants.ensure(change, 'acme-corp'),
    );
    expect(await names('/acme-corp/groups')).toEqual([]);
    expect((await get('')).items).toMatchObject([{ name: 'other-co' }, { name: 'acme-corp', userCount: 0 }]);
  });

  it('are named: what is no name is 400, what is not there 404, and the account is not deleted', async () => {
    for (const [path, status] of [
      ['/abcd/groups', 400],
      ['/Abcde/user-attributes', 400],
      ['/nobody-co/groups', 404],
      ['/nobody-co', 404],
      ['/-', 400],
    ] as const) {
      const method = path.includes('/groups') || path.includes('attributes') ? 'GET' : 'DELETE';
      expect([path, (await platform.ask(method, `/embed-tenants${path}`)).status]).toEqual([path, status]);
    }
    const key = await platform.keyOf({ username: 'dev', role: 'developer' });
    expect((await platform.ask('GET', '/embed-tenants/acme-corp/groups', { key })).status).toBe(403);
  });
});
