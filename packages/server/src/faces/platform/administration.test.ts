import {
  accountSettingsSchema,
  apiKeySchema,
  auditLogSchema,
  currentUserSchema,
  groupMembersSchema,
  groupSchema,
  groupsSchema,
  madeUserSchema,
  platformErrorSchema,
  roleSchema,
  rolesSchema,
  sessionsSchema,
  signInLinkSchema,
  userAttributeSchema,
  userAttributesSchema,
  userSchema,
  usersSchema,
  userValuesSchema,
} from '@orrery/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { storyKinds } from '../../../../../tests/servers/store-place.ts';
import { writeCursor } from './page.ts';
import { PlatformFixture } from './platform-for-test.ts';

const start = Date.UTC(2026, 5, 17);

describe.each(storyKinds)('administration over HTTP on %s', (kind) => {
  let platform: PlatformFixture;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    platform = await PlatformFixture.open(kind, clock);
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const ask: PlatformFixture['ask'] = (...asked) => platform.ask(...asked);
  const createUser = async (body: object) => madeUserSchema.parse((await ask('POST', '/users', { body })).body);
  const createGroup = async (body: object) => groupSchema.parse((await ask('POST', '/groups', { body })).body);
  const paths = (body: unknown) => platformErrorSchema.parse(body).details?.map(({ path }) => path);

  it('invites users, shows, changes and deletes them', async () => {
    const role = roleSchema.parse((await ask('POST', '/roles', { body: { name: 'Stewards', base: 'viewer' } })).body);
    const group = await createGroup({ name: 'EU' });
    await ask('POST', '/user-attributes', { body: { name: 'city', type: 'string', defaultValue: 'Oslo' } });
    const { invitation, ...bob } = await createUser({
      email: 'bob@example.com',
      firstName: 'Bob',
      role: 'explorer',
      customRoleIds: [role.id],
      groupIds: [group.id],
      userAttributes: [{ name: 'city', value: 'Rome' }],
      tenantId: 7,
    });
    expect(invitation).toMatchObject({ kind: 'invitation', expiresAt: '2026-06-24T00:00:00.000Z' });
    expect(bob).toMatchObject({
      username: 'bob@example.com',
      displayName: 'Bob',
      status: 'invited',
      customRoles: [{ id: role.id, name: 'Stewards' }],
      groups: [{ id: group.id, name: 'EU' }],
    });
    expect(userSchema.parse((await ask('GET', `/users/${bob.id}/`)).body)).toEqual(bob);

    const values = async () =>
      userValuesSchema.parse((await ask('GET', `/users/${bob.id}/user-attributes`)).body).items;
    expect(await values()).toEqual([{ name: 'city', type: 'string', value: 'Rome', effectiveValue: 'Rome' }]);
    const change = { lastName: 'Ray', firstName: null, groupIds: [], userAttributes: [{ name: 'city', value: null }] };
    const changed = userSchema.parse((await ask('PUT', `/users/${bob.id}`, { body: change })).body);
    expect(changed).toMatchObject({ firstName: null, lastName: 'Ray', groups: [], role: 'explorer' });
    expect(await values()).toEqual([{ name: 'city', type: 'string', value: null, effectiveValue: 'Oslo' }]);

    const again = signInLinkSchema.parse((await ask('POST', `/users/${bob.id}/invitation`)).body);
    expect(again.token).not.toBe(invitation?.token);
    expect((await ask('DELETE', `/users/${bob.id}`)).status).toBe(204);
    expect((await ask('GET', `/users/${bob.id}`)).status).toBe(404);
    expect((await ask('DELETE', `/users/${bob.id}`)).status).toBe(404);
  });

  it('2: prevents users from locking themselves out, and from removing the last admin', async () => {
    const me = currentUserSchema.parse((await ask('GET', '/users/me')).body);
    expect(me).toMatchObject({ username: 'root', isAdmin: true, tier: 'admin' });
    for (const asked of [
      await ask('PUT', `/users/${me.id}`, { body: { status: 'deactivated' } }),
      await ask('DELETE', `/users/${me.id}`),
    ]) {
      expect(asked.status).toBe(403);
    }
    expect((await ask('PUT', `/users/${me.id}`, { body: { role: 'viewer' } })).status).toBe(409);
    const other = await platform.keyOf({ username: 'other', role: 'admin' });
    expect((await ask('PUT', `/users/${me.id}`, { key: other, body: { status: 'deactivated' } })).status).toBe(200);
    expect((await ask('GET', '/users/me')).status).toBe(401);
  });

  it('13: refuses keys of a user who is no longer an admin', async () => {
    const key = await platform.keyOf({ username: 'ann', role: 'admin' });
    const { id } = (await ask('GET', '/users/me', { key })).body;
    expect((await ask('GET', '/users', { key })).status).toBe(200);
    await ask('PUT', `/users/${id}`, { body: { role: 'developer' } });
    expect((await ask('GET', '/users', { key })).status).toBe(403);
  });

  it('lists users in pages, and finds them by name, role, status and group', async () => {
    for (const name of ['ann', 'bob', 'cyd']) await createUser({ username: name, status: 'active', role: 'viewer' });
    const names = async (query: string) =>
      usersSchema.parse((await ask('GET', `/users?${query}`)).body).items.map(({ username }) => username);
    const first = usersSchema.parse((await ask('GET', '/users?first=2')).body);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(await names(`first=2&after=${first.pageInfo.endCursor}`)).toEqual(['bob', 'cyd']);
    expect(await names('search=CY')).toEqual(['cyd']);
    expect(await names('role=admin')).toEqual(['root']);
    expect(await names('status=deactivated')).toEqual([]);
    const group = await createGroup({ name: 'EU', userIds: [first.items[1]!.id] });
    expect(await names(`groupId=${group.id}`)).toEqual(['ann']);
    for (const bad of ['search=%00', 'role=root', 'groupId=x', 'groupId=99999999999', 'after=zzz']) {
      expect([bad, (await ask('GET', `/users?${bad}`)).status]).toEqual([bad, 400]);
    }
  });

  it('refuses numbers and cursors that no store can hold', async () => {
    const { id } = await createGroup({ name: '100% EU' });
    const cursorOf = (name: string, number: number) => writeCursor({ name }, [number]);
    const lists = [
      ['users', 'users'],
      ['groups', 'groups'],
      [`groups/${id}/members`, 'members'],
      ['roles', 'roles'],
      ['user-attributes', 'user attributes'],
      ['api-keys', 'API keys'],
      ['sessions', 'sessions'],
    ] as const;
    for (const [list, name] of lists) {
      const ask = async (cursor: string) => (await platform.ask('GET', `/${list}?after=${cursor}`)).status;
      const asked = [999_999_999, 3_000_000_000, -1, 1.5].map((number) => ask(cursorOf(name, number)));
      expect([list, ...(await Promise.all(asked))]).toEqual([list, 200, 400, 400, 400]);
      expect([list, await ask(cursorOf('another list', 1))]).toEqual([list, 400]);
    }
    // The log is one that grows for ever.
    expect((await ask('GET', `/audit-logs?after=${cursorOf('audit log', 3_000_000_000)}`)).status).toBe(200);
    const members = { userIds: [3_000_000_000, Number.MAX_SAFE_INTEGER] };
    expect((await ask('POST', `/groups/${id}/members`, { body: members })).status).toBe(400);
    expect((await ask('POST', '/groups', { body: { name: 'US', ...members } })).status).toBe(400);
    const found = async (search: string) =>
      groupsSchema.parse((await ask('GET', `/groups?search=${encodeURIComponent(search)}`)).body).items.length;
    expect([await found('100% e'), await found('_'), await found('\\')]).toEqual([1, 0, 0]);
  });

  it('reads no more of an unauthenticated body than sign-in needs', async () => {
    const body = { username: 'x', password: 'x'.repeat(70_000) };
    expect((await ask('POST', '/session', { key: '', body })).status).toBe(413);
    expect((await ask('POST', '/sign-in-links/redeem/', { key: '', body })).status).toBe(413);
  });

  it('reports every fault of a user, and stores nothing', async () => {
    const bad = await ask('POST', '/users', {
      body: { username: '', role: 'root', groupIds: ['x'], userAttributes: [{ name: 'a' }], status: 'deactivated' },
    });
    expect([bad.status, paths(bad.body)]).toEqual([
      400,
      ['username', 'role', 'groupIds.0', 'userAttributes.0.value', 'status'],
    ]);
    const address = await ask('POST', '/users', { body: { username: 'x', email: 'nobody', picture: 'ftp://x' } });
    expect([address.status, paths(address.body)]).toEqual([400, ['email', 'picture']]);
    for (const body of [
      {},
      { username: 'x', groupIds: [99] },
      { username: 'x', customRoleIds: [99] },
      { username: 'x', userAttributes: [{ name: 'nope', value: 1 }] },
    ]) {
      expect((await ask('POST', '/users', { body })).status).toBe(400);
    }
    expect((await ask('POST', '/users', { body: { username: 'ROOT' } })).status).toBe(409);
    expect(usersSchema.parse((await ask('GET', '/users')).body).items).toHaveLength(1);
  });

  it('stores groups and their members', async () => {
    const [ann, bob] = [await createUser({ username: 'ann' }), await createUser({ username: 'bob' })];
    const { id } = await createGroup({ name: 'EU', description: 'all of\nit', userIds: [ann.id] });
    const members = async () =>
      groupMembersSchema.parse((await ask('GET', `/groups/${id}/members`)).body).items.map(({ username }) => username);
    expect(await members()).toEqual(['ann']);
    expect((await ask('POST', `/groups/${id}/members`, { body: { userIds: [bob.id] } })).status).toBe(200);
    expect(await members()).toEqual(['ann', 'bob']);
    expect((await ask('DELETE', `/groups/${id}/members`, { body: { userIds: [ann.id] } })).status).toBe(204);
    expect(await members()).toEqual(['bob']);
    await ask('PUT', `/groups/${id}`, { body: { name: 'Europe', userIds: [ann.id] } });
    expect(await members()).toEqual(['ann']);
    expect(groupsSchema.parse((await ask('GET', '/groups?search=rop')).body).items).toMatchObject([
      { id, name: 'Europe', description: 'all of\nit' },
    ]);
    expect((await ask('POST', `/groups/${id}/members`, { body: { userIds: [99] } })).status).toBe(400);
    expect((await ask('POST', `/groups/${id}/members`, { body: {} })).status).toBe(400);
    expect((await ask('POST', '/groups', { body: { name: 'europe' } })).status).toBe(409);
    expect((await ask('POST', '/groups', { body: { name: 'all_embed_users' } })).status).toBe(400);
    expect((await ask('DELETE', `/groups/${id}`)).status).toBe(204);
    expect((await ask('GET', `/groups/${id}/members`)).status).toBe(404);
    expect(usersSchema.parse((await ask('GET', '/users')).body).items).toHaveLength(3);
  });

  it('stores attributes, whose type never changes', async () => {
    const body = { name: 'cities', type: 'string_array', defaultValue: '["Oslo"]' };
    const made = userAttributeSchema.parse((await ask('POST', '/user-attributes', { body })).body);
    const put = (change: object) => ask('PUT', `/user-attributes/${made.id}`, { body: change });
    expect((await put({ type: 'string' })).status).toBe(400);
    expect((await put({ defaultValue: 'x' })).status).toBe(400);
    expect(userAttributeSchema.parse((await put({ type: 'string_array', displayName: 'Cities' })).body)).toEqual({
      ...made,
      displayName: 'Cities',
    });
    expect(userAttributesSchema.parse((await ask('GET', '/user-attributes')).body).items).toHaveLength(1);
    expect((await ask('POST', '/user-attributes', { body: { name: 'x', type: 'boolean' } })).status).toBe(400);
    expect((await ask('DELETE', `/user-attributes/${made.id}`)).status).toBe(204);
    expect((await ask('GET', `/user-attributes/${made.id}`)).status).toBe(404);
  });

  it('6, 7, 10: stores roles, and refuses invalid ones', async () => {
    const policies = [{ deploymentIds: [1], actions: ['SchemaUpdate'] }, { actions: [] }];
    const made = roleSchema.parse(
      (await ask('POST', '/roles', { body: { name: 'x', base: 'developer', policies } })).body,
    );
    expect(made.policies).toEqual([policies[0]]);
    for (const name of ['admin', 'None', 'X', '']) {
      const { status } = await ask('POST', '/roles', { body: { name, base: 'viewer' } });
      expect([name, status]).toEqual([name, name === 'X' ? 409 : 400]);
    }
    for (const body of [
      { name: 'y' },
      { name: 'y', base: 'viewer', policies },
      { name: 'y', base: 'viewer', actions: ['All'] },
      { name: 'y', base: 'admin' },
    ]) {
      expect((await ask('POST', '/roles', { body })).status).toBe(400);
    }
    const changed = await ask('PUT', `/roles/${made.id}`, { body: { actions: ['AuditLogManage'] } });
    expect(roleSchema.parse(changed.body)).toEqual({ ...made, actions: ['AuditLogManage'] });
    expect((await ask('PUT', `/roles/${made.id}`, { body: { base: 'explorer' } })).status).toBe(400);
    expect(rolesSchema.parse((await ask('GET', '/roles')).body).items).toHaveLength(1);
    expect((await ask('DELETE', `/roles/${made.id}`)).status).toBe(204);
    expect((await ask('GET', `/roles/${made.id}`)).status).toBe(404);
  });

  it('changes the scope of a key, and a narrow key cannot make a wide one', async () => {
    const made = (await ask('POST', '/api-keys', { body: { name: 'x' } })).body;
    const { key, ...shown } = made;
    const narrowed = await ask('PUT', `/api-keys/${made.id}`, { body: { name: 'y', deploymentIds: [1] } });
    expect(apiKeySchema.parse(narrowed.body)).toEqual({ ...shown, name: 'y', deploymentIds: [1] });
    expect((await ask('PUT', `/api-keys/${made.id}`, { body: { deploymentIds: [2] } })).status).toBe(404);
    expect((await ask('PUT', `/api-keys/${made.id}`, { key, body: { deploymentIds: null } })).status).toBe(403);
    // It governs keys for no more than its own deployments, but not one for all.
    expect((await ask('PUT', `/api-keys/${made.id}`, { key, body: { name: 'y' } })).status).toBe(200);
    const whole = (await ask('POST', '/api-keys', { body: { name: 'whole' } })).body;
    expect((await ask('PUT', `/api-keys/${whole.id}`, { key, body: { name: 'z' } })).status).toBe(403);
    expect((await ask('PUT', '/api-keys/999', { body: { name: 'z' } })).status).toBe(404);
    // A use is recorded beside the request.
    await eventually(async () => {
      const { items } = (await ask('GET', '/api-keys')).body;
      expect(items.find(({ id }: { readonly id: number }) => id === made.id)?.lastUsedAt).toBeTruthy();
    });
    expect(
      apiKeySchema.parse((await ask('PUT', `/api-keys/${made.id}`, { body: { deploymentIds: null } })).body),
    ).toEqual({
      ...shown,
      name: 'y',
      lastUsedAt: expect.anything(),
    });
  });

  it('gives nobody rights or credentials through a key for some deployments', async () => {
    const { invitation, ...ann } = await createUser({ username: 'ann' });
    const role = roleSchema.parse((await ask('POST', '/roles', { body: { name: 'x', base: 'viewer' } })).body);
    const { key } = (await ask('POST', '/api-keys', { body: { name: 'narrow', deploymentIds: [1] } })).body;
    const refused: [Parameters<typeof ask>[0], string, object?][] = [
      ['POST', '/users', { username: 'eve', role: 'admin' }],
      ['PUT', `/users/${ann.id}`, { role: 'admin' }],
      ['DELETE', `/users/${ann.id}`],
      ['POST', `/users/${ann.id}/invitation`],
      ['POST', `/users/${ann.id}/password-reset`],
      ['POST', '/roles', { name: 'y', base: 'viewer' }],
      ['PUT', `/roles/${role.id}`, { name: 'z' }],
      ['DELETE', `/roles/${role.id}`],
      ['PUT', '/account/settings', { defaultRole: 'Developer' }],
    ];
    for (const [method, path, body] of refused) {
      const { status, body: answer } = await ask(method, path, { key, ...(body ? { body } : {}) });
      expect([method, path, status, answer.error]).toEqual([
        method,
        path,
        403,
        'This takes an API key for all deployments; this one is for deployment 1',
      ]);
    }
    expect((await ask('GET', `/users/${ann.id}`, { key })).body).toEqual(ann);
    expect(invitation).not.toBeNull();
  });

  it('refuses a group name that policies would apply to everybody', async () => {
    for (const name of ['*', ' * ', 'system:x']) {
      const { status, body } = await ask('POST', '/groups', { body: { name } });
      expect([name, status, body.error]).toEqual([name, 400, expect.stringContaining('is that of a system group')]);
    }
  });

  it('signs in to the named account', async () => {
    const { key } = await platform.metadata.accounts.create('globex');
    const made = madeUserSchema.parse((await ask('POST', '/users', { key, body: { username: 'ann' } })).body);
    const password = 'correct horse battery';
    const redeemed = await ask('POST', '/sign-in-links/redeem', {
      key: '',
      body: { token: made.invitation!.token, password },
    });
    expect([redeemed.status, redeemed.body.user?.id]).toEqual([200, made.id]);
    const signIn = async (account: object) =>
      (await ask('POST', '/session', { key: '', body: { ...account, username: 'ann', password } })).status;
    expect([await signIn({ account: 'globex' }), await signIn({}), await signIn({ account: 'nobody' })]).toEqual([
      200, 401, 401,
    ]);
  });

  it('29: shows an account nothing of another account', async () => {
    const own = {
      users: (await createUser({ username: 'ann' })).id,
      groups: (await createGroup({ name: 'EU' })).id,
      roles: (await ask('POST', '/roles', { body: { name: 'x', base: 'viewer' } })).body.id,
      'user-attributes': (await ask('POST', '/user-attributes', { body: { name: 'city', type: 'string' } })).body.id,
      'api-keys': (await ask('POST', '/api-keys', { body: { name: 'secret-name' } })).body.id,
    };
    const { key } = await platform.metadata.accounts.create('globex');
    for (const [kind, id] of Object.entries(own)) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        if (kind === 'api-keys' && method === 'GET') continue;
        const body = method === 'PUT' ? { body: {} } : {};
        const [there, nowhere] = [
          await ask(method, `/${kind}/${id}`, { key, ...body }),
          await ask(method, `/${kind}/9999`, { key, ...body }),
        ];
        expect([kind, method, there.status]).toEqual([kind, method, 404]);
        expect(there.text.replaceAll(String(id), 'N')).toBe(nowhere.text.replaceAll('9999', 'N'));
      }
      const { text } = await ask('GET', `/${kind}`, { key });
      for (const name of ['ann', '"EU"', '"x"', 'city', 'secret-name']) expect(text).not.toContain(name);
    }
    for (const path of ['/deployments/1', '/deployments/1/environments', '/deployments/1/environments/1/tokens']) {
      expect([path, (await ask('GET', path, { key })).status]).toEqual([path, 404]);
    }
    expect((await ask('GET', '/deployments', { key })).body.items).toEqual([]);
    expect((await ask('GET', '/audit-logs', { key })).text).not.toContain('secret-name');
    expect((await ask('GET', '/sessions', { key })).body.items).toEqual([]);
    expect((await ask('POST', `/groups/${own.groups}/members`, { key, body: { userIds: [1] } })).status).toBe(404);
    const mine = (await ask('POST', '/groups', { key, body: { name: 'mine', userIds: [own.users] } })).status;
    expect(mine).toBe(400);
    expect((await ask('GET', `/users/${own.users}`)).status).toBe(200);
  });

  it('stores the settings of the account', async () => {
    const color = '#0a7';
    const scheme = { accentColor: color, backgroundColor: color, contrast: 1, foregroundColor: color, logoUrl: '' };
    const before = accountSettingsSchema.parse((await ask('GET', '/account/settings')).body);
    const body = { flags: { useCreatorMode: true }, defaultRole: 'Explorer', theme: { dark: scheme, light: scheme } };
    const after = accountSettingsSchema.parse((await ask('PUT', '/account/settings', { body })).body);
    expect(after).toEqual({ ...before, ...body, flags: { ...before.flags, useCreatorMode: true } });
    expect(accountSettingsSchema.parse((await ask('GET', '/account/settings')).body)).toEqual(after);
    const bad = { flags: { scim: 'no' }, auditLogDays: 0, defaultRole: 7, limits: { externalUsers: -1 } };
    expect(paths((await ask('PUT', '/account/settings', { body: bad })).body)).toEqual([
      'flags.scim',
      'limits.externalUsers',
      'defaultRole',
      'auditLogDays',
    ]);
    for (const theme of [{ foo: 1 }, { dark: scheme, light: { ...scheme, logoUrl: 'http://example.com/l.png' } }]) {
      expect((await ask('PUT', '/account/settings', { body: { theme } })).status).toBe(400);
    }
    expect((await createUser({ username: 'new' })).role).toBe('explorer');
  });

  it('lists sessions, and ends them', async () => {
    const { signIn } = platform.metadata;
    const { invitation } = await createUser({ username: 'bob' });
    const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
    const { user } = await signIn.redeem(invitation!.token, 'correct horse battery', origin);
    const list = async (query = '') => sessionsSchema.parse((await ask('GET', `/sessions${query}`)).body).items;
    const [session] = await list(`?userId=${user.id}`);
    expect(session).toMatchObject({ username: 'bob', address: '192.0.2.1', userAgent: 'Browser/1' });
    expect(await list(`?userId=${user.id + 1}`)).toEqual([]);
    expect((await ask('DELETE', `/sessions/${session!.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await ask('DELETE', `/sessions/${session!.id}`)).status).toBe(404);
    expect((await ask('POST', `/users/${user.id}/password-reset`)).body).toMatchObject({ kind: 'reset' });
  });

  it('lists audit events, newest first, and filters them', async () => {
    for (const name of ['ann', 'bob']) {
      clock.time += 86_400_000;
      await createUser({ username: name, status: 'active' });
    }
    await createGroup({ name: '100% "EU"' });
    const log = async (query: string) => auditLogSchema.parse((await ask('GET', `/audit-logs?${query}`)).body);
    const events = async (query: string) => (await log(query)).items.map(({ event }) => event);
    expect(await events('')).toEqual([
      'Created group',
      'Created user',
      'Created user',
      'Created API key',
      'Created user',
    ]);
    const first = await log('first=2');
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(await events(`first=2&after=${first.pageInfo.endCursor}`)).toEqual(['Created user', 'Created API key']);
    expect(first.items[0]).toMatchObject({
      timestamp: '2026-06-19T00:00:00.000Z',
      userEmail: 'root@example.com',
      ip: '127.0.0.1',
      attributes: { group: '100% "EU"' },
    });
    expect(await events('eventName=Created%20API%20key')).toEqual(['Created API key']);
    expect(await events('userEmail=ROOT@example.com&search=bob')).toEqual(['Created user']);
    expect(await events('search=100%25')).toEqual(['Created group']);
    expect(await events('start=2026-06-18&end=2026-06-19')).toEqual(['Created user']);
    for (const bad of ['start=yesterday', 'event=x', 'first=0', 'after=x', 'after=']) {
      expect([bad, (await ask('GET', `/audit-logs?${bad}`)).status]).toEqual([bad, 400]);
    }
  });

  it('25: exports the log as CSV to callers with the right to manage it only', async () => {
    const viewer = await platform.keyOf({ username: 'bob', role: 'developer' });
    expect((await ask('GET', '/audit-logs/export', { key: viewer })).status).toBe(403);
    const role = (await ask('POST', '/roles', { body: { name: 'x', base: 'viewer', actions: ['AuditLogManage'] } }))
      .body;
    const auditor = await platform.keyOf({
      username: '=eve()',
      email: '=eve@example.com',
      role: 'viewer',
      customRoles: [role.id],
    });
    await createGroup({ name: 'a,b "c"' });
    const { accountId, audit, store } = platform.metadata;
    await audit.record(
      store.database,
      accountId,
      { via: 'app', email: '=cmd|x' },
      {
        event: 'Updated user profile',
        attributes: {
          variables: [
            { name: 'DB_PASS', value: 'canary' },
            { name: 'HOST', value: 'x' },
          ],
          apiToken: 'canary',
        },
      },
    );
    const exported = await ask('GET', '/audit-logs/export', { key: auditor });
    expect([exported.status, exported.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(exported.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    const [head, own, second, third] = exported.text.split('\r\n');
    expect(head).toBe('timestamp,user_email,event,deployment,ip,attributes');
    expect(own).toMatch(/^2026-06-17T00:00:00.000Z,'=eve@example.com,Exported audit log,,127.0.0.1,\{\}$/);
    expect(second).toContain(`,'=cmd|x,Updated user profile,,,"{`);
    expect(third).toContain('"{""groupId"":');
    expect(third).toContain(String.raw`""a,b \""c\""""`);
    expect(exported.text).not.toContain('canary');
    expect(exported.text).toContain('[HIDDEN]');
    const filtered = await ask('GET', '/audit-logs/export?eventName=Created%20group', { key: auditor });
    expect(filtered.text.trim().split('\r\n')).toHaveLength(2);
    expect((await ask('GET', '/audit-logs/export?first=2', { key: auditor })).status).toBe(400);
  });

  it('exports more than one read holds, and removes what is too old', async () => {
    const { accountId, store, auditReader } = platform.metadata;
    const entry = { account_id: accountId, at: start, event: 'Logged in', attributes: '{}' };
    const rows = Array.from({ length: 500 }, () => entry);
    for (let times = 0; times < 5; times += 1) await store.database.insertInto('audit_log').values(rows).execute();
    const exported = await ask('GET', '/audit-logs/export?eventName=Logged%20in');
    expect(exported.text.trim().split('\r\n')).toHaveLength(2_501);
    clock.time += 365 * 86_400_000 + 1;
    await auditReader.forget();
    expect(auditLogSchema.parse((await ask('GET', '/audit-logs?search=Logged')).body).items).toEqual([]);
  });
});
