import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { inTransaction } from '../../../store/src/database/transaction.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { nameKey } from '../../../kernel/src/text/name-key.ts';
import { ContentAccess } from '../item/content-access.ts';
import { FolderStore } from '../folder/folder-store.ts';
import { type ItemRow, ItemStore } from '../item/item-store.ts';
import { type ItemKind, itemKinds, sharedAs } from '../item/level.ts';
import { FavouriteStore } from '../item/favourite-store.ts';
import type { ContentRights } from '../item/content-rights.ts';
import { type WorkspacePosition, type WorkspaceQuery, workspaceOrders } from './workspace-query.ts';
import { WorkspaceStore } from './workspace-store.ts';

const number = (max: number) => fc.nat({ max });
interface Drawn {
  readonly kind: ItemKind;
  readonly parent: number;
  readonly name: string;
  readonly position: number;
  readonly time: number;
  readonly isTab: boolean;
  readonly owner: number;
  readonly isShared: boolean;
  readonly viewed: number | undefined;
  readonly isFavourite: boolean;
}

/** Few names, times and locations, so that many are equal and only the number distinguishes them. */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom<ItemKind>('FOLDER', 'WORKBOOK', 'REPORT'),
  parent: number(1_000),
  name: fc.constantFrom('Revenue', 'reVENUE 2', '100% of_it', 'Ö', 'ö a', '\u{1F4C8}', 'z\\'),
  position: fc.constantFrom(-1, 0, 0, 1),
  time: fc.constantFrom(5, 5, 6, 7),
  isTab: fc.boolean(),
  owner: number(1),
  isShared: fc.boolean(),
  viewed: fc.option(fc.constantFrom(1, 2, 2), { nil: undefined }),
  isFavourite: fc.boolean(),
});
const queries = fc.record({
  place: number(1_000),
  search: fc.option(fc.constantFrom('rev', 'REVENUE', '%', '_', '\\', 'ö', 'nothing'), { nil: undefined, freq: 2 }),
  isFavourite: fc.constantFrom(false, false, true),
  kinds: fc.subarray([...itemKinds], { minLength: 1 }),
  orderBy: fc.constantFrom(...workspaceOrders),
  isDescending: fc.boolean(),
  pageSize: fc.constantFrom(1, 2, 3, 100),
});

describe.each(storeKinds)('the list of a workspace, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let store: WorkspaceStore;
  const users: number[] = [];

  beforeAll(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, { now: () => 1_770_000_000_000 });
    store = new WorkspaceStore(metadata.store.database);
    const { changes, accountId, users: service } = metadata;
    for (const username of ['ann', 'bob']) {
      users.push((await changes.make({ accountId, by }, (change) => service.create(change, { username }))).id);
    }
    const deployment = { id: 2, account_id: accountId, name: 'second', created_at: 1 };
    await metadata.store.database.insertInto('deployment').values(deployment).execute();
  });

  afterAll(async () => {
    await metadata.close();
    await place.remove();
  });

  const contentRightsOf = (sees: ContentRights['sees'], deploymentId = 1): ContentRights => ({
    ...{
      accountId: metadata.accountId,
      deploymentId,
      userId: users[0] ?? 0,
      sees,
      space: 0,
      claims: {},
      isOfAccount: true,
    },
  });

  interface Made extends ItemRow {
    readonly viewed: number | undefined;
    readonly isFavourite: boolean;
  }

  async function make(world: readonly Drawn[]) {
    const { database } = metadata.store;
    const [items, folders, marks] = [new ItemStore(), new FolderStore(database), new FavouriteStore(database)];
    const made: Made[] = [];
    await inTransaction(database, async (writer) => {
      await writer.deleteFrom('resource_policy').execute();
      await writer.deleteFrom('content_item').execute();
      for (const one of world) {
        const owner_id = users[one.owner] ?? null;
        const parents = [undefined, ...made.filter((item) => item.kind === 'FOLDER')];
        const workbooks = made.filter((item) => item.kind === 'WORKBOOK');
        const parent = parents[one.parent % parents.length];
        const tabOf = one.kind === 'REPORT' && one.isTab ? workbooks[one.parent % workbooks.length] : undefined;
        const folder_id = tabOf ? null : (parent?.id ?? null);
        const name = `${one.name}${one.kind === 'FOLDER' ? ` ${made.length}` : ''}`;
        const stamps = { created_at: one.time, updated_at: 12 - one.time };
        const row =
          one.kind === 'FOLDER'
            ? await folders.insert(writer, contentRightsOf('all'), {
                name,
                folder_id,
                position: one.position,
                owner_id,
                ...stamps,
              })
            : await items.insert(writer, contentRightsOf('all'), {
                ...{
                  kind: one.kind,
                  name,
                  folder_id,
                  workbook_id: tabOf?.id ?? null,
                  owner_id,
                  updated_by: null,
                  ...stamps,
                },
              });
        if (one.isShared) {
          const { type, actions } = sharedAs[one.kind];
          const policy = { resource_type: type, resource_id: row.id, action: actions[0], group_id: null };
          const own = { account_id: metadata.accountId, user_id: users[0] ?? null };
          await writer
            .insertInto('resource_policy')
            .values({ ...policy, ...own })
            .execute();
        }
        made.push({ ...row, viewed: one.viewed, isFavourite: one.isFavourite });
      }
    });
    for (const { id, viewed, isFavourite } of made) {
      if (viewed !== undefined) await marks.recordView(contentRightsOf('all'), id, viewed);
      if (isFavourite) await marks.addFavourite(contentRightsOf('all'), id, 1);
    }
    return made;
  }

  /** Page by page. */
  async function walk(rights: ContentRights, query: WorkspaceQuery, pageSize: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let after: WorkspacePosition | undefined; ; ) {
      const rows = await store.list(rights, query, { after, most: pageSize + 1 });
      const shown = rows.slice(0, pageSize);
      ids.push(...shown.map(({ row }) => row.id));
      if (rows.length <= pageSize) return ids;
      // The position makes a round trip through JSON, as with a client.
      after = JSON.parse(JSON.stringify(shown.at(-1)?.position)) as WorkspacePosition;
    }
  }

  it('equals sorting all items, each once, with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { maxLength: 14 }),
        fc.array(queries, { minLength: 6, maxLength: 6 }),
        async (world, asked) => {
          const made = await make(world);
          const access = new ContentAccess();
          for (const sees of ['all', 'shared', 'published'] as const) {
            const rights = contentRightsOf(sees);
            const seen = new Set(
              (
                await access.levelsOf(
                  metadata.store.database,
                  rights,
                  made.map(({ id }) => id),
                )
              ).keys(),
            );
            for (const { place: at, pageSize, ...rest } of asked) {
              const folders = [null, ...made.filter((item) => item.kind === 'FOLDER').map(({ id }) => id)];
              const query: WorkspaceQuery = { ...rest, folderId: folders[at % folders.length] ?? null };
              expect([query, await walk(rights, query, pageSize)]).toEqual([query, bySorting(made, seen, query)]);
            }
          }
        },
      ),
      { numRuns: kind === 'sqlite' ? 60 : 12 },
    );
  }, 600_000);

  it('has nothing of another deployment or account', async () => {
    await make([{ ...plain, kind: 'FOLDER' }, { ...plain }]);
    const query: WorkspaceQuery = { folderId: null, kinds: itemKinds, orderBy: 'name', isDescending: false };
    expect(await walk(contentRightsOf('all'), query, 5)).toHaveLength(2);
    for (const search of [undefined, 'rev']) {
      for (const sees of ['all', 'shared'] as const) {
        expect(await walk(contentRightsOf(sees, 2), { ...query, search }, 5)).toEqual([]);
        const stranger = { ...contentRightsOf(sees), accountId: metadata.accountId + 1 };
        expect(await walk(stranger, { ...query, search }, 5)).toEqual([]);
      }
    }
  });

  it('remembers the last view, one favourite, and nothing about missing items', async () => {
    const [folder] = await make([{ ...plain, kind: 'FOLDER' }]);
    const id = folder?.id ?? 0;
    const marks = new FavouriteStore(metadata.store.database);
    const rows = async () => ({
      views: await metadata.store.database.selectFrom('content_view').select(['item_id', 'viewed_at']).execute(),
      favourites: await metadata.store.database
        .selectFrom('content_favourite')
        .select(['item_id', 'added_at'])
        .execute(),
    });
    await marks.recordView(contentRightsOf('all'), id, 100);
    await marks.recordView(contentRightsOf('all'), id, 200);
    await marks.addFavourite(contentRightsOf('all'), id, 300);
    await marks.addFavourite(contentRightsOf('all'), id, 400);
    for (const nowhere of [
      contentRightsOf('all', 2),
      { ...contentRightsOf('all'), accountId: metadata.accountId + 1 },
    ]) {
      await marks.recordView(nowhere, id, 900);
      await marks.addFavourite(nowhere, id, 900);
    }
    await marks.recordView(contentRightsOf('all'), 999_999, 900);
    await marks.addFavourite(contentRightsOf('all'), 999_999, 900);
    expect(await rows()).toEqual({
      views: [{ item_id: id, viewed_at: 200 }],
      favourites: [{ item_id: id, added_at: 300 }],
    });
    await marks.removeFavourite({ ...contentRightsOf('all'), userId: users[1] ?? 0 }, id);
    expect((await rows()).favourites).toHaveLength(1);
    await marks.removeFavourite(contentRightsOf('all'), id);
    await marks.removeFavourite(contentRightsOf('all'), id);
    expect((await rows()).favourites).toEqual([]);
  });
});

const plain: Drawn = {
  ...{ kind: 'WORKBOOK', parent: 0, name: 'Revenue', position: 0, time: 5, isTab: false, owner: 0, isShared: false },
  ...{ viewed: undefined, isFavourite: false },
};

interface Sortable extends ItemRow {
  readonly viewed: number | undefined;
  readonly isFavourite: boolean;
}

/** Builds the expected list by examining every item. */
function bySorting(all: readonly Sortable[], seen: ReadonlySet<number>, query: WorkspaceQuery): readonly number[] {
  const { folderId, search, isFavourite = false, kinds, orderBy, isDescending } = query;
  const byId = new Map(all.map((item) => [item.id, item]));
  const onTheWay = new Set<number>();
  for (const item of all.filter(({ id }) => seen.has(id))) {
    const workbook = item.workbook_id === null ? item : byId.get(item.workbook_id);
    for (let at = workbook?.folder_id ?? null; at !== null; at = byId.get(at)?.folder_id ?? null) onTheWay.add(at);
  }
  const isShown = ({ id, kind }: Sortable) => seen.has(id) || (kind === 'FOLDER' && onTheWay.has(id));
  const found = all.filter((item) => {
    if (item.workbook_id !== null || !kinds.some((kind) => kind === item.kind) || !isShown(item)) return false;
    if (search !== undefined && !nameKey(item.name).includes(nameKey(search))) return false;
    if (isFavourite && !item.isFavourite) return false;
    return search !== undefined || isFavourite || item.folder_id === folderId;
  });
  const compare = (one: readonly (number | string)[], other: readonly (number | string)[]): number => {
    for (const [index, key] of one.entries()) {
      const against = other[index] ?? 0;
      if (key !== against)
        return typeof key === 'string'
          ? Buffer.compare(Buffer.from(key), Buffer.from(String(against)))
          : key < Number(against)
            ? -1
            : 1;
    }
    return 0;
  };
  const keysOf = (item: Sortable) => {
    if (orderBy === 'name') return [item.name_key, item.id];
    return [
      orderBy === 'created_at' ? item.created_at : orderBy === 'updated_at' ? item.updated_at : (item.viewed ?? 0),
      item.id,
    ];
  };
  const folders = found.filter(({ kind }) => kind === 'FOLDER');
  folders.sort((one, other) =>
    compare([one.position, one.name_key, one.id], [other.position, other.name_key, other.id]),
  );
  const others = found.filter(({ kind }) => kind !== 'FOLDER');
  const isLast = (item: Sortable) => (orderBy === 'viewer_last_viewed_at' && item.viewed === undefined ? 1 : 0);
  others.sort(
    (one, other) => isLast(one) - isLast(other) || compare(keysOf(one), keysOf(other)) * (isDescending ? -1 : 1),
  );
  return [...folders, ...others].map(({ id }) => id);
}
