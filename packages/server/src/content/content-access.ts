import type { Database } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';
import { Forbidden, NotFound } from '../http/errors.ts';
import { AccessStore, type SharingPlace } from './access-store.ts';
import { type ItemRow, ItemStore } from './item-store.ts';
import { isAtLeast, type ItemKind, type Level, levelOfRank, rankOf } from './level.ts';
import type { Reader } from './reader.ts';

const nouns = { FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const;

/**
 * Who may do what with single items. What is said at the item goes before what is said at the folders around it, the
 * nearest first, and what is open to the whole account comes last. Owners have all of what is theirs and of what lies in
 * their folders. `visibleTo` says the same of lists.
 */
export class ContentAccess {
  readonly #store: AccessStore;
  readonly #items: ItemStore;

  constructor(database: Database) {
    this.#store = new AccessStore(database);
    this.#items = new ItemStore(database);
  }

  /** `undefined`: not even seen, or not there. */
  async levelOf(reader: Reader, itemId: number, writer?: Writer): Promise<Level | undefined> {
    return (await this.levelsOf(reader, [itemId], writer)).get(itemId);
  }

  /** By number; items that are not seen, or not there, are not in it. */
  async levelsOf(reader: Reader, itemIds: readonly number[], writer?: Writer): Promise<ReadonlyMap<number, Level>> {
    const places = await this.#store.places(reader, itemIds, writer);
    const byItem = Map.groupBy(places, ({ itemId }) => itemId);
    return new Map(
      [...byItem].flatMap(([itemId, around]) => {
        const level = levelAt(reader, around);
        return level === undefined ? [] : [[itemId, level] as const];
      }),
    );
  }

  /**
   * The item, for somebody who wants to do something with it.
   *
   * @throws NotFound when they cannot see it, Forbidden when that is all they can
   */
  async require(reader: Reader, kind: ItemKind, id: number, least: Level, writer?: Writer): Promise<ItemRow> {
    const row = await this.#items.get(reader, id, writer);
    const level = row?.kind === kind ? await this.levelOf(reader, id, writer) : undefined;
    if (!row || level === undefined) throw new NotFound('content.unknown', `There is no ${nouns[kind]} ${id}`);
    if (isAtLeast(level, least)) return row;
    throw new Forbidden('content.not-allowed', `You may ${level} this ${nouns[kind]}; this takes ${least} access`);
  }
}

/** @param places of one item, from the item outwards */
function levelAt(reader: Reader, places: readonly SharingPlace[]): Level | undefined {
  const [item] = places;
  if (!item) return undefined;
  if (reader.sees === 'all') return 'full';
  const level = levelOfRank(rankAt(reader, places));
  if (reader.sees === 'shared' || level === undefined) return level;
  const isShown = item.kind === 'FOLDER' || (item.kind === 'WORKBOOK' && item.isPublished > 0);
  return isShown ? 'view' : undefined;
}

function rankAt({ userId, isOfAccount }: Reader, places: readonly SharingPlace[]): number {
  for (const { ownerId, sharedRank } of places) {
    if (ownerId === userId) return rankOf('full');
    if (sharedRank > 0) return sharedRank;
  }
  if (!isOfAccount) return 0;
  return places.find(({ generalAccess }) => generalAccess !== null)?.generalAccess ?? 0;
}
