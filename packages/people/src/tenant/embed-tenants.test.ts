import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { RightsChange } from '../change/changes.ts';
import type { ExternalUserInput } from './embed-tenant-service.ts';
import { StoredRights } from '../user/stored-rights.ts';

const start = 1_770_000_000_000;

describe.each(storeKinds)('embed tenants on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const changeRights = <T>(work: (change: RightsChange) => Promise<T>) =>
    metadata.changes.changeRights({ accountId, by }, work);
  const ensure = (name: string) => changeRights((change) => metadata.embedTenants.ensure(change, name));
  const upsert = (scope: number | null, externalId: string, given: Omit<ExternalUserInput, 'externalId'> = {}) =>
    changeRights(async (change) => {
      const { user } = await metadata.embedTenants.upsertUser(change, scope, { externalId, ...given });
      return user;
    });
  const own = (scope: number | null) => ({ userScope: scope, scope });

  it('are created once, also by concurrent calls', async () => {
    const made = await Promise.all(['acme-corp', 'acme-corp', 'other-co'].map(ensure));
    expect(made[0]).toEqual(made[1]);
    expect(made[2]?.id).not.toBe(made[0]?.id);
    expect(await metadata.embedTenants.find(accountId, 'acme-corp')).toEqual(made[0]);
    await expect(metadata.embedTenants.find(accountId, 'nobody-co')).rejects.toThrow('There is no embed tenant');
    await expect(metadata.embedTenants.find(accountId + 1, 'acme-corp')).rejects.toThrow('There is no embed tenant');
  });

  it.each(['abcd', 'x'.repeat(37), '1abcd', 'abcd-', 'Abcde', 'ab_cde', '', 'a b c'])(
    'refuse the name %j',
    async (name) => {
      await expect(ensure(name)).rejects.toThrow('The embedTenantName must be 5-36 characters');
    },
  );

  it.each(['abcde', 'x'.repeat(36), 'a-b-9'])('accept the name %j', async (name) => {
    expect(await ensure(name)).toMatchObject({ name });
  });

  it("identify each viewer by the tenant's own name", async () => {
    const [one, two] = [await ensure('tenant-one'), await ensure('tenant-two')];
    const users = [await upsert(one.id, 'u1'), await upsert(two.id, 'u1'), await upsert(null, 'u1')];
    expect(new Set(users.map(({ id }) => id)).size).toBe(3);
    expect(await upsert(one.id, 'u1')).toMatchObject({ id: users[0]!.id });
    const both = await Promise.all([upsert(one.id, 'u2'), upsert(one.id, 'u2')]);
    expect(both[0]?.id).toBe(both[1]?.id);
    for (const bad of ['User@X.io', ' u1', '', 'x'.repeat(256), 'a\u0000b']) {
      await expect(upsert(null, bad)).rejects.toThrow('The externalId must be');
    }
  });

  it('keep the fields of a viewer that a later call omits', async () => {
    const picture = 'https://example.com/a.png';
    await upsert(null, 'u1', { displayName: 'Ann', picture, email: 'ann@example.com' });
    expect(await upsert(null, 'u1', { displayName: 'Anna' })).toMatchObject({
      displayName: 'Anna',
      picture,
      email: 'ann@example.com',
    });
    expect(await upsert(null, 'u1', { picture: '' })).toMatchObject({ displayName: 'Anna', picture: undefined });
    await expect(upsert(null, 'u1', { picture: 'ftp://x' })).rejects.toThrow('The picture is no http');
    await expect(upsert(null, 'u1', { email: 'nobody' })).rejects.toThrow('The email is no e-mail address');
  });

  it('have viewers that are not among the users of the account', async () => {
    const { changes, users, groups, apiKeys } = metadata;
    const viewer = await upsert(null, 'ann@example.com');
    expect(await users.list(accountId)).toEqual([]);
    await expect(users.get(accountId, viewer.id)).rejects.toThrow('There is no user');
    await expect(users.find(accountId, 'ann@example.com')).rejects.toThrow('There is no user');
    await expect(changeRights((change) => users.delete(change, viewer.id))).rejects.toThrow('There is no user');
    const members = { exactly: [viewer.id] };
    await expect(changeRights((change) => groups.create(change, { name: 'x', members }))).rejects.toThrow(
      'There are no users',
    );
    expect(await new StoredRights(metadata).in(metadata.accountId).of(viewer.id)).toBeUndefined();
    expect(
      (await changes.make({ accountId, by }, (change) => users.create(change, { username: 'ann@example.com' }))).id,
    ).not.toBe(viewer.id);
    expect(await apiKeys.list(accountId)).toEqual([]);
  });

  it('have their own groups and attributes, which no other tenant sees', async () => {
    const { groups, attributes, embedTenants } = metadata;
    const { id: scope } = await ensure('acme-corp');
    const ours = await changeRights((change) => groups.create(change, { name: 'analysts' }));
    await changeRights((change) => groups.create(change, { name: 'analysts' }, scope));
    await changeRights((change) => groups.create(change, { name: 'Analysts' }, scope));
    await changeRights((change) => attributes.create(change, { name: 'city', type: 'number', defaultValue: '1' }));
    await changeRights((change) => attributes.create(change, { name: 'city', type: 'string' }, scope));
    const viewer = await upsert(scope, 'u1');
    const named = { groups: ['analysts', 'Analysts', 'analysts'], values: new Map([['city', 'Oslo']]) };
    const give = () =>
      changeRights(async (change) =>
        embedTenants.setStanding(change, viewer.id, scope, await embedTenants.resolve(change, scope, named)),
      );
    expect(await give()).toBe(true);
    expect(await give()).toBe(false);
    const standing = (reading: number | null) =>
      embedTenants.rightsOf(accountId, viewer.id, { userScope: scope, scope: reading });
    expect(await standing(scope)).toEqual({
      groups: ['analysts', 'Analysts'],
      roles: [],
      userAttributes: { city: 'Oslo' },
    });
    expect(await standing(null)).toEqual({ groups: [], roles: [], userAttributes: { city: 1 } });
    expect((await groups.list(accountId)).map(({ id }) => id)).toEqual([ours.id]);
    expect((await groups.list(accountId, {}, undefined, scope)).map(({ name }) => name)).toEqual([
      'analysts',
      'Analysts',
    ]);
    await expect(changeRights((change) => groups.delete(change, ours.id, scope))).rejects.toThrow('There is no group');
    expect(await embedTenants.rightsOf(accountId, viewer.id, own(null))).toBeUndefined();
  });

  it('refuse missing groups, and change nothing then', async () => {
    const { groups, embedTenants } = metadata;
    const { id: scope } = await ensure('acme-corp');
    await changeRights((change) => groups.create(change, { name: 'analysts' }, scope));
    const viewer = await upsert(scope, 'u1');
    const set = (...names: string[]) =>
      changeRights(async (change) =>
        embedTenants.setStanding(
          change,
          viewer.id,
          scope,
          await embedTenants.resolve(change, scope, { groups: names }),
        ),
      );
    await set('analysts');
    await expect(set('analysts', 'nope', 'zip')).rejects.toThrow('Groups with names nope, zip not found');
    for (const system of ['all_embed_users', 'system:tenant:acme-corp', 'ANALYSTS']) {
      await expect(set(system)).rejects.toThrow(`Groups with names ${system} not found`);
    }
    expect((await embedTenants.rightsOf(accountId, viewer.id, own(scope)))?.groups).toEqual(['analysts']);
    await set();
    expect((await embedTenants.rightsOf(accountId, viewer.id, own(scope)))?.groups).toEqual([]);
  });

  it('have system groups that nobody sees, edits or deletes', async () => {
    const { groups, store } = metadata;
    const { id: scope } = await ensure('acme-corp');
    const rows = await store.database.selectFrom('user_group').selectAll().orderBy('id').execute();
    expect(rows.map(({ name }) => name)).toEqual(['all_embed_users', 'system:tenant:acme-corp']);
    for (const { id, uid } of rows) {
      expect(await groups.getByUid(accountId, uid)).toBeUndefined();
      for (const at of [null, scope]) {
        await expect(changeRights((change) => groups.update(change, id, { name: 'x' }, at))).rejects.toThrow(
          'There is no group',
        );
        await expect(changeRights((change) => groups.delete(change, id, at))).rejects.toThrow('There is no group');
      }
    }
  });

  it('have as many viewers as the account allows, not counting ephemeral and earlier ones', async () => {
    await changeRights((change) => metadata.settings.update(change, { limits: { externalUsers: 2 } }));
    await upsert(null, 'u1');
    await upsert(null, 'u2');
    await expect(upsert(null, 'u3')).rejects.toThrow('External users limit reached');
    await upsert(null, 'u1', { displayName: 'Ann' });
    const guest = await upsert(null, 'u3', { expiresAt: start + 1_000 });
    await expect(upsert(null, 'u3')).rejects.toThrow('External users limit reached');
    const standing = () => metadata.embedTenants.rightsOf(accountId, guest.id, own(null));
    expect(await standing()).toBeDefined();
    clock.time += 1_000;
    expect(await standing()).toBeUndefined();
    expect((await upsert(null, 'u3', { expiresAt: clock.time + 1_000 })).id).not.toBe(guest.id);
    expect(await upsert(null, 'u1', { expiresAt: clock.time + 1 })).toMatchObject({ expiresAt: undefined });
  });

  it('are not more than the account allows when many come at once', async () => {
    await changeRights((change) => metadata.settings.update(change, { limits: { externalUsers: 3 } }));
    const coming = Array.from({ length: 12 }, (_, index) =>
      metadata.changes.make({ accountId, by }, (change) =>
        metadata.embedTenants.upsertUser(change, null, { externalId: `u${index}` }),
      ),
    );
    const outcomes = await Promise.allSettled(coming);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const left = await metadata.store.database.selectFrom('account_user').select('id').execute();
    expect(left).toHaveLength(3);
  });

  it('are forgotten with everything of theirs once their time is over, in several transactions', async () => {
    const { id: scope } = await ensure('acme-corp');
    await changeRights((change) => metadata.groups.create(change, { name: 'north' }, scope));
    await changeRights((change) => metadata.attributes.create(change, { name: 'city', type: 'string' }, scope));
    const stays = await upsert(scope, 'stays');
    const later = await upsert(scope, 'later', { expiresAt: start + 2_000 });
    const named = { groups: ['north'], values: new Map([['city', 'Oslo']]) };
    await metadata.changes.make({ accountId, by }, async (change) => {
      const standing = await metadata.embedTenants.resolve(change, scope, named);
      for (let count = 0; count < 401; count++) {
        const viewer = { externalId: `brief-${count}`, expiresAt: start + 1_000 };
        const { user } = await metadata.embedTenants.upsertUser(change, scope, viewer);
        await metadata.embedTenants.setStanding(change, user.id, scope, standing);
      }
    });
    await metadata.embedUsers.forget();
    const rows = async (table: 'account_user' | 'group_member' | 'user_attribute_value') =>
      (await metadata.store.database.selectFrom(table).selectAll().execute()).length;
    expect([await rows('account_user'), await rows('group_member')]).toEqual([403, 401]);
    clock.time += 1_000;
    const range = { afterId: 0, most: 1_000 };
    expect((await metadata.embedUsers.list(accountId, scope, range)).map(({ id }) => id)).toEqual([stays.id, later.id]);
    await Promise.all([metadata.embedUsers.forget(), metadata.embedUsers.forget()]);
    expect([await rows('account_user'), await rows('group_member'), await rows('user_attribute_value')]).toEqual([
      2, 0, 0,
    ]);
  });
});
