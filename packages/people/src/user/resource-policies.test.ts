import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { type Action, actions } from '../../../kernel/src/caller/action.ts';
import { type Resource, resourceActions, type ResourceType } from '../role/resource-policy.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('policies of resources on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;
  let ann: number;
  const folder: Resource = { type: 'Folder', id: 7 };

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
    const given = { username: 'ann', givenName: 'Ann', email: 'ann@example.com' };
    ann = (await metadata.changes.make({ accountId, by }, (change) => metadata.users.create(change, given))).id;
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const share = (subject: { userId: number } | { groupId: number }, action: Action | undefined, resource = folder) =>
    metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.resourcePolicies.set(change, resource, subject, action),
    );
  const allows = (action: Action, resource = folder) =>
    metadata.resourcePolicies.allows(accountId, resource, ann, action);
  const list = () => metadata.resourcePolicies.list(accountId, folder);

  it('hold one action per grantee, which another one replaces and nothing clears', async () => {
    await share({ userId: ann }, 'FolderRead');
    await share({ userId: ann }, 'FolderEdit');
    expect(await list()).toEqual([
      {
        subject: { userId: ann },
        name: 'ann',
        email: 'ann@example.com',
        firstName: 'Ann',
        picture: undefined,
        action: 'FolderEdit',
      },
    ]);
    expect([await allows('FolderRead'), await allows('FolderEdit'), await allows('FolderManage')]).toEqual([
      true,
      true,
      false,
    ]);
    await share({ userId: ann }, undefined);
    expect([await list(), await allows('FolderRead')]).toEqual([[], false]);
  });

  it('14: apply to the members of a group, and end with membership', async () => {
    const { changes, groups } = metadata;
    const group = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: 'EU', members: { exactly: [ann] } }),
    );
    await share({ groupId: group.id }, 'FolderManage');
    expect(await allows('FolderEdit')).toBe(true);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, group.id, { members: { remove: [ann] } }),
    );
    expect(await allows('FolderEdit')).toBe(false);
    await changes.changeRights({ accountId, by }, (change) => groups.delete(change, group.id));
    expect(await list()).toEqual([]);
  });

  it('apply to one object, of one type, in one account', async () => {
    await share({ userId: ann }, 'FolderManage');
    expect(await allows('FolderRead', { type: 'Folder', id: 8 })).toBe(false);
    expect(await allows('FolderRead', { type: 'ReportFolder', id: 7 })).toBe(false);
    expect(await metadata.resourcePolicies.allows(accountId + 1, folder, ann, 'FolderRead')).toBe(false);
    await expect(share({ userId: 999 }, 'FolderRead')).rejects.toThrow('There is no user 999');
    await expect(share({ groupId: 999 }, 'FolderRead')).rejects.toThrow('There is no group 999');
  });

  it('accept only actions of that type', async () => {
    for (const type of Object.keys(resourceActions) as ResourceType[]) {
      const fitting: readonly Action[] = resourceActions[type];
      for (const action of actions) {
        const outcome = await share({ userId: ann }, action, { type, id: 1 }).then(
          () => true,
          () => false,
        );
        expect([type, action, outcome]).toEqual([type, action, fitting.includes(action)]);
      }
    }
  });

  it('let system groups view only', async () => {
    const { changes, store, embedTenants } = metadata;
    await changes.changeRights({ accountId, by }, (change) => embedTenants.ensure(change, 'acme-corp'));
    const { id: groupId } = await store.database
      .selectFrom('user_group')
      .select('id')
      .where('name', '=', 'all_embed_users')
      .executeTakeFirstOrThrow();
    await share({ groupId }, 'FolderRead');
    for (const action of ['FolderEdit', 'FolderManage'] as const) {
      await expect(share({ groupId }, action)).rejects.toThrow('for viewing only');
    }
    expect((await list()).map(({ name, action }) => [name, action])).toEqual([['all_embed_users', 'FolderRead']]);
  });

  it('are deleted with their object, and apply from the next request on', async () => {
    const { changes, epochs, resourcePolicies } = metadata;
    const before = epochs.of(accountId);
    await share({ userId: ann }, 'FolderRead');
    expect(epochs.of(accountId)).toBeGreaterThan(before);
    await changes.changeRights({ accountId, by }, (change) => resourcePolicies.clear(change, folder));
    expect(await list()).toEqual([]);
  });
});
