import { sql } from 'kysely';
import type { Database, Writer } from '@orrery/store';
import { Forbidden, inPieces, NotFound } from '@orrery/kernel';
import { deploymentOf } from '@orrery/deployments';
import type { ItemRow } from './item-store.ts';
import { isAtLeast, type Level, levelOfRank } from './level.ts';
import type { Act } from './policies.ts';
import type { Reader } from './reader.ts';
import { levelAt } from './visible.ts';

const nouns = { FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const;

/** What a reader may do with single items: the rule of `visible`, asked with their numbers. */
export class ContentAccess {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `undefined`: the item is not visible, or there is none. */
  async levelOf(reader: Reader, itemId: number, writer?: Writer): Promise<Level | undefined> {
    return (await this.levelsOf(reader, [itemId], writer)).get(itemId);
  }

  /** By number; items that are not visible, or not there, are not in it. */
  async levelsOf(reader: Reader, itemIds: readonly number[], writer?: Writer): Promise<ReadonlyMap<number, Level>> {
    const levels = new Map<number, Level>();
    for (const some of inPieces(itemIds)) {
      for (const { row, level } of await this.#visible(reader, some, writer)) levels.set(row.id, level);
    }
    return levels;
  }

  /**
   * The item that the reader wants to do something with.
   *
   * @throws NotFound when it is not visible to them, Forbidden when they see it and may not do this
   */
  async require(reader: Reader, { kind, least }: Act, id: number, writer?: Writer): Promise<ItemRow> {
    const [found] = await this.#visible(reader, [id], writer);
    if (found?.row.kind !== kind) throw new NotFound('content.unknown', `There is no ${nouns[kind]} ${id}`);
    const { row, level } = found;
    if (isAtLeast(level, least)) return row;
    throw new Forbidden('content.not-allowed', `You may ${level} this ${nouns[kind]}; this takes ${least} access`);
  }

  async #visible(
    reader: Reader,
    itemIds: readonly number[],
    writer: Writer = this.#database,
  ): Promise<readonly { readonly row: ItemRow; readonly level: Level }[]> {
    const rows = await writer
      .selectFrom('content_item as item')
      .innerJoin('content_item as top', (join) => join.on('top.id', '=', topOf))
      .selectAll('item')
      .select(levelAt(reader, 'item', 'top').as('rank'))
      .where('item.deployment_id', '=', deploymentOf(reader))
      .where('item.id', 'in', itemIds)
      .execute();
    return rows.flatMap(({ rank, ...row }) => {
      const level = levelOfRank(rank ?? 0);
      return level === undefined ? [] : [{ row, level }];
    });
  }
}

/** The row that decides: a tab follows its workbook. */
const topOf = sql<number>`COALESCE(item.workbook_id, item.id)`;
