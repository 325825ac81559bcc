import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type Json, ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

/** Attacks 25 and 47. */
describe.each(storyKinds)('SCIM under attack, on %s', (kind) => {
  let scim: ScimService;

  beforeAll(async () => {
    scim = await ScimService.open(kind);
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  const stored = async (uid: string) => {
    const { users, accountId } = scim.metadata;
    const user = await users.getByUid(accountId, uid);
    if (!user) throw new Error(`there is no user ${uid}`);
    return user;
  };

  it('answers ids of another account like unknown ids', async () => {
    const { store } = scim.metadata;
    const now = Date.now();
    await store.database
      .insertInto('account')
      .values({ id: 2, name: 'other', created_at: now, first_key_at: null })
      .execute();
    const common = { account_id: 2, created_at: now, uid: crypto.randomUUID() };
    await store.database
      .insertInto('account_user')
      .values({
        ...common,
        username: 'theirs',
        username_key: 'theirs',
        email: 'theirs@x.io',
        role: 'viewer',
        status: 'active',
        external_id: 'theirs',
      })
      .execute();
    const group = {
      ...common,
      uid: crypto.randomUUID(),
      embed_tenant_id: null,
      kind: 'own',
      name: 'Theirs',
      name_key: 'theirs',
    };
    await store.database
      .insertInto('user_group')
      .values({ ...group, description: null, external_id: 'theirs', updated_at: now, version: 1 })
      .execute();
    const answersTo = async (user: string, someGroup: string) => {
      const answers = [];
      for (const [path, body] of [
        [`/Users/${user}`, { userName: 'theirs' }],
        [`/Groups/${someGroup}`, { displayName: 'Theirs' }],
      ] as const) {
        answers.push(
          await scim.get(path),
          await scim.get(`${path}?attributes=id`),
          await scim.ask('PUT', path, { body }),
          await scim.patch(path, { op: 'replace', value: { displayName: 'Mine' } }),
          await scim.ask('DELETE', path),
          await scim.ask('DELETE', path, { headers: { 'if-match': 'W/"1"' } }),
        );
      }
      const { id } = await scim.group(`Mine ${user}`);
      answers.push(await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: user }] }));
      for (const query of [
        `userName eq "theirs"`,
        `externalId eq "theirs"`,
        `id eq "${user}"`,
        `groups.value eq "${someGroup}"`,
        'userName co "theirs"',
      ]) {
        answers.push(await scim.list('/Users', { filter: query }));
      }
      for (const query of [`id eq "${someGroup}"`, `members.value eq "${user}"`, 'displayName eq "Theirs"']) {
        answers.push(await scim.list('/Groups', { filter: query }));
      }
      return answers.map(({ status, text }) => [status, text.replaceAll(user, 'USER').replaceAll(someGroup, 'GROUP')]);
    };
    expect(await answersTo(common.uid, group.uid)).toEqual(await answersTo(crypto.randomUUID(), crypto.randomUUID()));
    const [user] = await store.database.selectFrom('account_user').selectAll().where('account_id', '=', 2).execute();
    expect(user).toMatchObject({ username: 'theirs', version: 1, status: 'active' });
    expect((await scim.user('theirs')).userName).toBe('theirs');
  });

  it('accepts no injection as a filter', async () => {
    await scim.user('victim@x.io');
    for (const filter of [
      'userName eq "a" or 1 eq 1',
      `userName eq "a" or "1" eq "1"`,
      `userName eq 'a' or 1=1`,
      'userName eq "a"; DROP TABLE account_user',
    ]) {
      expectError(await scim.list('/Users', { filter }), 400, 'invalidFilter');
    }
    for (const text of [
      `' OR 1=1 --`,
      `") OR ("1"="1`,
      '%',
      '_',
      '\\',
      '*',
      '\u0000',
      '\ud800',
      `a' UNION SELECT hash FROM api_key --`,
    ]) {
      for (const attribute of ['userName', 'externalId', 'id', 'emails.value', 'groups.value', 'displayName']) {
        for (const operator of ['eq', 'co']) {
          const { status, body } = await scim.list('/Users', {
            filter: `${attribute} ${operator} ${JSON.stringify(text)}`,
          });
          expect([attribute, operator, text, status, body.totalResults]).toEqual([attribute, operator, text, 200, 0]);
        }
      }
    }
  });

  it('gives no rights by an attribute', async () => {
    const { changes, attributes, accountId } = scim.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'role', type: 'string' }),
    );
    const urn = 'urn:orrery:params:1.0:UserAttribute';
    const rights: Json = {
      role: 'admin',
      roles: [{ value: 'admin', primary: true }],
      isAdmin: true,
      entitlements: [{ value: 'admin' }],
      userType: 'admin',
      kind: 'external',
      account_id: 2,
      accountId: 2,
      status: 'active',
      managed_by: null,
      __proto__: { role: 'admin' },
      [urn]: { role: 'admin' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: 'x' } },
    };
    const made = await scim.user('climber', rights);
    const isViewer = async () => expect(await stored(made.id)).toMatchObject({ role: 'viewer', managedBy: 'scim' });
    await isViewer();
    await scim.ask('PUT', `/Users/${made.id}`, { body: { userName: 'climber', ...rights } });
    await isViewer();
    for (const path of ['roles', 'roles[value eq "admin"].primary', 'userType', 'entitlements', `${urn}:role`]) {
      expect((await scim.patch(`/Users/${made.id}`, { op: 'add', path, value: 'admin' })).status).toBe(200);
    }
    for (const path of ['role', 'isAdmin', 'account_id', '__proto__.role', 'constructor.prototype', 'meta.role']) {
      expectError(await scim.patch(`/Users/${made.id}`, { op: 'add', path, value: 'admin' }), 400, 'invalidPath');
    }
    await isViewer();
    const { headers } = await fetch(`${scim.base}/Users`, {
      headers: { authorization: `Bearer ${await scim.keyOf(await stored(made.id))}` },
    });
    expect(headers.get('content-type')).toContain('json');
    const own = `Bearer ${await scim.keyOf(await stored(made.id))}`;
    expectError(await scim.ask('PATCH', `/Users/${made.id}`, { authorization: own, body: { Operations: [] } }), 403);
    expect(Object.prototype).not.toHaveProperty('role');
  });

  it('lets one of many equal requests succeed', async () => {
    const names = ['Twin@X.io', 'twin@x.io', 'ＴWIN@x.io', 'TWIN@X.IO'];
    const made = await Promise.all(names.map((userName) => scim.ask('POST', '/Users', { body: { userName } })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const groups = await Promise.all(
      names.map((displayName) => scim.ask('POST', '/Groups', { body: { displayName } })),
    );
    expect(groups.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const id = made.find(({ status }) => status === 201)?.body.id;
    const path = `/Users/${id}`;
    const tag = (await scim.get(path)).headers.get('etag') ?? '';
    const patches = Array.from({ length: 8 }, (_, number) =>
      scim.ask('PATCH', path, {
        headers: { 'if-match': tag },
        body: { Operations: [{ op: 'replace', value: { displayName: `name ${number}`, externalId: `id ${number}` } }] },
      }),
    );
    const answers = await Promise.all(patches);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    const after = (await scim.get(path)).body;
    expect(after.displayName.slice(5)).toBe(after.externalId.slice(3));
    const deletes = await Promise.all([0, 1, 2, 3].map(() => scim.ask('DELETE', path)));
    expect(deletes.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
  });

  it('loses no member in many concurrent changes', async () => {
    const users: string[] = [];
    for (let number = 0; number < 12; number += 1) users.push((await scim.user(`crowd${number}`)).id);
    const { id } = await scim.group('Crowd', ...users.slice(0, 6));
    const changes = users.map((value, index) =>
      scim.patch(
        `/Groups/${id}`,
        index < 6
          ? { op: 'remove', path: `members[value eq "${value}"]` }
          : { op: 'add', path: 'members', value: [{ value }] },
      ),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(users.map(() => 200));
    const members = (await scim.get(`/Groups/${id}`)).body.members.map(({ value }: Json) => value);
    expect(members).toEqual(users.slice(6));
  });

  it('accepts ten thousand members in one PATCH, or none of them', async () => {
    const { store, accountId } = scim.metadata;
    const rows = Array.from({ length: 10_000 }, (_, number) => ({
      account_id: accountId,
      username: `many${number}`,
      username_key: `many${number}`,
      email: null,
      role: 'viewer',
      status: 'active',
      created_at: number,
      uid: crypto.randomUUID(),
    }));
    for (let start = 0; start < rows.length; start += 500) {
      await store.database
        .insertInto('account_user')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    const { id } = await scim.group('Many');
    const value = rows.map(({ uid }) => ({ value: uid }));
    const body = (list: readonly Json[]) => ({ Operations: [{ op: 'add', path: 'members', value: list }] });
    const unknown = await scim.ask('PATCH', `/Groups/${id}`, { body: body([...value, { value: 'nobody' }]) });
    expectError(unknown, 400, 'invalidValue');
    expect((await scim.get(`/Groups/${id}`)).body.members).toBeUndefined();
    const added = await scim.ask('PATCH', `/Groups/${id}?excludedAttributes=members`, { body: body(value) });
    expect([added.status, added.text.length < 1000]).toEqual([200, true]);
    const half = { op: 'remove', path: 'members', value: value.slice(0, 5_000) };
    const removed = await scim.patch(`/Groups/${id}`, half);
    expect(removed.body.members.map((member: Json) => member['value'])).toEqual(
      rows.slice(5_000).map(({ uid }) => uid),
    );
  });

  it('has no bulk requests, which could be circular', async () => {
    const Operations = [
      { method: 'POST', path: '/Groups', bulkId: 'a', data: { displayName: 'A', members: [{ value: 'bulkId:b' }] } },
      { method: 'POST', path: '/Groups', bulkId: 'b', data: { displayName: 'B', members: [{ value: 'bulkId:a' }] } },
    ];
    expectError(await scim.ask('POST', '/Bulk', { body: { Operations } }), 501);
  });
});
