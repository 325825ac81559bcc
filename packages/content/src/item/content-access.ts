import { sql } from 'kysely';
import type { Writer } from '@orrery/store';
import { Forbidden, NotFound, readInPieces } from '@orrery/kernel';
import type { ItemRow } from './item-store.ts';
import { isAtLeast, type Level, levelOfRank } from './level.ts';
import type { LevelRequirement } from './policies.ts';
import { type ContentRights, isIn } from './content-rights.ts';
import { levelAt } from './visible.ts';

const nouns = { FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const;

/** Decides what a user may do with single items, by the rule of `visible`. */
export class ContentAccess {
  /** `undefined` when the item is not visible or missing. */
  async levelOf(writer: Writer, rights: ContentRights, itemId: number): Promise<Level | undefined> {
    return (await this.levelsOf(writer, rights, [itemId])).get(itemId);
  }

  /** Levels by item; items that are invisible or missing are left out. */
  async levelsOf(
    writer: Writer,
    rights: ContentRights,
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<number, Level>> {
    const visible = await readInPieces(itemIds, (some) => this.#visible(writer, rights, some));
    return new Map(visible.map(({ row, level }) => [row.id, level]));
  }

  /**
   * Returns the item if the user may do this with it.
   *
   * @throws NotFound when it is not visible to them, Forbidden when they see it but lack the level
   */
  async require(
    writer: Writer,
    rights: ContentRights,
    { kind, least }: LevelRequirement,
    id: number,
  ): Promise<ItemRow> {
    const [found] = await this.#visible(writer, rights, [id]);
    if (found?.row.kind !== kind) throw new NotFound('content.unknown', `There is no ${nouns[kind]} ${id}`);
    const { row, level } = found;
    if (isAtLeast(level, least)) return row;
    throw new Forbidden('content.not-allowed', `You may ${level} this ${nouns[kind]}; this takes ${least} access`);
  }

  async #visible(
    writer: Writer,
    rights: ContentRights,
    itemIds: readonly number[],
  ): Promise<readonly { readonly row: ItemRow; readonly level: Level }[]> {
    const rows = await writer
      .selectFrom('content_item as item')
      .innerJoin('content_item as top', (join) => join.on('top.id', '=', topOf))
      .selectAll('item')
      .select(levelAt(rights, 'item', 'top').as('rank'))
      .where(isIn(rights, 'item'))
      .where('item.id', 'in', itemIds)
      .execute();
    return rows.flatMap(({ rank, ...row }) => {
      const level = levelOfRank(rank ?? 0);
      return level === undefined ? [] : [{ row, level }];
    });
  }
}

/** The row that decides access: for a tab that of its workbook. */
const topOf = sql<number>`COALESCE(item.workbook_id, item.id)`;
