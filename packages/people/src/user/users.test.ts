import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, type Metadata } from '../../../deployments/src/open-metadata.ts';
import { type AuditActor, atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { shownName } from './user.ts';
import type { NewUser, UserChange } from './user-service.ts';

const clock = { time: 1_770_000_000_000, now: () => clock.time };

describe.each(storeKinds)('users on %s', (kind) => {
  let place: StorePlace;
  let metadata: Metadata;

  beforeEach(async () => {
    clock.time = 1_770_000_000_000;
    place = await migratedPlace(kind);
    metadata = await openMetadata(place.settings, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const create = (username: string, given: Partial<NewUser> = {}, by: AuditActor = atTheCommandLine) =>
    metadata.changes.make({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.create(change, { username, role: 'viewer', ...given }),
    );
  const update = async (username: string, input: UserChange, by: AuditActor = atTheCommandLine) => {
    const { id } = await metadata.users.find(metadata.accountId, username);
    return metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.update(change, id, input),
    );
  };
  const remove = async (username: string, by: AuditActor = atTheCommandLine) => {
    const { id } = await metadata.users.find(metadata.accountId, username);
    return metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.delete(change, id),
    );
  };
  const names = async (filter: Parameters<Metadata['users']['list']>[1] = {}) =>
    (await metadata.users.list(metadata.accountId, filter)).map(({ username }) => username);
  const events = () =>
    metadata.store.database.selectFrom('audit_log').select(['event', 'user_email', 'address']).orderBy('id').execute();

  it('are stored as given', async () => {
    const ann = await create(' Ann ', { role: 'admin', email: 'ann@example.com' });
    expect(ann).toMatchObject({
      username: 'Ann',
      email: 'ann@example.com',
      emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
      role: 'admin',
      status: 'active',
      createdAt: clock.now(),
      updatedAt: clock.now(),
      version: 1,
    });
    expect(ann.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(await metadata.users.list(metadata.accountId)).toEqual([ann]);
    expect(await metadata.users.find(metadata.accountId, 'aNN')).toEqual(ann);
    expect(await metadata.users.getByUid(metadata.accountId, ann.uid)).toEqual(ann);
    expect(await metadata.users.getByUid(metadata.accountId + 1, ann.uid)).toBeUndefined();
  });

  it('have names that are unique without case', async () => {
    await create('Straße');
    for (const other of ['STRASSE', 'straße', ' strasse ']) {
      await expect(create(other)).rejects.toThrow('There is a user');
    }
    await create('ann');
    await expect(update('ann', { username: 'STRASSE' })).rejects.toThrow("There is a user 'STRASSE' already");
    expect(await names()).toEqual(['Straße', 'ann']);
  });

  it('created twice at the same time exist once', async () => {
    const made = await Promise.allSettled([create('ann'), create('Ann'), create('ANN')]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are refused with every fault at once', async () => {
    await expect(create('a\u0000b', { email: 'ann', displayName: 'x'.repeat(256) })).rejects.toThrow(
      'The username has characters that cannot be seen, the email is no e-mail address, ' +
        'the displayName has more than 255 characters',
    );
    await expect(create('ann', { picture: 'ftp://x/y.png' })).rejects.toThrow('is no http or https address');
    await create('ann', { role: 'admin' });
    await expect(update('ann', { email: '@' })).rejects.toThrow('The email is no e-mail address');
  });

  it('change field by field, and count a version', async () => {
    await create('ann', { role: 'admin' });
    const bob = await create('bob', { email: 'bob@example.com', givenName: 'Bob' });
    clock.time += 5;
    const changed = { updatedAt: clock.now(), version: 2 };
    expect(await update('BOB', { role: 'developer' })).toEqual({ ...bob, role: 'developer', ...changed });
    expect(await update('bob', { role: 'developer', givenName: 'Bob' })).toMatchObject(changed);
    expect(await update('bob', { username: 'Robert', givenName: null, status: 'deactivated' })).toEqual({
      ...bob,
      ...changed,
      version: 3,
      role: 'developer',
      username: 'Robert',
      givenName: undefined,
      status: 'deactivated',
    });
    await expect(metadata.users.get(metadata.accountId, 999)).rejects.toThrow('There is no user 999');
    await expect(metadata.users.get(metadata.accountId + 1, bob.id)).rejects.toThrow('There is no user');
  });

  it('have one mail address that applies, in whichever field it was given', async () => {
    const work = { value: 'b@work.example', type: 'work' };
    const home = { value: 'b@home.example', type: 'home', primary: true };
    expect(await create('bob', { emails: [work, home] })).toMatchObject({ email: home.value });
    expect(await update('bob', { emails: [work] })).toMatchObject({ email: work.value });
    expect(await update('bob', { email: 'new@example.com' })).toMatchObject({
      emails: [{ ...work, value: 'new@example.com' }],
    });
    expect(await update('bob', { emails: [] })).toMatchObject({ email: undefined, emails: [] });
    expect(await update('bob', { username: 'bob@example.com', emails: [] })).toMatchObject({
      email: 'bob@example.com',
    });
    expect(await update('bob@example.com', { username: 'robert@example.com' })).toMatchObject({
      email: 'robert@example.com',
    });
    await expect(create('eve', { emails: [{ ...work, primary: true }, home] })).rejects.toThrow('more than one');
  });

  it('are shown with the best available name', async () => {
    const bob = await create('bob');
    expect(shownName(bob)).toBe('bob');
    expect(shownName({ ...bob, givenName: 'Bob', familyName: 'Ray' })).toBe('Bob Ray');
    expect(shownName({ ...bob, givenName: 'Bob', formattedName: 'Dr. Ray' })).toBe('Dr. Ray');
    expect(shownName({ ...bob, formattedName: 'Dr. Ray', displayName: 'Ray' })).toBe('Ray');
  });

  it('keep one active admin, also when two are removed at once', async () => {
    await create('ann', { role: 'admin' });
    await create('bob', { role: 'admin' });
    const changes = [update('ann', { role: 'viewer' }), update('bob', { status: 'deactivated' })];
    const results = await Promise.allSettled(changes);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await metadata.users.list(metadata.accountId, { role: 'admin', status: 'active' });
    expect(left).toHaveLength(1);
    await expect(remove(left[0]!.username)).rejects.toThrow('is the last active admin');
    expect(await names({ role: 'admin', status: 'active' })).toHaveLength(1);
  });

  it('cannot lock themselves out, but an identity provider with their key can', async () => {
    const [ann] = [await create('ann', { role: 'admin' }), await create('eve', { role: 'admin' })];
    const by: AuditActor = { via: 'app', userId: ann.id };
    await expect(update('ann', { status: 'deactivated' }, by)).rejects.toThrow('You cannot deactivate yourself');
    await expect(remove('ann', by)).rejects.toThrow('You cannot delete yourself');
    expect(await update('ann', { status: 'deactivated' }, { ...by, via: 'scim' })).toMatchObject({
      status: 'deactivated',
    });
  });

  it('that are deleted lose their keys, and their name is free', async () => {
    const { changes, accountId, apiKeys, store } = metadata;
    const bob = await create('bob');
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: bob.id, name: 'x', deployments: 'all' }),
    );
    const deleted = await Promise.allSettled([remove('bob'), remove('bob')]);
    expect(deleted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await store.database.selectFrom('api_key').selectAll().execute()).toEqual([]);
    const again = await create('Bob');
    expect([again.id === bob.id, again.uid === bob.uid]).toEqual([false, false]);
  });

  it('are searched by parts of their names, literally, and by role and status', async () => {
    for (const [name, given] of [
      ['ann', { email: 'a%b@example.com', role: 'admin' }],
      ['bob', { displayName: 'Robert 100%', status: 'invited' }],
      ['cy_d', { familyName: 'Annable' }],
    ] as const) {
      await create(name, given);
    }
    expect(await names({ search: 'ANN' })).toEqual(['ann', 'cy_d']);
    expect(await names({ search: '%' })).toEqual(['ann', 'bob']);
    expect(await names({ search: '_' })).toEqual(['cy_d']);
    expect(await names({ search: '\\' })).toEqual([]);
    expect(await names({ status: 'invited' })).toEqual(['bob']);
    const [first] = await metadata.users.list(metadata.accountId, { most: 1 });
    expect(await names({ afterId: first!.id, most: 1 })).toEqual(['bob']);
  });

  it('leave an audit event for each change, and none when it fails or changes nothing', async () => {
    const by: AuditActor = { via: 'app', userId: 77, email: 'root@example.com', address: '192.0.2.1' };
    await create('bob', {}, by);
    await update('bob', { displayName: 'Bob', role: 'explorer' }, { ...by, via: 'scim' });
    await update('bob', { role: 'viewer' }, by);
    await update('bob', { role: 'viewer' }, by);
    await expect(update('bob', { username: '' }, by)).rejects.toThrow();
    await remove('bob', { ...by, via: 'scim' });
    expect((await events()).map(({ event }) => event)).toEqual([
      'Created user',
      'Updated user via SCIM',
      'Assigned role to user',
      'Assigned role to user',
      'Deleted user via SCIM',
    ]);
    expect(new Set((await events()).map((entry) => `${entry.user_email} ${entry.address}`))).toEqual(
      new Set(['root@example.com 192.0.2.1']),
    );
  });

  it('of an earlier version get the fields they lacked', async () => {
    const { database } = metadata.store;
    const old = { account_id: metadata.accountId, role: 'viewer', status: 'active', created_at: 7 };
    await database
      .insertInto('account_user')
      .values({ ...old, username: 'old', username_key: 'old', email: 'old@example.com' })
      .execute();
    const user = await metadata.users.find(metadata.accountId, 'old');
    expect(user.uid).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(user).toMatchObject({ version: 1, updatedAt: 7, emails: [{ value: 'old@example.com', primary: true }] });
  });
});
