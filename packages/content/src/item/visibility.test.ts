import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { inTransaction } from '../../../store/src/database/transaction.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { ContentAccess } from './content-access.ts';
import { FolderStore } from '../folder/folder-store.ts';
import { ItemStore } from './item-store.ts';
import { type ItemKind, type Level, levelOfRank, rankOf, sharedAs } from './level.ts';
import type { ContentRights } from './content-rights.ts';
import { surfaced, visible } from './visible.ts';

/** A world is drawn before it is created, so that the evaluator reads no table. */
interface World {
  readonly folders: readonly DrawnItem[];
  readonly items: readonly (DrawnItem & { readonly kind: 'WORKBOOK' | 'REPORT'; readonly isPublished: boolean })[];
  readonly tabs: readonly { readonly workbook: number; readonly owner: number }[];
  readonly grants: readonly Grant[];
  /** The groups of each user. */
  readonly groups: readonly (readonly number[])[];
  readonly moves: readonly { readonly folder: number; readonly to: number }[];
  /** General access that is set once everything is in its folder. */
  readonly laterGeneral: readonly { readonly folder: number; readonly rank: number | null }[];
}

interface DrawnItem {
  /** Chosen among the folders before it; the first is the root. */
  readonly parent: number;
  readonly owner: number;
  readonly general: number | null;
}

interface Grant {
  readonly target: number;
  readonly subject: number;
  readonly isGroup: boolean;
  readonly rank: number;
}

const userCount = 4;
const groupCount = 3;

const number = (max: number) => fc.nat({ max });
/** Most items inherit. */
const general = fc.option(fc.constantFrom(0, 1, 2, 3), { freq: 2, nil: null });
const drawn = { parent: number(1_000), owner: number(userCount - 1), general };
const worlds: fc.Arbitrary<World> = fc.record({
  folders: fc.array(fc.record(drawn), { maxLength: 9 }),
  items: fc.array(fc.record({ ...drawn, kind: fc.constantFrom('WORKBOOK', 'REPORT'), isPublished: fc.boolean() }), {
    maxLength: 9,
  }),
  tabs: fc.array(fc.record({ workbook: number(1_000), owner: number(userCount - 1) }), { maxLength: 4 }),
  grants: fc.array(
    fc.record({
      target: number(1_000),
      subject: number(1_000),
      isGroup: fc.boolean(),
      rank: fc.constantFrom(1, 2, 3),
    }),
    { maxLength: 8 },
  ),
  groups: fc.array(fc.subarray([0, 1, 2]), { minLength: userCount, maxLength: userCount }),
  moves: fc.array(fc.record({ folder: number(1_000), to: number(1_000) }), { maxLength: 4 }),
  laterGeneral: fc.array(fc.record({ folder: number(1_000), rank: general }), { maxLength: 3 }),
});

/** An item in the evaluator. */
interface Known {
  readonly kind: ItemKind;
  readonly id: number;
  readonly owner: number;
  general: number | null;
  /** The folder of an item; a tab has its workbook instead. */
  parent: Known | undefined;
  readonly workbook?: Known;
  readonly isPublished?: boolean;
  readonly grants: { readonly subject: number; readonly isGroup: boolean; readonly rank: number }[];
}

describe.each(storeKinds)('visibility on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  const users: number[] = [];
  const groups: number[] = [];

  beforeAll(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, { now: () => 1_770_000_000_000 });
    const { accountId } = metadata;
    for (let index = 0; index < userCount; index += 1) {
      users.push(
        (
          await metadata.changes.make({ accountId, by }, (change) =>
            metadata.users.create(change, { username: `user${index}` }),
          )
        ).id,
      );
    }
    for (let index = 0; index < groupCount; index += 1) {
      groups.push(
        (
          await metadata.changes.changeRights({ accountId, by }, (change) =>
            metadata.groups.create(change, { name: `group${index}` }),
          )
        ).id,
      );
    }
  });

  afterAll(async () => {
    await metadata.close();
    await place.remove();
  });

  const here = () => ({ accountId: metadata.accountId, deploymentId: 1, space: 0 });

  /** Creates the rows of the world through the services. */
  async function make(world: World): Promise<readonly Known[]> {
    const { database } = metadata.store;
    const items = new ItemStore();
    const folders = new FolderStore(database);
    return inTransaction(database, async (writer) => {
      await writer.deleteFrom('resource_policy').execute();
      await writer.deleteFrom('group_member').execute();
      await writer.deleteFrom('content_item').execute();
      for (const [user, joined] of world.groups.entries()) {
        for (const group of joined) {
          await writer
            .insertInto('group_member')
            .values({ group_id: groups[group] ?? 0, user_id: users[user] ?? 0 })
            .execute();
        }
      }
      const madeFolders: Known[] = [];
      const all: Known[] = [];
      const pick = (drawnIndex: number, list: readonly Known[]) => [undefined, ...list][drawnIndex % (list.length + 1)];
      for (const folder of world.folders) {
        const parent = pick(folder.parent, madeFolders);
        const row = await folders.insert(writer, here(), {
          name: `folder ${madeFolders.length}`,
          folder_id: parent?.id ?? null,
          position: 0,
          owner_id: users[folder.owner] ?? null,
          created_at: 1,
        });
        if (folder.general !== null) await folders.setGeneralAccess(writer, row.id, folder.general);
        const known: Known = { ...folder, kind: 'FOLDER', id: row.id, parent, grants: [] };
        madeFolders.push(known);
        all.push(known);
      }
      const insert = (kindOfItem: ItemKind, owner: number, folderId: number | null, workbookId: number | null) =>
        items.insert(writer, here(), {
          kind: kindOfItem,
          name: 'item',
          folder_id: folderId,
          workbook_id: workbookId,
          owner_id: users[owner] ?? null,
          updated_by: null,
          created_at: 1,
          updated_at: 1,
        });
      for (const item of world.items) {
        const parent = pick(item.parent, madeFolders);
        const row = await insert(item.kind, item.owner, parent?.id ?? null, null);
        if (item.general !== null) await folders.setGeneralAccess(writer, row.id, item.general);
        const isPublished = item.kind === 'WORKBOOK' && item.isPublished;
        if (isPublished) {
          const dashboard = { account_id: here().accountId, workbook_id: row.id, public_id: `p${row.id}` };
          await writer
            .insertInto('dashboard')
            .values({ ...dashboard, created_by: null, created_at: 1 })
            .execute();
        }
        all.push({ ...item, id: row.id, parent, isPublished, grants: [] });
      }
      const workbooks = all.filter((one) => one.kind === 'WORKBOOK');
      for (const tab of world.tabs) {
        const workbook = workbooks[tab.workbook % workbooks.length];
        if (!workbook) break;
        const row = await insert('REPORT', tab.owner, null, workbook.id);
        all.push({
          kind: 'REPORT',
          id: row.id,
          owner: tab.owner,
          general: null,
          parent: undefined,
          workbook,
          grants: [],
        });
      }
      for (const { target, subject, isGroup, rank } of world.grants) {
        const known = all[target % all.length];
        if (!known) break;
        const of = isGroup ? subject % groupCount : subject % userCount;
        if (known.grants.some((grant) => grant.isGroup === isGroup && grant.subject === of)) continue;
        known.grants.push({ subject: of, isGroup, rank });
        const { type, actions } = sharedAs[known.kind];
        await writer
          .insertInto('resource_policy')
          .values({
            account_id: here().accountId,
            resource_type: type,
            resource_id: known.id,
            user_id: isGroup ? null : (users[of] ?? null),
            group_id: isGroup ? (groups[of] ?? null) : null,
            action: actions[rank - 1] ?? '',
          })
          .execute();
      }
      for (const { folder, to } of world.moves) {
        const moved = madeFolders[folder % madeFolders.length];
        const target = pick(to, madeFolders);
        if (!moved || around(target).includes(moved)) continue;
        moved.parent = target;
        const change = { folder_id: target?.id ?? null, position: 0, updated_by: users[0] ?? 0, updated_at: 2 };
        await folders.move(writer, here(), moved.id, change);
      }
      for (const { folder, rank } of world.laterGeneral) {
        const known = madeFolders[folder % madeFolders.length];
        if (!known) continue;
        known.general = rank;
        await folders.setGeneralAccess(writer, known.id, rank);
      }
      return all;
    });
  }

  const listed = async (condition: ReturnType<typeof visible>) => {
    const rows = await metadata.store.database
      .selectFrom('content_item')
      .select('id')
      .where(condition)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };

  it('is the same for one item, for a list and by the rules', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const known = await make(world);
        const access = new ContentAccess();
        for (const [user, userId] of users.entries()) {
          for (const sees of ['all', 'shared', 'published'] as const) {
            for (const isOfAccount of [true, false]) {
              const rights: ContentRights = { ...here(), userId, claims: {}, sees, isOfAccount };
              const memberOf = world.groups[user] ?? [];
              const expected = new Map(
                known.flatMap((item) => {
                  const level = levelByTheRules(item, { user, memberOf, sees, isOfAccount });
                  return level === undefined ? [] : [[item.id, level] as const];
                }),
              );
              const single = await access.levelsOf(
                metadata.store.database,
                rights,
                known.map(({ id }) => id),
              );
              const inOrder = (levels: ReadonlyMap<number, Level>) => [...levels].sort(([a], [b]) => a - b);
              expect(inOrder(single)).toEqual(inOrder(expected));
              const ids = [...expected.keys()].sort((a, b) => a - b);
              expect(await listed(visible(rights))).toEqual(ids);
              const onTheWay = new Set(
                known.filter(({ id }) => expected.has(id)).flatMap((item) => around(item).map(({ id }) => id)),
              );
              const folders = known.filter((item) => item.kind === 'FOLDER').map(({ id }) => id);
              expect(await listed(surfaced(rights))).toEqual(
                folders.filter((id) => onTheWay.has(id)).sort((a, b) => a - b),
              );
            }
          }
        }
      }),
      { numRuns: kind === 'sqlite' ? 80 : 15 },
    );
  }, 600_000);

  it('ends at the deployment and the account', async () => {
    await make({ ...empty, folders: [{ parent: 0, owner: 0, general: 3 }] });
    const rights: ContentRights = { ...here(), userId: users[0] ?? 0, sees: 'all', claims: {}, isOfAccount: true };
    expect(await listed(visible(rights))).toHaveLength(1);
    for (const sees of ['all', 'shared'] as const) {
      for (const elsewhere of [{ deploymentId: 2 }, { accountId: here().accountId + 1 }]) {
        const other = { ...rights, sees, ...elsewhere };
        expect([await listed(visible(other)), await listed(surfaced(other))]).toEqual([[], []]);
        const { rows } = await sql<{ id: number }>`SELECT id FROM content_item`.execute(metadata.store.database);
        const access = new ContentAccess();
        expect([
          ...(
            await access.levelsOf(
              metadata.store.database,
              other,
              rows.map(({ id }) => id),
            )
          ).keys(),
        ]).toEqual([]);
      }
    }
  });
});

const empty: World = {
  folders: [],
  items: [],
  tabs: [],
  grants: [],
  groups: [[], [], [], []],
  moves: [],
  laterGeneral: [],
};

/** Lists the folders around an item, the nearest first, itself included if it is a folder. */
function around(item: Known | undefined): readonly Known[] {
  if (!item) return [];
  if (item.workbook) return around(item.workbook);
  return [...(item.kind === 'FOLDER' ? [item] : []), ...around(item.parent)];
}

/** Applies the rules, one after the other, to one person and one item. */
function levelByTheRules(
  item: Known,
  who: {
    readonly user: number;
    readonly memberOf: readonly number[];
    readonly sees: ContentRights['sees'];
    readonly isOfAccount: boolean;
  },
): Level | undefined {
  if (who.sees === 'all') return 'full';
  if (item.workbook) return who.sees === 'published' ? undefined : levelByTheRules(item.workbook, who);
  const level = sharedLevel(item, who);
  if (level === undefined || who.sees === 'shared') return level;
  return item.kind === 'FOLDER' || item.isPublished ? 'view' : undefined;
}

function sharedLevel(
  item: Known,
  { user, memberOf, isOfAccount }: Pick<Parameters<typeof levelByTheRules>[1], 'user' | 'memberOf' | 'isOfAccount'>,
): Level | undefined {
  const outwards = item.kind === 'FOLDER' ? around(item) : [item, ...around(item)];
  for (const one of outwards) {
    if (one.owner === user) return 'full';
    const own = one.grants.filter(({ isGroup, subject }) => (isGroup ? memberOf.includes(subject) : subject === user));
    if (own.length > 0) return levelOfRank(Math.max(...own.map(({ rank }) => rank)));
  }
  const open = outwards.map((one) => one.general).find((rank) => rank !== null);
  return isOfAccount && open !== undefined && rankOf(levelOfRank(open)) > 0 ? levelOfRank(open) : undefined;
}
