import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { type AuditActor, atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import type { GroupChange } from '../group/group-service.ts';

const clock = { now: () => 1_770_000_000_000 };
const scim: AuditActor = { via: 'scim', address: '192.0.2.1' };

describe.each(storeKinds)('groups on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let people: readonly number[];

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    const made: number[] = [];
    for (const username of ['ann', 'bob', 'cyd']) {
      made.push(
        (
          await metadata.changes.make({ accountId: metadata.accountId, by: scim }, (change) =>
            metadata.users.create(change, { username, role: 'viewer' }),
          )
        ).id,
      );
    }
    people = made;
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const create = (name: string, given: GroupChange = {}) =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.groups.create(change, { ...given, name }),
    );
  const update = async (id: number, input: GroupChange) => {
    const author = { accountId: metadata.accountId, by: atTheCommandLine };
    return (await metadata.changes.changeRights(author, (change) => metadata.groups.update(change, id, input))).group;
  };
  const membersOf = async (id: number) =>
    (await metadata.groups.members(metadata.accountId, id)).map((member) => member.id);
  const versions = async () => (await metadata.users.list(metadata.accountId)).map(({ version }) => version);

  it('have names that are unique without case, and differ from system groups', async () => {
    const made = await create(' Analysts ', { description: 'who\nlook', externalId: 'E1' });
    expect(made).toMatchObject({ name: 'Analysts', externalId: 'E1', description: 'who\nlook', version: 1 });
    await expect(create('ANALYSTS')).rejects.toThrow("There is a group 'ANALYSTS' already");
    for (const name of ['all_embed_users', 'System:tenant:x', ' system:x']) {
      await expect(create(name)).rejects.toThrow('is that of a system group');
    }
    const other = await create('others');
    await expect(update(other.id, { name: 'analysts' })).rejects.toThrow('already');
    expect(await update(made.id, { name: 'analysts' })).toMatchObject({ name: 'analysts', version: 2 });
    expect((await metadata.groups.list(metadata.accountId)).map(({ name }) => name)).toEqual(['analysts', 'others']);
    expect(await metadata.groups.list(metadata.accountId, { search: 'LYS' })).toHaveLength(1);
    expect(await metadata.groups.getByUid(metadata.accountId, made.uid)).toMatchObject({ id: made.id });
  });

  it('accept existing members, all or none', async () => {
    const [ann, bob, cyd] = people as [number, number, number];
    const { id } = await create('one', { members: { exactly: [ann, ann] } });
    await expect(update(id, { name: 'two', members: { add: [bob, 999] } })).rejects.toThrow('There are no users 999');
    expect([await membersOf(id), (await metadata.groups.get(metadata.accountId, id)).name]).toEqual([[ann], 'one']);
    await update(id, { members: { add: [bob, cyd], remove: [ann, 999] } });
    expect(await membersOf(id)).toEqual([bob, cyd]);
    await update(id, { members: { exactly: [cyd, ann] } });
    expect(await membersOf(id)).toEqual([ann, cyd]);
    const groups = await metadata.groups.groupsOf(metadata.accountId, people);
    expect([...groups].map(([user, list]) => [user, list.map(({ name }) => name)]).sort()).toEqual([
      [ann, ['one']],
      [cyd, ['one']],
    ]);
    await update(id, { members: { exactly: [] } });
    expect(await membersOf(id)).toEqual([]);
  });

  it('count a version only when members change', async () => {
    const [ann, bob] = people as [number, number, number];
    const { id } = await create('one', { members: { exactly: [ann] } });
    expect(await versions()).toEqual([2, 1, 1]);
    expect(await update(id, { name: 'one', members: { add: [ann], remove: [bob] } })).toMatchObject({ version: 1 });
    expect(await update(id, { members: { add: [bob] } })).toMatchObject({ version: 2 });
    expect(await versions()).toEqual([2, 2, 1]);
    await update(id, { name: 'two' });
    expect(await versions()).toEqual([3, 3, 1]);
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.groups.delete(change, id),
    );
    expect(await versions()).toEqual([4, 4, 1]);
    await expect(metadata.groups.get(metadata.accountId, id)).rejects.toThrow('There is no group');
  });

  it('lose deleted users', async () => {
    const [ann, bob] = people as [number, number, number];
    const { id } = await create('one', { members: { exactly: [ann, bob] } });
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.users.delete(change, ann),
    );
    expect(await membersOf(id)).toEqual([bob]);
    expect(await metadata.groups.get(metadata.accountId, id)).toMatchObject({ version: 2 });
  });

  it('change for every node at once', async () => {
    const { accountId, epochs } = metadata;
    const before = epochs.of(accountId);
    const { id } = await create('one');
    await update(id, { members: { add: [people[0]!] } });
    expect(epochs.of(accountId)).toBeGreaterThanOrEqual(before + 2);
  });

  it('of another account do not exist for a caller', async () => {
    const { id } = await create('one');
    const { changes, accountId, groups, store } = metadata;
    const other = accountId + 1;
    await store.database
      .insertInto('account')
      .values({ id: other, name: 'b', created_at: 1, first_key_at: null })
      .execute();
    await expect(groups.get(other, id)).rejects.toThrow('There is no group');
    await expect(groups.members(other, id)).rejects.toThrow('There is no group');
    await expect(
      changes.changeRights({ accountId: other, by: atTheCommandLine }, (change) =>
        groups.update(change, id, { name: 'x' }),
      ),
    ).rejects.toThrow('There is no group');
    await expect(
      changes.changeRights({ accountId: other, by: atTheCommandLine }, (change) => groups.delete(change, id)),
    ).rejects.toThrow('There is no group');
    const members = { exactly: people };
    await expect(
      changes.changeRights({ accountId: other, by: atTheCommandLine }, (change) =>
        groups.create(change, { name: 'x', members }),
      ),
    ).rejects.toThrow('There are no users');
    expect(await groups.groupsOf(other, people)).toEqual(new Map());
  });

  it('take a thousand members and more in one change', async () => {
    const { changes, accountId, users } = metadata;
    const many = await changes.make({ accountId, by: scim }, async (change) => {
      const ids: number[] = [];
      for (let index = 0; index < 1_200; index += 1) {
        ids.push((await users.create(change, { username: `user ${index}`, role: 'viewer' })).id);
      }
      return ids;
    });
    const { id } = await create('all', { members: { exactly: many } });
    expect(await membersOf(id)).toEqual(many);
    await update(id, { members: { remove: many.slice(1) } });
    expect(await membersOf(id)).toEqual(many.slice(0, 1));
  });
});
