import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../kernel/src/caller/audit-actor.ts';
import { type ContentServices, openContent } from './open-content.ts';
import type { ContentRights } from './item/content-rights.ts';

const start = 1_770_000_000_000;

describe.each(storeKinds)('content of viewers whose time is over, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let content: ContentServices;
  let space = 0;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    content = openContent(metadata, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const author = () => ({ accountId: metadata.accountId, by });
  const viewer = (externalId: string, expiresAt?: number) =>
    metadata.changes.changeRights(author(), async (change) => {
      const { id: scope } = await metadata.embedTenants.ensure(change, 'acme-corp');
      const { user } = await metadata.embedTenants.upsertUser(change, scope, { externalId, expiresAt });
      space = scope;
      return user.id;
    });
  const rightsOf = (userId: number): ContentRights => ({
    accountId: metadata.accountId,
    deploymentId: 1,
    space,
    userId,
    claims: {},
    sees: 'shared',
    isOfAccount: false,
  });
  const folder = (userId: number, name: string, parentId?: number) =>
    metadata.changes.make(author(), async (change) => {
      const { id } = await content.folders.create(change, rightsOf(userId), { name, parentId });
      return id;
    });
  const workbook = (userId: number, name: string, folderId?: number) =>
    metadata.changes.make(author(), async (change) => {
      const { id } = await content.workbooks.create(change, rightsOf(userId), { name, folderId });
      return id;
    });
  const tab = (userId: number, name: string, workbookId: number) =>
    metadata.changes.make(author(), (change) =>
      content.reports.create(change, rightsOf(userId), { name, workbookId, question: { json: '{}' } }, []),
    );
  const share = (type: 'Folder' | 'Workbook', id: number, userId: number) =>
    metadata.changes.changeRights(author(), (change) =>
      metadata.resourcePolicies.set(change, { type, id }, { userId }, `${type}Edit`),
    );
  const names = async () =>
    (await metadata.store.database.selectFrom('content_item').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('goes with them, but what they share and what others made', async () => {
    const [brief, stays] = [await viewer('brief', start + 60_000), await viewer('stays')];
    const [own, shared] = [await folder(brief, 'own'), await folder(brief, 'shared folder')];
    await share('Folder', shared, stays);
    const inner = await folder(brief, 'own inside', own);
    const book = await workbook(brief, 'own book', inner);
    await tab(brief, 'tab', book);
    await workbook(brief, 'own book in shared', shared);
    await folder(brief, 'own folder in shared', shared);
    await workbook(brief, 'own book in the root');
    const given = await workbook(brief, 'shared book', own);
    await share('Workbook', given, stays);
    const others = await folder(stays, 'of another');
    await share('Folder', others, brief);
    await workbook(brief, 'own book with another', others);
    await workbook(stays, 'book of another', others);
    await metadata.embedUsers.forget();
    expect(await names()).toHaveLength(12);
    clock.time += 60_000;
    await metadata.embedUsers.forget();
    expect(await names()).toEqual([
      'book of another',
      'of another',
      'own',
      'own book in shared',
      'own book with another',
      'own folder in shared',
      'shared book',
      'shared folder',
    ]);
    const left = await metadata.store.database.selectFrom('content_item').select('owner_id').execute();
    expect(new Set(left.map(({ owner_id }) => owner_id))).toEqual(new Set([null, stays]));
  });

  it('goes with them when an admin deletes them, and when their name comes back', async () => {
    const [deleted, renewed] = [await viewer('deleted'), await viewer('renewed', start + 60_000)];
    for (const id of [deleted, renewed]) {
      await workbook(id, `book of ${id}`, await folder(id, `folder of ${id}`));
    }
    const scope = await metadata.embedTenants.scopeOf(metadata.accountId, 'acme-corp');
    await metadata.changes.make(author(), (change) => metadata.embedUsers.delete(change, scope, deleted));
    expect(await names()).toEqual([`book of ${renewed}`, `folder of ${renewed}`]);
    clock.time += 60_000;
    expect(await viewer('renewed', clock.time + 1)).not.toBe(renewed);
    expect(await names()).toEqual([]);
  });
});
