import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKinds } from '../servers/store-place.ts';
import { expectError, groupUrn, type Json, ScimService } from './scim-service.ts';

const atTheCommandLine = { via: 'command' } as const;

/** The numbers are those of the acceptance cases of SCIM. */
describe.each(storeKinds)('groups over SCIM, on %s', (kind) => {
  let scim: ScimService;
  let ann: string;
  let bob: string;
  let cid: string;

  beforeAll(async () => {
    scim = await ScimService.open(kind);
    ann = (await scim.user('ann@x.io', { displayName: 'Ann Lee' })).id;
    bob = (await scim.user('bob@x.io')).id;
    cid = (await scim.user('cid@x.io')).id;
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  const membersOf = async (id: string): Promise<readonly string[]> =>
    ((await scim.get(`/Groups/${id}`)).body.members ?? []).map((member: { value: string }) => member.value);

  const patched = async (id: string, ...operations: readonly Json[]) => {
    const answer = await scim.patch(`/Groups/${id}`, ...operations);
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    const members = (answer.body.members ?? []).map((member: { value: string }) => member.value);
    expect(await membersOf(id)).toEqual(members);
    return members;
  };

  const roleOf = async (uid: string) => {
    const { users, accountId } = scim.metadata;
    return (await users.getByUid(accountId, uid))?.role;
  };

  it('31: are created once, whatever the case of their names', async () => {
    const made = await scim.ask('POST', '/Groups', { body: { displayName: ' Analysts31 ', externalId: 'x31' } });
    expect([made.status, made.headers.get('location')]).toEqual([201, made.body.meta.location]);
    expect(made.body).toMatchObject({ schemas: [groupUrn], displayName: 'Analysts31', externalId: 'x31' });
    expectError(await scim.ask('POST', '/Groups', { body: { displayName: 'analysts31' } }), 409, 'uniqueness');
    for (const displayName of ['', ' ', null, 7, 'a\u0000', 'x'.repeat(256), 'all_embed_users', 'system:tenant:x']) {
      expectError(await scim.ask('POST', '/Groups', { body: { displayName } }), 400, 'invalidValue');
    }
    const other = await scim.group('Other31');
    const rename = { op: 'replace', path: 'displayName', value: 'ANALYSTS31' };
    expectError(await scim.patch(`/Groups/${other.id}`, rename), 409, 'uniqueness');
  });

  it('13, 38: are shown without members on request', async () => {
    const { id } = await scim.group('Group13', ann);
    expect((await scim.get(`/Groups/${id}`)).body.members).toHaveLength(1);
    expect((await scim.get(`/Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    const filter = 'displayName eq "group13"';
    const { body } = await scim.list('/Groups', { excludedAttributes: 'members', filter });
    expect([body.totalResults, Object.keys(body.Resources[0]).sort()]).toEqual([
      1,
      ['displayName', 'id', 'meta', 'schemas'],
    ]);
    const isMember = async (user: string, member = 'members') => {
      const answer = await scim.list('/Groups', {
        filter: `id eq "${id}" and ${member} eq "${user}"`,
        attributes: 'id',
      });
      return answer.body.totalResults;
    };
    expect([await isMember(ann), await isMember(bob), await isMember(ann, 'members.value')]).toEqual([1, 0, 1]);
    const scanned = await scim.list('/Groups', { filter: `members.display eq "ann lee" and id eq "${id}"` });
    expect(scanned.body.totalResults).toBe(1);
    expect((await scim.get(`/Users/${ann}`)).body.groups).toContainEqual({
      value: id,
      $ref: `${scim.base}/Groups/${id}`,
      display: 'Group13',
      type: 'direct',
    });
    expect((await scim.list('/Users', { filter: `groups.value eq "${id}"` })).body.totalResults).toBe(1);
    expect((await scim.list('/Users', { filter: 'groups.display eq "GROUP13"' })).body.totalResults).toBe(1);
  });

  it('32, 35: accept only users as members', async () => {
    const { id } = await scim.group('Group32');
    expect(
      await patched(id, { op: 'add', path: 'members', value: [{ value: ann, display: 'x' }, { value: bob }] }),
    ).toEqual([ann, bob]);
    const { members } = (await scim.get(`/Groups/${id}`)).body;
    expect(members).toEqual([
      { value: ann, $ref: `${scim.base}/Users/${ann}`, display: 'Ann Lee', type: 'User' },
      { value: bob, $ref: `${scim.base}/Users/${bob}`, display: 'bob@x.io', type: 'User' },
    ]);
    const unknown = [{ value: cid }, { value: crypto.randomUUID() }];
    expectError(await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: unknown }), 400, 'invalidValue');
    expectError(
      await scim.ask('POST', '/Groups', { body: { displayName: 'Never32', members: unknown } }),
      400,
      'invalidValue',
    );
    for (const value of ['\u0000', '\ud800', `${ann}\u0000`, 'x'.repeat(10_000)]) {
      expectError(await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value }), 400, 'invalidValue');
    }
    const nested = [{ value: id, type: 'Group' }];
    expectError(await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: nested }), 400, 'invalidValue');
    expect(await membersOf(id)).toEqual([ann, bob]);
    expect((await scim.list('/Groups', { filter: 'displayName eq "Never32"' })).body.totalResults).toBe(0);
    expect(
      await patched(id, { op: 'Add', path: 'members', value: [{ $ref: null, value: cid }, { value: cid }] }),
    ).toEqual([ann, bob, cid]);
  });

  it('33: lose the named members', async () => {
    const { id } = await scim.group('Group33', ann, bob, cid);
    expect(await patched(id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: bob }] })).toEqual([
      ann,
      cid,
    ]);
    const one = { op: 'remove', path: `members[value eq "${ann}"]` };
    expect(await patched(id, one)).toEqual([cid]);
    const { version } = (await scim.get(`/Groups/${id}`)).body.meta;
    expect(await patched(id, one)).toEqual([cid]);
    expect((await scim.get(`/Groups/${id}`)).body.meta.version).toBe(version);
    expect(await patched(id, { op: 'remove', path: 'members' })).toEqual([]);
  });

  it('34, 36: are replaced and renamed', async () => {
    const { id } = await scim.group('Group34', ann, bob);
    expect(await patched(id, { op: 'replace', path: 'members', value: [{ value: cid }] })).toEqual([cid]);
    expect(await patched(id, { op: 'replace', value: { id, displayName: 'Renamed34' } })).toEqual([cid]);
    expect((await scim.get(`/Groups/${id}`)).body).toMatchObject({ id, displayName: 'Renamed34' });
    const whole = (await scim.get(`/Groups/${id}`)).body;
    expect((await scim.ask('PUT', `/Groups/${id}`, { body: whole })).body).toEqual(whole);
    const put = await scim.ask('PUT', `/Groups/${id}`, { body: { displayName: 'Renamed34' } });
    expect([put.status, put.body.members, await membersOf(id)]).toEqual([200, undefined, []]);
    expectError(await scim.ask('PUT', `/Groups/${id}`, { body: { displayName: 'x', id: ann } }), 400, 'mutability');
    expectError(await scim.ask('PUT', `/Groups/${id}`, { body: { members: [] } }), 400, 'invalidValue');
  });

  it('6, 37: give the roles that the account maps to them, and take no role away', async () => {
    const { changes, settings, roles, users, accountId } = scim.metadata;
    const custom = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      roles.create(change, {
        name: 'Auditors',
        base: 'viewer',
        actions: ['AuditLogManage'],
        policies: [],
      }),
    );
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      settings.update(change, {
        defaultRole: 'Auditors',
        rolesByGroup: [
          { group: 'mapped37', role: 'Explorer' },
          { group: 'MAPPED37', role: 'Auditors' },
          { group: 'less37', role: 'Viewer' },
        ],
      }),
    );
    const { id } = await scim.group('Mapped37');
    const customOf = async (uid: string) => {
      const user = await users.getByUid(accountId, uid);
      return ((await roles.rolesOf(accountId, [user?.id ?? 0])).get(user?.id ?? 0) ?? []).map(({ name }) => name);
    };
    expect([await roleOf(bob), await customOf(bob)]).toEqual(['viewer', []]);
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: bob }] });
    expect([await roleOf(bob), await customOf(bob)]).toEqual(['explorer', ['Auditors']]);
    await scim.group('Less37', bob);
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect([await roleOf(bob), await customOf(bob)]).toEqual(['explorer', ['Auditors']]);
    const made = await scim.user('new37');
    expect([await roleOf(made.id), await customOf(made.id)]).toEqual(['viewer', ['Auditors']]);
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => roles.delete(change, custom.id));
    const later = await scim.user('later37');
    expect([await roleOf(later.id), await customOf(later.id)]).toEqual(['viewer', []]);
  });

  it('39: do not delete their users when they are deleted', async () => {
    const { id } = await scim.group('Group39', ann);
    expect((await scim.ask('DELETE', `/Groups/${id}`)).status).toBe(204);
    expectError(await scim.ask('DELETE', `/Groups/${id}`), 404);
    expectError(await scim.patch(`/Groups/${id}`, { op: 'remove', path: 'members' }), 404);
    const { status, body } = await scim.get(`/Users/${ann}`);
    expect([status, (body.groups ?? []).some((group: { value: string }) => group.value === id)]).toEqual([200, false]);
    expect((await scim.group('Group39')).id).not.toBe(id);
  });

  it('40: are limited to those of the account', async () => {
    const { store, accountId } = scim.metadata;
    const now = Date.now();
    const { id: tenant } = await store.database
      .insertInto('embed_tenant')
      .values({ account_id: accountId, name: 'tenant-40', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const external = await store.database
      .insertInto('account_user')
      .values({
        account_id: accountId,
        username: 'ext',
        username_key: 'ext40',
        email: null,
        role: 'viewer',
        status: 'active',
        created_at: now,
        kind: 'external',
        embed_tenant_id: tenant,
        uid: crypto.randomUUID(),
      })
      .returning('uid')
      .executeTakeFirstOrThrow();
    const group = async (name: string, groupKind: string, embedTenant: number | null) => {
      const row = await store.database
        .insertInto('user_group')
        .values({
          account_id: accountId,
          embed_tenant_id: embedTenant,
          kind: groupKind,
          uid: crypto.randomUUID(),
          name,
          name_key: name,
          description: null,
          external_id: null,
          created_at: now,
          updated_at: now,
          version: 1,
        })
        .returning(['uid', 'id'])
        .executeTakeFirstOrThrow();
      const user = await scim.metadata.users.getByUid(accountId, ann);
      await store.database
        .insertInto('group_member')
        .values({ group_id: row.id, user_id: user?.id ?? 0 })
        .execute();
      return row.uid;
    };
    const hidden = [await group('all_embed_users', 'system', null), await group('of-tenant', 'own', tenant)];
    const shown = [
      await scim.get('/Users?count=200'),
      await scim.get('/Groups?count=200'),
      await scim.get(`/Users/${ann}`),
    ]
      .map(({ text }) => text)
      .join();
    for (const uid of [external.uid, ...hidden]) expect(shown).not.toContain(uid);
    for (const path of [`/Users/${external.uid}`, ...hidden.map((uid) => `/Groups/${uid}`)]) {
      expectError(await scim.get(path), 404);
      expectError(await scim.patch(path, { op: 'replace', value: { displayName: 'x' } }), 404);
      expectError(await scim.ask('PUT', path, { body: { displayName: 'x', userName: 'x' } }), 404);
      expectError(await scim.ask('DELETE', path), 404);
    }
    const { id } = await scim.group('Group40');
    const member = { op: 'add', path: 'members', value: [{ value: external.uid }] };
    expectError(await scim.patch(`/Groups/${id}`, member), 400, 'invalidValue');
    for (const uid of hidden) {
      expect((await scim.list('/Users', { filter: `groups.value eq "${uid}"` })).body.totalResults).toBe(0);
    }
  });

  it('51: record every change in the audit log', async () => {
    const { id } = await scim.group('Group51');
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: ann }] });
    await scim.ask('DELETE', `/Groups/${id}`);
    const rows = await scim.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const about = rows.filter(({ attributes }) => attributes.includes('Group51'));
    expect(about.map(({ event }) => event)).toEqual([
      'Created group via SCIM',
      'Updated group via SCIM',
      'Deleted group via SCIM',
    ]);
    expect(about.every(({ address }) => /127\.0\.0\.1/.test(address ?? ''))).toBe(true);
  });
});
