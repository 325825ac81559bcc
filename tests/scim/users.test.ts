import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unauthorized } from '../../packages/kernel/src/failure/errors.ts';
import { SessionAuthenticator } from '../../packages/people/src/session/session-authenticator.ts';
import { storeKinds } from '../servers/store-place.ts';
import { attributeAlias, attributeUrn, expectError, ScimService, userUrn } from './scim-service.ts';

/** The numbers are those of the acceptance cases of SCIM. */
describe.each(storeKinds)('users over SCIM, on %s', (kind) => {
  let scim: ScimService;

  beforeAll(async () => {
    scim = await ScimService.open(kind);
    const { changes, attributes, accountId } = scim.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'country', type: 'string' }),
    );
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'level', type: 'number' }),
    );
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'regions', type: 'string_array' }),
    );
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  const found = async (filter: string): Promise<readonly string[]> => {
    const { status, body } = await scim.list('/Users', { filter });
    expect([filter, status, body.detail]).toEqual([filter, 200, undefined]);
    expect(body.totalResults).toBe(body.Resources.length);
    return body.Resources.map((user: { userName: string }) => user.userName);
  };

  const storedUser = async (uid: string) => {
    const { users, accountId } = scim.metadata;
    const user = await users.getByUid(accountId, uid);
    if (!user) throw new Error(`there is no user ${uid}`);
    return user;
  };

  it('1, 54: are for keys of admins, whatever their deployments', async () => {
    for (const authorization of ['', 'Bearer none', `Bearer sk-${'x'.repeat(43)}`, `Basic ${scim.key}`]) {
      const refused = await scim.ask('GET', '/Users', { authorization });
      expectError(refused, 401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    for (const authorization of [`Bearer ${scim.key}`, `Api-Key ${scim.key}`, `bearer ${scim.key}`]) {
      expect((await scim.ask('GET', '/Users', { authorization })).status).toBe(200);
    }
    for (const role of ['developer', 'explorer', 'viewer'] as const) {
      const authorization = `Bearer ${await scim.keyOf(role)}`;
      expectError(await scim.ask('GET', '/Users', { authorization }), 403);
      expectError(await scim.ask('POST', '/Users', { authorization, body: { userName: 'by-others' } }), 403);
    }
    const scoped = `Bearer ${await scim.keyOf('admin', [1])}`;
    expect((await scim.ask('GET', '/Users', { authorization: scoped })).status).toBe(200);
    expect(await found('userName eq "by-others"')).toEqual([]);
  });

  it('2: are an empty list when none matches', async () => {
    const { status, body } = await scim.list('/Users', {
      filter: 'userName eq "3f2b0c8a-0000-4000-8000-000000000000"',
    });
    expect([status, body.totalResults, body.Resources, body.itemsPerPage]).toEqual([200, 0, [], 0]);
  });

  it('3, 4, 53: are created once, whatever the case of their names', async () => {
    const body = {
      schemas: [userUrn, 'urn:private'],
      userName: ' Ann3@X.io ',
      password: 'a secret word',
      roles: [{ value: 'admin' }],
    };
    const made = await scim.ask('POST', '/Users', { body });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect(made.body).toMatchObject({
      userName: 'Ann3@X.io',
      active: true,
      meta: { resourceType: 'User' },
      schemas: [userUrn],
    });
    expect(made.body.meta.location).toBe(`${scim.base}/Users/${made.body.id}`);
    expect((await scim.get(`/Users/${made.body.id}`)).body).toEqual(made.body);
    expect(made.text).not.toMatch(/secret|role/);
    for (const userName of ['ann3@x.io', 'ＡNN3@X.io']) {
      expectError(await scim.ask('POST', '/Users', { body: { userName } }), 409, 'uniqueness');
    }
    await scim.patch(`/Users/${made.body.id}`, { op: 'replace', path: 'active', value: false });
    expectError(await scim.ask('POST', '/Users', { body: { userName: 'ANN3@x.io' } }), 409, 'uniqueness');
    const other = await scim.user('other3@x.io');
    expectError(
      await scim.patch(`/Users/${other.id}`, { op: 'replace', path: 'userName', value: 'ann3@X.IO' }),
      409,
      'uniqueness',
    );
    expectError(await scim.ask('PUT', `/Users/${other.id}`, { body: { userName: 'ann3@X.IO' } }), 409, 'uniqueness');
  });

  it.each([
    ['{}', 'invalidValue'],
    ['{"userName":""}', 'invalidValue'],
    ['{"userName":"  "}', 'invalidValue'],
    ['{"userName":null}', 'invalidValue'],
    ['{"userName":7}', 'invalidValue'],
    ['{"userName":"a\\u0000b"}', 'invalidValue'],
    [`{"userName":"${'x'.repeat(256)}"}`, 'invalidValue'],
    ['{"userName":"sound5","displayName":"\\ud800"}', 'invalidValue'],
    ['{"userName":"sound5","emails":[{"value":"no address"}]}', 'invalidValue'],
    ['{"userName":"sound5","emails":[{"type":"work"}]}', 'invalidValue'],
    [`{"userName":"sound5","emails":[{"value":"a@b","type":"${'x'.repeat(256)}"}]}`, 'invalidValue'],
    ['{"userName":"sound5","emails":[{"value":"a@b","display":"\\u0000"}]}', 'invalidValue'],
    ['{"userName":"sound5","externalId":"\\u0000"}', 'invalidValue'],
    [`{"userName":"sound5","${attributeUrn}":{"country":"\\u0000"}}`, 'invalidValue'],
    ['{"userName":"sound5","active":"maybe"}', 'invalidValue'],
    [`{"userName":"sound5","${attributeUrn}":{"level":"high"}}`, 'invalidValue'],
    ['{"userName":"sound5","USERNAME":"b"}', 'invalidSyntax'],
    ['{"userName":', 'invalidSyntax'],
    ['[]', 'invalidSyntax'],
    ['null', 'invalidSyntax'],
    ['', 'invalidSyntax'],
  ])('5: %s is refused', async (body, scimType) => {
    expectError(await scim.ask('POST', '/Users', { body }), 400, scimType);
    expect(await found('userName eq "sound5"')).toEqual([]);
  });

  it('6: start with the least role, and keep a given one', async () => {
    const { id } = await scim.user('role6');
    expect((await storedUser(id)).role).toBe('viewer');
    const { changes, users, accountId } = scim.metadata;
    const setRole = async (role: 'admin' | 'viewer') => {
      const user = await storedUser(id);
      await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
        users.update(change, user.id, { role }),
      );
    };
    await setRole('admin');
    await scim.patch(`/Users/${id}`, { op: 'replace', value: { displayName: 'Six', roles: [{ value: 'viewer' }] } });
    await scim.ask('PUT', `/Users/${id}`, { body: { userName: 'role6', roles: [] } });
    expect((await storedUser(id)).role).toBe('admin');
    await setRole('viewer');
  });

  it('7, 9: are found by filters', async () => {
    const emails = [
      { value: 'ann7@x.io', type: 'work' },
      { value: 'home7@x.io', type: 'home' },
    ];
    await scim.user('Ann7@X.io', {
      externalId: 'E7',
      emails,
      name: { givenName: 'Änn' },
      [attributeAlias]: { country: 'DE', regions: ['n', 's'] },
    });
    await scim.user('bob7@x.io', { externalId: 'e7', displayName: 'Bob', active: false });
    expect(await found('USERNAME EQ "ANN7@x.io"')).toEqual(['Ann7@X.io']);
    expect(await found('userName sw "ann7" and active eq true')).toEqual(['Ann7@X.io']);
    expect(await found('userName co "7@x" and not (active eq false)')).toEqual(['Ann7@X.io']);
    expect(await found('emails[type eq "work"].value eq "ann7@x.io"')).toEqual(['Ann7@X.io']);
    expect(await found('emails[type eq "work"].value eq "home7@x.io"')).toEqual([]);
    expect(await found('emails eq "HOME7@x.io"')).toEqual(['Ann7@X.io']);
    expect(await found('(userName co "ann7" or displayName pr) and externalId eq "E7"')).toEqual(['Ann7@X.io']);
    expect(await found('externalId eq "E7"')).toEqual(['Ann7@X.io']);
    expect(await found('externalId eq "e7"')).toEqual(['bob7@x.io']);
    expect(await found('externalId eq "E7" or externalId eq "e7"')).toEqual(['Ann7@X.io', 'bob7@x.io']);
    expect(await found('active eq "False" and userName ew "7@x.io"')).toEqual(['bob7@x.io']);
    expect(await found('not (externalId ne "e7")')).toEqual(['bob7@x.io']);
    expect(await found('name.givenName eq "äNN"')).toEqual(['Ann7@X.io']);
    expect(await found(`${attributeUrn}:country eq "DE"`)).toEqual(['Ann7@X.io']);
    expect(await found(`${attributeAlias}:regions eq "s"`)).toEqual(['Ann7@X.io']);
    const plus = await scim.get('/Users?filter=userName+eq+%22ann7%40x.io%22');
    expect([
      plus.body.totalResults,
      (await scim.get('/Users?filter=userName%20eq%20"ann7@x.io"')).body.totalResults,
    ]).toEqual([1, 1]);
    await scim.user('a+7@x.io');
    expect((await scim.get('/Users?filter=userName+eq+%22a%2B7@x.io%22')).body.totalResults).toBe(1);
  });

  it.each([
    'userName eq',
    'foo eq "x"',
    'userName xx "a"',
    'userName eq "a" or 1 eq 1',
    '',
    'title pr',
    'active gt true',
  ])('8: the filter %j is refused', async (filter) => {
    expectError(await scim.list('/Users', { filter }), 400, 'invalidFilter');
  });

  it('12: show the requested attributes', async () => {
    const { id } = await scim.user('ann12', {
      displayName: 'Ann',
      emails: [{ value: 'ann12@x.io' }],
      [attributeUrn]: { level: 3 },
    });
    const shown = async (query: string) => Object.keys((await scim.get(`/Users/${id}?${query}`)).body).sort();
    expect(await shown('attributes=userName')).toEqual(['id', 'schemas', 'userName']);
    expect(await shown('attributes=USERNAME,emails.value,none')).toEqual(['emails', 'id', 'schemas', 'userName']);
    expect(await shown('excludedAttributes=emails')).toEqual(
      ['active', 'displayName', 'id', 'meta', 'name', 'schemas', attributeUrn, 'userName'].sort(),
    );
    expectError(await scim.get(`/Users/${id}?attributes=userName&excludedAttributes=emails`), 400, 'invalidValue');
    expectError(await scim.list('/Users', { attributes: 'userName', excludedAttributes: 'id' }), 400, 'invalidValue');
    const listed = await scim.list('/Users', { filter: 'userName eq "ann12"', attributes: 'displayName' });
    expect(listed.body.Resources).toEqual([{ schemas: [userUrn, attributeUrn], id, displayName: 'Ann' }]);
    const made = await scim.ask('POST', '/Users?attributes=id', { body: { userName: 'made12', displayName: 'x' } });
    expect(Object.keys(made.body).sort()).toEqual(['id', 'schemas']);
    const patched = await scim.ask('PATCH', `/Users/${id}?excludedAttributes=emails,meta,${attributeUrn}`, {
      body: { Operations: [{ op: 'add', path: 'displayName', value: 'B' }] },
    });
    expect(patched.body).toEqual({
      schemas: [userUrn, attributeUrn],
      id,
      userName: 'ann12',
      displayName: 'B',
      name: { formatted: 'B' },
      active: true,
    });
  });

  it('have a display name, derived from other fields when none is given', async () => {
    const [first] = (await scim.list('/Users', { count: '1' })).body.Resources;
    expect([first.displayName, first.name, first.emails]).toEqual([
      first.userName,
      { formatted: first.userName },
      undefined,
    ]);
    const made = await scim.user('shown15');
    const path = `/Users/${made.id}`;
    const namesOf = ({ displayName, name }: Readonly<Record<string, unknown>>) => ({ displayName, name });
    expect(namesOf(made)).toEqual({ displayName: 'shown15', name: { formatted: 'shown15' } });
    // Derived attributes that come back unchanged stay derived.
    expect((await scim.ask('PUT', path, { body: made })).body).toEqual(made);
    const part = await scim.patch(path, { op: 'add', path: 'name.givenName', value: 'Ann' });
    expect(namesOf(part.body)).toEqual({ displayName: 'Ann', name: { formatted: 'Ann', givenName: 'Ann' } });
    const renamed = await scim.ask('PUT', path, { body: { ...part.body, userName: 'other15', name: null } });
    expect(namesOf(renamed.body)).toEqual({ displayName: 'Ann', name: { formatted: 'Ann' } });
    const said = { userName: 'other15', displayName: 'A. Lee', name: { formatted: 'A. Lee' } };
    expect((await scim.ask('PUT', path, { body: said })).body).toMatchObject(said);
    const found = await scim.list('/Users', { filter: 'displayName eq "a. lee" and name.formatted pr' });
    expect(found.body.totalResults).toBe(1);
    const removed = await scim.patch(path, { op: 'remove', path: 'displayName' });
    expect(namesOf(removed.body)).toEqual({ displayName: 'A. Lee', name: { formatted: 'A. Lee' } });
    await scim.patch(path, { op: 'remove', path: 'name' });
    expect(namesOf((await scim.get(path)).body)).toEqual({ displayName: 'other15', name: { formatted: 'other15' } });
  });

  it('14, 15, 16: are replaced as a whole', async () => {
    const made = await scim.user('ann14', {
      externalId: 'e14',
      name: { givenName: 'A', familyName: 'L' },
      emails: [{ value: 'ann14@x.io', type: 'work', primary: true }],
      [attributeUrn]: { country: 'DE', regions: ['a', 'b'] },
    });
    const same = await scim.ask('PUT', `/Users/${made.id}`, { body: made });
    expect([same.status, same.body]).toEqual([200, made]);
    await scim.patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: false });
    const replaced = await scim.ask('PUT', `/Users/${made.id}`, { body: { userName: 'ann14' } });
    expect(replaced.body).toEqual({
      schemas: [userUrn],
      id: made.id,
      externalId: 'e14',
      userName: 'ann14',
      displayName: 'ann14',
      name: { formatted: 'ann14' },
      active: false,
      meta: { ...made.meta, version: 'W/"3"', lastModified: expect.any(String) },
    });
    expect((await scim.get(`/Users/${made.id}`)).body).toEqual(replaced.body);
    expectError(
      await scim.ask('PUT', `/Users/${made.id}`, { body: { ...made, id: crypto.randomUUID() } }),
      400,
      'mutability',
    );
    expectError(await scim.ask('PUT', `/Users/${made.id}`, { body: {} }), 400, 'invalidValue');
    expectError(await scim.ask('PUT', `/Users/${crypto.randomUUID()}`, { body: { userName: 'none14' } }), 404);
    expect(await found('userName eq "none14"')).toEqual([]);
  });

  it('17, 18, 19: are deactivated and activated, and their keys with them', async () => {
    const { id } = await scim.user('ann17');
    const authorization = `Bearer ${await scim.keyOf(await storedUser(id))}`;
    const statusOf = async () =>
      (await fetch(`${scim.served.origin}/api/v1/users/me`, { headers: { authorization } })).status;
    const path = `/Users/${id}`;
    const { changes, store, epochs, sessions, accountId } = scim.metadata;
    const authenticator = new SessionAuthenticator({ database: store.database, epochs, clock: Date, log: console });
    const userId = (await storedUser(id)).id;
    const session = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      sessions.create(change, userId, { address: '127.0.0.1' }),
    );
    expect((await authenticator.personOf(session.text)).userId).toBe(userId);
    expect(await statusOf()).toBe(200);
    for (const [operation, isActive] of [
      [{ op: 'replace', path: 'active', value: false }, false],
      [{ op: 'Replace', path: 'active', value: 'True' }, true],
      [{ op: 'Replace', path: 'active', value: 'False' }, false],
      [{ op: 'replace', value: { active: true } }, true],
      [{ op: 'replace', value: { active: false } }, false],
      [{ op: 'remove', path: 'active' }, false],
      [{ op: 'replace', path: 'active', value: true }, true],
      [{ op: 'remove', path: 'active' }, false],
    ] as const) {
      const patched = await scim.patch(path, operation);
      expect([patched.status, patched.body.active]).toEqual([200, isActive]);
      expect(await statusOf()).toBe(isActive ? 200 : 401);
      expect((await scim.list('/Users', { filter: 'userName eq "ann17"' })).body.Resources[0].active).toBe(isActive);
    }
    await expect(authenticator.personOf(session.text)).rejects.toBeInstanceOf(Unauthorized);
    expectError(await scim.patch(path, { op: 'Replace', path: 'active', value: 'nope' }), 400, 'invalidValue');
    expect((await scim.get(path)).body.active).toBe(false);
  });

  it('20, 21: are changed by many paths in one value, and get a missing e-mail', async () => {
    const { id } = await scim.user('ann20');
    const value = { displayName: 'A', 'name.givenName': 'B', 'emails[type eq "work"].value': 'c20@x.io' };
    const { body } = await scim.patch(`/Users/${id}`, { op: 'replace', value });
    expect(body).toMatchObject({
      displayName: 'A',
      name: { givenName: 'B' },
      emails: [{ type: 'work', value: 'c20@x.io' }],
    });
    const other = await scim.user('ann21');
    const operation = { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ann21@x.io' };
    const patched = await scim.patch(`/Users/${other.id}`, operation);
    expect(patched.body.emails).toEqual([{ type: 'work', value: 'ann21@x.io' }]);
    expect((await storedUser(other.id)).email).toBe('ann21@x.io');
  });

  it('22, 23: have each e-mail once, and one primary e-mail', async () => {
    const { id } = await scim.user('ann22');
    const add = (email: object) => scim.patch(`/Users/${id}`, { op: 'add', path: 'emails', value: [email] });
    const first = await add({ value: 'work22@x.io', type: 'work', primary: true });
    const again = await add({ value: 'work22@x.io', type: 'work', primary: true });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await storedUser(id)).email).toBe('work22@x.io');
    const second = await add({ value: 'home22@x.io', type: 'home', primary: true });
    expect(second.body.emails).toEqual([
      { value: 'work22@x.io', type: 'work', primary: false },
      { value: 'home22@x.io', type: 'home', primary: true },
    ]);
    expect((await storedUser(id)).email).toBe('home22@x.io');
  });

  it('24: are changed by all operations or by none', async () => {
    const made = await scim.user('ann24');
    const sound = { op: 'replace', path: 'displayName', value: 'New' };
    expectError(
      await scim.patch(`/Users/${made.id}`, sound, { op: 'replace', path: 'foo', value: 1 }),
      400,
      'invalidPath',
    );
    const bad = { op: 'add', path: 'emails', value: [{ value: 'no address' }] };
    expectError(await scim.patch(`/Users/${made.id}`, sound, bad), 400, 'invalidValue');
    expect((await scim.get(`/Users/${made.id}`)).body).toEqual(made);
  });

  it('25, 26: refuse changes that are not possible', async () => {
    const made = await scim.user('ann25');
    const path = `/Users/${made.id}`;
    expectError(await scim.patch(path, { op: 'remove' }), 400, 'noTarget');
    expectError(await scim.patch(path, { op: 'remove', path: 'userName' }), 400, 'mutability');
    expectError(await scim.patch(path, { op: 'replace', path: 'id', value: 'x' }), 400, 'mutability');
    expectError(await scim.patch(path, { op: 'replace', path: 'foo.bar', value: 'x' }), 400, 'invalidPath');
    const ignored = await scim.patch(path, { op: 'replace', path: 'title', value: 'Dr' });
    expect([ignored.status, ignored.body]).toEqual([200, made]);
    expectError(await scim.patch(path, { op: 'increment', path: 'displayName', value: 1 }), 400, 'invalidSyntax');
    expectError(await scim.patch(path), 400, 'invalidSyntax');
    expectError(await scim.patch(`/Users/${crypto.randomUUID()}`, { op: 'replace', value: { displayName: 'x' } }), 404);
  });

  it('27, 28: carry the attributes of the account, by either name', async () => {
    const { id } = await scim.user('ann27');
    const path = `/Users/${id}`;
    expect((await scim.get(path)).body.schemas).toEqual([userUrn]);
    const effective = async () => {
      const { attributes, accountId } = scim.metadata;
      return Object.fromEntries(await attributes.effectiveOf(accountId, (await storedUser(id)).id));
    };
    const added = await scim.patch(path, { op: 'Add', path: `${attributeUrn}:country`, value: 'DE' });
    expect([added.body.schemas, added.body[attributeUrn]]).toEqual([[userUrn, attributeUrn], { country: 'DE' }]);
    await scim.patch(path, { op: 'Replace', path: `${attributeAlias}:country`, value: 'FR' });
    await scim.patch(path, {
      op: 'replace',
      value: { [`${attributeAlias}:level`]: '7', [attributeUrn]: { regions: ['x'] } },
    });
    expect(await effective()).toEqual({ country: 'FR', level: 7, regions: ['x'] });
    expect((await scim.get(path)).body[attributeUrn]).toEqual({ country: 'FR', level: 7, regions: ['x'] });
    expectError(await scim.patch(path, { op: 'add', path: `${attributeUrn}:none`, value: 'x' }), 400, 'invalidPath');
    expectError(
      await scim.patch(path, { op: 'add', path: `${attributeUrn}:level`, value: 'abc' }),
      400,
      'invalidValue',
    );
    await scim.patch(path, { op: 'remove', path: attributeUrn });
    expect([(await scim.get(path)).body.schemas, await effective()]).toEqual([[userUrn], {}]);
    const ignored = await scim.user('bob27', { [attributeUrn]: { none: 1 } });
    expect(ignored.schemas).toEqual([userUrn]);
  });

  it('29: are deleted for good', async () => {
    const { id } = await scim.user('ann29');
    const deleted = await scim.ask('DELETE', `/Users/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'] as const) expectError(await scim.ask(method, `/Users/${id}`), 404);
    expectError(await scim.ask('PUT', `/Users/${id}`, { body: { userName: 'ann29' } }), 404);
    expect(await found('userName eq "ann29"')).toEqual([]);
    expect((await scim.user('ann29')).id).not.toBe(id);
  });

  it('30: keep at least one admin', async () => {
    const { changes, users, accountId } = scim.metadata;
    const admin = await users.get(accountId, scim.adminId);
    for (const other of await users.list(accountId, { role: 'admin' })) {
      if (other.id !== admin.id)
        await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
          users.update(change, other.id, { role: 'viewer' }),
        );
    }
    const path = `/Users/${admin.uid}`;
    expectError(await scim.patch(path, { op: 'replace', path: 'active', value: false }), 400, 'mutability');
    expectError(await scim.ask('PUT', path, { body: { userName: admin.username, active: false } }), 400, 'mutability');
    expectError(await scim.ask('DELETE', path), 403);
    expect((await scim.get(path)).body.active).toBe(true);
  });

  it('47: report their changes', async () => {
    const made = await scim.user('ann47');
    const path = `/Users/${made.id}`;
    const tag = made.meta.version;
    const change = (displayName: string, condition: string, method: 'PATCH' | 'PUT' = 'PATCH') =>
      scim.ask(method, path, {
        headers: { 'if-match': condition },
        body:
          method === 'PUT'
            ? { userName: 'ann47', displayName }
            : { Operations: [{ op: 'add', path: 'displayName', value: displayName }] },
      });
    const changed = await change('A', tag);
    expect([changed.status, changed.headers.get('etag'), changed.body.meta.version]).toEqual([200, 'W/"2"', 'W/"2"']);
    expectError(await change('B', tag), 412);
    expectError(await change('B', tag, 'PUT'), 412);
    expectError(await scim.ask('DELETE', path, { headers: { 'if-match': tag } }), 412);
    expect((await change('B', `"x", ${changed.headers.get('etag')}`)).status).toBe(200);
    expect((await change('C', '*', 'PUT')).status).toBe(200);
    const { headers } = await scim.get(path);
    const unchanged = await scim.get(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect((await scim.get(path, { 'if-none-match': tag })).status).toBe(200);
    expect((await scim.ask('DELETE', path, { headers: { 'if-match': headers.get('etag') ?? '' } })).status).toBe(204);
  });

  it('49: read names in any case', async () => {
    const made = await scim.ask('POST', '/Users', { body: { USERNAME: 'ann49', Active: 'False', DisplayNAME: 'A' } });
    expect(made.body).toMatchObject({ userName: 'ann49', active: false, displayName: 'A' });
    const operations = [{ OP: 'Replace', Path: 'DISPLAYNAME', VALUE: 'B' }];
    const patched = await scim.ask('PATCH', `/Users/${made.body.id}`, { body: { operations } });
    expect(patched.body.displayName).toBe('B');
  });

  it('51: record every change in the audit log', async () => {
    const { id } = await scim.user('ann51');
    await scim.patch(`/Users/${id}`, { op: 'add', path: 'displayName', value: 'A' });
    await scim.patch(`/Users/${id}`, { op: 'add', path: 'displayName', value: 'A' });
    await scim.ask('DELETE', `/Users/${id}`);
    const rows = await scim.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    const about = rows.filter(({ attributes }) => attributes.includes('ann51'));
    expect(about.map(({ event }) => event)).toEqual([
      'Created user via SCIM',
      'Updated user via SCIM',
      'Deleted user via SCIM',
    ]);
    expect(about.every(({ address, user_email }) => /127\.0\.0\.1/.test(address ?? '') && user_email !== null)).toBe(
      true,
    );
  });
});
