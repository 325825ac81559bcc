import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { openContent } from '../open-content.ts';
import type { ContentRights } from './content-rights.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('content of a deleted user, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const person = async (username: string, role: 'admin' | 'explorer') =>
    (
      await metadata.changes.make({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
        metadata.users.create(change, { username, role }),
      )
    ).id;
  const contentRightsOf = (userId: number, sees: ContentRights['sees']): ContentRights => ({
    accountId: metadata.accountId,
    deploymentId: 1,
    userId,
    sees,
    space: 0,
    claims: {},
    isOfAccount: true,
  });

  it('goes to the admin who deletes the user, and stays shared', async () => {
    const [first, second] = [await person('first', 'admin'), await person('second', 'admin')];
    const [eve, bob] = [await person('eve', 'explorer'), await person('bob', 'explorer')];
    const { folders, workbooks } = openContent(metadata, clock);
    const asEve = contentRightsOf(eve, 'shared');
    const acting = (userId: number) => ({ via: 'app' as const, userId });
    const folder = await metadata.changes.make({ accountId: asEve.accountId, by: acting(eve) }, (change) =>
      folders.create(change, asEve, { name: 'Sales' }),
    );
    const book = await metadata.changes.make({ accountId: asEve.accountId, by: acting(eve) }, (change) =>
      workbooks.create(change, asEve, { name: 'Orders', folderId: folder.id }),
    );
    const read = { userId: bob };
    const by = acting(second);
    await metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.resourcePolicies.set(change, { type: 'Folder', id: folder.id }, read, 'FolderRead'),
    );
    await metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.delete(change, eve),
    );
    const ownerFor = async (userId: number, sees: ContentRights['sees']) => {
      const rights = contentRightsOf(userId, sees);
      return [(await folders.get(rights, folder.id)).ownerId, (await workbooks.get(rights, book.id)).owner?.id];
    };
    expect([await ownerFor(bob, 'shared'), await ownerFor(first, 'all')]).toEqual([
      [second, second],
      [second, second],
    ]);
    const log = await metadata.store.database
      .selectFrom('audit_log')
      .select('attributes')
      .where('event', '=', 'Deleted user')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(log.attributes)).toMatchObject({ userId: eve, newOwner: second, items: 2, notifications: 0 });
  });

  it('goes to the first admin when the command line deletes the user', async () => {
    const first = await person('first', 'admin');
    await person('second', 'admin');
    const eve = await person('eve', 'explorer');
    const { folders } = openContent(metadata, clock);
    const { id } = await metadata.changes.make(
      { accountId: contentRightsOf(eve, 'shared').accountId, by: { via: 'app', userId: eve } },
      (change) => folders.create(change, contentRightsOf(eve, 'shared'), { name: 'Sales' }),
    );
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.users.delete(change, eve),
    );
    expect((await folders.get(contentRightsOf(first, 'all'), id)).ownerId).toBe(first);
  });

  it('is deleted with its deployment', async () => {
    const ann = await person('ann', 'admin');
    const { store, accountId } = metadata;
    const row = { id: 2, account_id: accountId, name: 'second', created_at: 1 };
    await store.database.insertInto('deployment').values(row).execute();
    const { folders, workbooks } = openContent(metadata, clock);
    const rights = { ...contentRightsOf(ann, 'all'), deploymentId: 2 };
    const by = { via: 'app' as const, userId: ann };
    const outer = await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      folders.create(change, rights, { name: 'outer' }),
    );
    const inner = await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      folders.create(change, rights, { name: 'inner', parentId: outer.id }),
    );
    await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      workbooks.create(change, rights, { name: 'Orders', folderId: inner.id }),
    );
    await store.database.deleteFrom('deployment').where('id', '=', 2).execute();
    for (const table of ['content_item', 'folder_ancestor', 'workbook'] as const) {
      expect(await store.database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
