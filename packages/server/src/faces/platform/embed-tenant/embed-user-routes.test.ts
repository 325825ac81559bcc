import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const start = Date.UTC(2026, 5, 17);
const tenants = ['acme-corp', 'other-co'] as const;

describe.each(storyKinds)('viewers of embed tenants over HTTP on %s', (kind) => {
  let platform: PlatformFixture;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    platform = await PlatformFixture.open(kind, clock);
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    platform.ask(method, `/embed-tenants/${path}`, body ? { body } : {});
  const items = async (path: string) => (await ask('GET', path)).body.items;
  const externalIds = async (path: string) =>
    (await items(path)).map(({ externalId }: { readonly externalId: string }) => externalId) as readonly string[];

  /** @returns the token of a new session of the viewer, who is created with it */
  async function enter(embedTenantName: string | undefined, externalId: string, more: object = {}): Promise<string> {
    const body = { deploymentId: 1, externalId, ...(embedTenantName ? { embedTenantName } : {}), ...more };
    const made = await platform.ask('POST', '/embed/generate-session', { body });
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    return (await platform.ask('POST', '/embed/session/token', { body: made.body, key: '' })).body.token;
  }

  const asViewer = async (token: string) =>
    (await platform.ask('GET', '/users/embed-theme', { key: '', headers: { authorization: `Embed-Token ${token}` } }))
      .status;

  async function idOf(tenant: string, externalId: string): Promise<number> {
    const found = (await items(`${tenant}/users`)).find(
      (one: { readonly externalId: string }) => one.externalId === externalId,
    );
    return found.id;
  }

  it('are listed in pages, while their time is not over, each in their own tenant', async () => {
    await enter('acme-corp', 'u1', { email: 'u1@example.com', userProfile: { displayName: 'Ann' } });
    await enter('acme-corp', 'brief', { isEphemeral: true, ephemeralTtlSeconds: 60 });
    await enter('acme-corp', 'u2');
    await enter('other-co', 'u1');
    await enter(undefined, 'of nobody');
    const createdAt = new Date(start).toISOString();
    const first = (await ask('GET', 'acme-corp/users?first=2')).body;
    expect(first).toMatchObject({
      items: [
        {
          id: expect.any(Number),
          externalId: 'u1',
          email: 'u1@example.com',
          displayName: 'Ann',
          picture: null,
          createdAt,
          expiresAt: null,
        },
        { externalId: 'brief', expiresAt: new Date(start + 60_000).toISOString() },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect(await externalIds(`acme-corp/users?after=${first.pageInfo.endCursor}`)).toEqual(['u2']);
    clock.time += 60_000;
    expect(await externalIds('acme-corp/users')).toEqual(['u1', 'u2']);
    expect(await externalIds('other-co/users')).toEqual(['u1']);
    expect(await externalIds('-/users')).toEqual(['of nobody']);
    expect((await ask('GET', `other-co/groups?after=${first.pageInfo.endCursor}`)).status).toBe(400);
  });

  it('are deleted with their sessions, and come back as others', async () => {
    const tokens = [await enter('acme-corp', 'u1'), await enter('other-co', 'u1')] as const;
    const { body: waiting } = await platform.ask('POST', '/embed/generate-session', {
      body: { deploymentId: 1, externalId: 'u1', embedTenantName: 'acme-corp' },
    });
    const id = await idOf('acme-corp', 'u1');
    expect(await asViewer(tokens[0])).toBe(200);
    expect((await ask('DELETE', `acme-corp/users/${id}`)).status).toBe(204);
    expect([await asViewer(tokens[0]), await asViewer(tokens[1])]).toEqual([401, 200]);
    expect((await platform.ask('POST', '/embed/session/token', { body: waiting, key: '' })).status).toBe(401);
    expect((await ask('DELETE', `acme-corp/users/${id}`)).status).toBe(404);
    await enter('acme-corp', 'u1');
    expect(await idOf('acme-corp', 'u1')).toBeGreaterThan(id);
    expect(await asViewer(tokens[0])).toBe(401);
    const log = await platform.metadata.auditReader.list(
      platform.metadata.accountId,
      {},
      { beforeId: undefined, most: 100 },
    );
    const deleted = log.filter(({ event }) => event === 'Deleted embed user');
    expect(deleted.map(({ attributes }) => JSON.parse(attributes))).toEqual([{ embedUserId: id, externalId: 'u1' }]);
  });

  it('are put into groups and taken out, which their sessions notice at once', async () => {
    for (const tenant of tenants) for (const id of ['u1', 'u2']) await enter(tenant, id);
    const made = await ask('POST', 'acme-corp/groups', { name: 'North', description: 'all of it' });
    expect(made).toMatchObject({ status: 200, body: { name: 'North', description: 'all of it', userCount: 0 } });
    const group = `acme-corp/groups/${made.body.id}`;
    const ids = [await idOf('acme-corp', 'u1'), await idOf('acme-corp', 'u2')];
    expect(await ask('POST', `${group}/members`, { userIds: ids })).toMatchObject({
      status: 200,
      body: { id: made.body.id, userCount: 2 },
    });
    const page = (await ask('GET', `${group}/members?first=1`)).body;
    expect(page).toMatchObject({ items: [{ externalId: 'u1' }], pageInfo: { hasNextPage: true } });
    expect(await externalIds(`${group}/members?after=${page.pageInfo.endCursor}`)).toEqual(['u2']);
    const { embedTenants, accountId } = platform.metadata;
    const scope = await embedTenants.scopeOf(accountId, 'acme-corp');
    const groupsOf = async () =>
      (await embedTenants.rightsOf(accountId, ids[0] ?? 0, { userScope: scope, scope }))?.groups;
    expect(await groupsOf()).toEqual(['North']);
    expect(await ask('PUT', group, { name: 'Arctic' })).toMatchObject({
      status: 200,
      body: { name: 'Arctic', description: 'all of it', userCount: 2 },
    });
    expect(await groupsOf()).toEqual(['Arctic']);
    expect((await ask('DELETE', `${group}/members`, { userIds: [ids[0]] })).status).toBe(204);
    expect((await ask('DELETE', `${group}/members`, { userIds: [ids[0]] })).status).toBe(204);
    expect(await groupsOf()).toEqual([]);
    expect(await externalIds(`${group}/members`)).toEqual(['u2']);
  });

  it('are refused as members of groups of other tenants, and users of the account are no viewers', async () => {
    for (const tenant of [...tenants, undefined]) await enter(tenant, 'u1');
    const root = (await platform.ask('GET', '/users')).body.items[0].id;
    const [own, foreign, nobodys] = [
      await idOf('acme-corp', 'u1'),
      await idOf('other-co', 'u1'),
      await idOf('-', 'u1'),
    ];
    const { body: group } = await ask('POST', 'acme-corp/groups', { name: 'North' });
    const { body: ofAccount } = await ask('POST', '-/groups', { name: 'North' });
    for (const id of [foreign, nobodys, root, 999_999_999]) {
      for (const method of ['POST', 'DELETE'] as const) {
        const answer = await ask(method, `acme-corp/groups/${group.id}/members`, { userIds: [own, id] });
        expect([answer.status, answer.body.error]).toEqual([404, `There is no user ${id}`]);
      }
      expect((await ask('DELETE', `acme-corp/users/${id}`)).status).toBe(404);
    }
    expect(await items(`acme-corp/groups/${group.id}/members`)).toEqual([]);
    expect((await ask('POST', `-/groups/${ofAccount.id}/members`, { userIds: [own] })).status).toBe(404);
    expect((await ask('POST', `-/groups/${ofAccount.id}/members`, { userIds: [nobodys] })).status).toBe(200);
    await enter('acme-corp', 'u1', { groups: ['North'] });
    expect(await externalIds(`-/groups/${ofAccount.id}/members`)).toEqual(['u1']);
    expect((await items('-/groups'))[0]).toMatchObject({ name: 'North', userCount: 1 });
    for (const [method, path] of [
      ['GET', 'members'],
      ['POST', 'members'],
      ['DELETE', 'members'],
      ['PUT', ''],
    ] as const) {
      const at = `other-co/groups/${group.id}${path && `/${path}`}`;
      const body = method === 'PUT' ? { name: 'x' } : method === 'GET' ? undefined : { userIds: [foreign] };
      expect([method, (await ask(method, at, body)).status]).toEqual([method, 404]);
    }
    expect((await platform.ask('GET', '/users')).body.items).toHaveLength(1);
  });

  it('leave the groups of the system alone', async () => {
    await enter('acme-corp', 'u1');
    const id = await idOf('acme-corp', 'u1');
    const rows = await platform.metadata.store.database.selectFrom('user_group').selectAll().orderBy('id').execute();
    expect(rows.map(({ name }) => name)).toEqual(['all_embed_users', 'system:tenant:acme-corp']);
    for (const { id: group, name } of rows) {
      for (const tenant of ['-', 'acme-corp']) {
        const at = `${tenant}/groups/${group}`;
        expect((await ask('PUT', at, { name: 'mine' })).status).toBe(404);
        expect((await ask('DELETE', at)).status).toBe(404);
        expect((await ask('GET', `${at}/members`)).status).toBe(404);
        expect((await ask('POST', `${at}/members`, { userIds: [id] })).status).toBe(404);
        expect((await ask('POST', `${tenant}/groups`, { name })).status).toBe(400);
      }
    }
    const { body: group } = await ask('POST', 'acme-corp/groups', { name: 'North' });
    expect((await ask('PUT', `acme-corp/groups/${group.id}`, { name: 'system:tenant:acme-corp' })).status).toBe(400);
    expect((await ask('POST', 'acme-corp/groups', { name: 'North' })).status).toBe(409);
  });

  it('are of any key of an admin, and of nobody else', async () => {
    await enter('acme-corp', 'u1');
    const narrow = await platform.keyOf({ username: 'narrow', role: 'admin' }, [1]);
    const developer = await platform.keyOf({ username: 'dev', role: 'developer' });
    const asking = (key: string) => platform.ask('GET', '/embed-tenants/acme-corp/users', { key });
    expect([(await asking(narrow)).status, (await asking(developer)).status, (await asking('')).status]).toEqual([
      200, 403, 401,
    ]);
    for (const path of ['nobody-co/users', 'nobody-co/groups/1/members']) {
      expect((await ask('GET', path)).status).toBe(404);
    }
    expect((await ask('GET', 'Abcde/users')).status).toBe(400);
  });

  it('are changed and deleted while sessions are made, and nothing fails', async () => {
    const { changes, settings, accountId, embedUsers } = platform.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { useCreatorMode: true } }),
    );
    const defined = { creatorMode: true, groupDefinitions: [{ name: 'g1' }, { name: 'g2' }] };
    const enterAs = (externalId: string, more: object) =>
      platform.ask('POST', '/embed/generate-session', {
        body: { deploymentId: 1, embedTenantName: 'acme-corp', externalId, ...defined, ...more },
      });
    const numbers = async (list: 'users' | 'groups') =>
      ((await items(`acme-corp/${list}`)) ?? []).map(({ id }: { readonly id: number }) => id) as readonly number[];
    const brief = { isEphemeral: true, ephemeralTtlSeconds: 0.001 };
    for (let round = 0; round < 12; round++) {
      for (const id of ['u1', 'u2', 'u3']) await enterAs(id, { groups: ['g1'] });
      await enterAs('brief', { ...brief, groups: ['g1', 'g2'] });
      clock.time += 10;
      const [[one = 0, two = 0], [first = 0, second = 0]] = [await numbers('users'), await numbers('groups')];
      const made = [
        enterAs('u1', { groups: ['g2', 'g1'] }),
        enterAs('u2', { groups: ['g2'] }),
        enterAs('u3', { groups: [] }),
        enterAs('brief', { ...brief, groups: ['g2', 'g1'] }),
      ];
      const changed = [
        ask('POST', `acme-corp/groups/${second}/members`, { userIds: [two, one] }),
        ask('DELETE', `acme-corp/groups/${first}/members`, { userIds: [one, two] }),
        ask('DELETE', `acme-corp/users/${two}`),
        ask('DELETE', `acme-corp/groups/${first}`),
        ask('PUT', `acme-corp/groups/${second}`, { description: `in round ${round}` }),
        ...(round % 4 === 3 ? [ask('DELETE', 'acme-corp')] : []),
      ];
      await embedUsers.forget();
      expect((await Promise.all(made)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { status } of await Promise.all(changed)) expect([200, 204, 404]).toContain(status);
    }
  });
});
