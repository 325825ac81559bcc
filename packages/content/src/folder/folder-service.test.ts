import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { RequestError } from '../../../kernel/src/failure/errors.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { Person } from '../../../kernel/src/caller/caller.ts';
import { deepestFolder } from './folder.ts';
import type { ItemKind } from '../item/level.ts';
import { type ContentServices, openContent } from '../open-content.ts';
import type { ContentRights } from '../item/content-rights.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('folders of a deployment on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let content: ContentServices;
  let admin: ContentRights;
  let ann: Person;

  beforeAll(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    content = openContent(metadata, clock);
    const { accountId } = metadata;
    const { id: userId } = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.users.create(change, { username: 'ann', role: 'admin' }),
    );
    ann = {
      kind: 'person',
      accountId,
      userId,
      username: 'ann',
      email: undefined,
      role: 'admin',
      grants: [],
      deployments: 'all',
    };
    admin = { accountId, deploymentId: 1, userId, sees: 'all', space: 0, claims: {}, isOfAccount: true };
  });

  afterAll(async () => {
    await metadata.close();
    await place.remove();
  });

  beforeEach(async () => {
    await metadata.store.database.deleteFrom('content_item').execute();
  });

  const make = async (name: string, parentId?: number) =>
    (
      await metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
        content.folders.create(change, admin, { name, parentId }),
      )
    ).id;
  const move = (id: number, folderId: number | undefined, itemKind: ItemKind = 'FOLDER', rights = admin) =>
    metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      content.moves.move(change, rights, { kind: itemKind, id, folderId }),
    );
  /** Collects outcomes; any error but a refusal is a bug of ours. */
  const outcomes = async (acts: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(acts)).map((result) => {
      if (result.status === 'fulfilled') return true;
      if (result.reason instanceof RequestError) return false;
      throw result.reason;
    });
  const parentOf = async (id: number) => (await content.folders.get(admin, id)).parentId ?? undefined;

  /** Compares the rows about ancestors with a walk from folder to folder. */
  async function requireSoundTree(): Promise<void> {
    const { database } = metadata.store;
    const items = await database.selectFrom('content_item').selectAll().execute();
    const byId = new Map(items.map((item) => [item.id, item]));
    const expected = items
      .filter((item) => item.kind === 'FOLDER')
      .flatMap((folder) => {
        const above: number[] = [];
        for (let at: number | null = folder.id; at !== null; at = byId.get(at)?.folder_id ?? null) {
          expect(above).not.toContain(at);
          above.push(at);
        }
        expect(above.length).toBeLessThanOrEqual(deepestFolder);
        return above.map((ancestor_id, distance) => ({ folder_id: folder.id, ancestor_id, distance }));
      });
    const rows = await database.selectFrom('folder_ancestor').selectAll().execute();
    const inOrder = (list: typeof rows) =>
      [...list].sort((a, b) => a.folder_id - b.folder_id || a.distance - b.distance || a.ancestor_id - b.ancestor_id);
    expect(inOrder(rows)).toEqual(inOrder(expected));
    const nearest = (id: number | null): number => {
      const item = id === null ? undefined : byId.get(id);
      return item ? (item.general_access ?? nearest(item.folder_id)) : 0;
    };
    for (const { id, kind: one, general_level } of items) {
      expect([id, general_level]).toEqual([id, one === 'FOLDER' ? nearest(id) : 0]);
    }
    for (const { folder_id } of items) if (folder_id !== null) expect(byId.get(folder_id)?.kind).toBe('FOLDER');
  }

  it('38: never contain themselves', async () => {
    const [a, beside] = [await make('A'), await make('beside')];
    const b = await make('B', a);
    const c = await make('C', b);
    for (const target of [a, b, c]) {
      await expect(move(a, target)).rejects.toThrow('into itself or a folder inside it');
    }
    await move(b, beside);
    expect([await parentOf(b), await parentOf(c)]).toEqual([beside, b]);
    await move(b, undefined);
    expect(await parentOf(b)).toBe(undefined);
    await requireSoundTree();
  });

  it('15: include the depth of what is moved in the limit', async () => {
    let deep: number | undefined;
    for (let level = 1; level <= 8; level += 1) deep = await make(`level ${level}`, deep);
    const top = await make('top');
    await make('bottom', await make('middle', top));
    await expect(move(top, deep)).rejects.toThrow('at most 10 levels deep');
    const above = await parentOf(deep ?? 0);
    await move(top, above);
    expect(await parentOf(top)).toBe(above);
    await requireSoundTree();
  });

  it('keep names unique when they are moved, and go last', async () => {
    const [a, b] = [await make('A'), await make('B')];
    await make('Same', a);
    const same = await make('Same', b);
    await expect(move(same, a)).rejects.toThrow("'Same' is the name of another folder in the same parent");
    expect(await parentOf(same)).toBe(b);
    await metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
      content.folders.update(change, admin, same, { name: 'Other' }),
    );
    await move(same, a);
    expect((await content.folders.get(admin, same)).position).toBe(1);
    await requireSoundTree();
  });

  it('39: move existing items only', async () => {
    const a = await make('A');
    await expect(move(999_999, undefined)).rejects.toThrow('There is no folder 999999');
    await expect(move(a, 999_999)).rejects.toThrow('There is no folder 999999');
    await expect(move(a, undefined, 'WORKBOOK')).rejects.toThrow(`There is no workbook ${a}`);
    const book = (
      await metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
        content.workbooks.create(change, admin, { name: 'Sales' }),
      )
    ).id;
    await expect(move(a, book)).rejects.toThrow(`There is no folder ${book}`);
    await expect(move(book, book, 'WORKBOOK')).rejects.toThrow(`There is no folder ${book}`);
    const elsewhere = { ...admin, deploymentId: 2 };
    await expect(move(a, undefined, 'FOLDER', elsewhere)).rejects.toThrow(`There is no folder ${a}`);
    const { database } = metadata.store;
    const row = { name: 'Tab', name_key: 'tab', kind: 'REPORT', deployment_id: 1, folder_id: null, workbook_id: book };
    const tab = await database
      .insertInto('content_item')
      .values({ ...row, owner_id: admin.userId, updated_by: null, created_at: 1, updated_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(move(tab.id, a, 'REPORT')).rejects.toThrow('is a tab of a workbook');
  });

  it('take full access to what is moved, and to edit where it goes', async () => {
    const { changes, users, accountId, resourcePolicies } = metadata;
    const { id: userId } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: `bob${Math.random()}`, role: 'explorer' }),
    );
    const bob: ContentRights = { ...admin, userId, sees: 'shared' };
    const target = await make('target');
    const source = await make('source');
    const book = (
      await metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
        content.workbooks.create(change, admin, { name: 'Sales' }),
      )
    ).id;
    const grant = (type: 'Folder' | 'Workbook', id: number, action: 'Read' | 'Edit' | 'Manage') =>
      changes.changeRights({ accountId, by }, (change) =>
        resourcePolicies.set(change, { type, id }, { userId }, `${type}${action}`),
      );
    const attempt = async (id: number, itemKind: ItemKind, folderId: number | undefined) =>
      (await outcomes([move(id, folderId, itemKind, bob)]))[0];
    for (const [itemKind, type, id] of [
      ['WORKBOOK', 'Workbook', book],
      ['FOLDER', 'Folder', source],
    ] as const) {
      await grant('Folder', target, 'Edit');
      await grant(type, id, 'Edit');
      expect(await attempt(id, itemKind, target)).toBe(false);
      await grant(type, id, 'Manage');
      await grant('Folder', target, 'Read');
      expect(await attempt(id, itemKind, target)).toBe(false);
      await grant('Folder', target, 'Edit');
      expect(await attempt(id, itemKind, target)).toBe(true);
    }
  });

  it('moved in two directions concurrently end up in one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make(`A ${round}`), await make(`B ${round}`)];
      const done = await outcomes([move(a, b), move(b, a)]);
      expect(done.filter(Boolean)).toHaveLength(1);
      await requireSoundTree();
    }
  });

  it('accept nothing while they are being deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make(`A ${round}`), await make(`B ${round}`)];
      const book = (
        await metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
          content.workbooks.create(change, admin, { name: 'Sales' }),
        )
      ).id;
      const [isDeleted, isMade, isMoved] = await outcomes([
        metadata.changes.make({ accountId: admin.accountId, by }, (change) => content.folders.delete(change, admin, a)),
        make('inside', a),
        move(b, a),
        move(book, a, 'WORKBOOK'),
        metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
          content.workbooks.create(change, admin, { name: 'inside', folderId: a }),
        ),
      ]);
      expect(isDeleted && (isMade || isMoved)).toBe(false);
      await requireSoundTree();
    }
  });

  it('are closed to everyone also while another folder is moved into them', async () => {
    const [a, b] = [await make('A'), await make('B')];
    const share = (action: 'FolderRead' | 'None') =>
      metadata.changes.changeRights({ accountId: admin.accountId, by }, (change) =>
        content.sharing.setForEveryone(change, ann, { kind: 'FOLDER', id: a }, action),
      );
    await share('FolderRead');
    const { database } = metadata.store;
    let isSettled = false;
    let closing: Promise<unknown> | undefined;
    await metadata.changes.make({ accountId: admin.accountId, by }, async (change) => {
      await content.folders.move(change, admin, b, a);
      closing = share('None').finally(() => {
        isSettled = true;
      });
      // On SQLite no other transaction has begun.
      if (kind === 'sqlite') return;
      await eventually(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(database);
        expect(isSettled || rows.length > 0).toBe(true);
      });
    });
    await closing;
    await requireSoundTree();
  });

  it('have unique names under concurrent changes', async () => {
    const done = await outcomes([make('Same'), make('Same'), make(' Same ')]);
    expect(done.filter(Boolean)).toHaveLength(1);
  });

  it('remain a tree with the right visibility under concurrent changes', async () => {
    const acts = fc.array(
      fc.record({
        what: fc.constantFrom('make', 'move', 'delete', 'move', 'move', 'open', 'close'),
        one: fc.nat({ max: 7 }),
        other: fc.nat({ max: 8 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        await metadata.store.database.deleteFrom('content_item').execute();
        const ids: number[] = [];
        for (let index = 0; index < 8; index += 1) ids.push(await make(`folder ${index}`, ids[index >> 1]));
        await outcomes(
          list.map(({ what, one, other }, index) => {
            const [id = 0, target] = [ids[one], ids[other]];
            const share = (action: 'FolderRead' | 'None') =>
              metadata.changes.changeRights({ accountId: admin.accountId, by }, (change) =>
                content.sharing.setForEveryone(change, ann, { kind: 'FOLDER', id }, action),
              );
            if (what === 'open' || what === 'close') return share(what === 'open' ? 'FolderRead' : 'None');
            if (what === 'make') return make(`new ${index}`, target);
            return what === 'move'
              ? move(id, target)
              : metadata.changes.make({ accountId: admin.accountId, by }, (change) =>
                  content.folders.delete(change, admin, id),
                );
          }),
        );
        await requireSoundTree();
      }),
      { numRuns: kind === 'sqlite' ? 40 : 8 },
    );
  }, 600_000);
});
