import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';
import { inPieces } from '../identity/in-pieces.ts';
import { deploymentOf, isFor, rankOfAction, typeOf } from './held-sharing.ts';
import type { Reader } from './reader.ts';

/** Where something is said about who may do what with an item: at the item itself, then at each folder around it. */
export interface SharingPlace {
  readonly itemId: number;
  /** Of the item that was asked for. */
  readonly kind: string;
  readonly isTab: number;
  /** Whether it, or the workbook it is a tab of, has a published dashboard. */
  readonly isPublished: number;
  /** 0: the item; of a tab, its workbook. */
  readonly distance: number;
  readonly ownerId: number | null;
  readonly generalAccess: number | null;
  /** The best that is shared with the reader at this place; 0 nothing. */
  readonly sharedRank: number;
}

/** What is said of items, wherever it is said. */
export class AccessStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of those items that the deployment has; from the item outwards. */
  async places(
    reader: Reader,
    itemIds: readonly number[],
    writer: Writer = this.#database,
  ): Promise<readonly SharingPlace[]> {
    const found: SharingPlace[] = [];
    for (const some of inPieces(itemIds)) found.push(...(await this.#some(reader, some, writer)));
    return found;
  }

  async #some(reader: Reader, itemIds: readonly number[], writer: Writer): Promise<readonly SharingPlace[]> {
    const shared = sql<number>`(
      SELECT COALESCE(MAX(${rankOfAction(sql.ref('action'))}), 0) FROM resource_policy
      WHERE account_id = ${reader.accountId} AND resource_type = ${typeOf(sql.ref('place.kind'))}
        AND resource_id = place.id AND ${isFor(reader)})`;
    const item = sql`
      item.id AS "itemId", item.kind AS kind, CASE WHEN item.workbook_id IS NULL THEN 0 ELSE 1 END AS "isTab",
      CASE WHEN EXISTS (SELECT 1 FROM dashboard WHERE dashboard.workbook_id = top.id) THEN 1 ELSE 0 END AS "isPublished"`;
    const place = sql`
      place.owner_id AS "ownerId", place.general_access AS "generalAccess", ${shared} AS "sharedRank"`;
    const items = sql`
      content_item AS item JOIN content_item AS top ON top.id = COALESCE(item.workbook_id, item.id)`;
    const asked = sql`item.deployment_id = ${deploymentOf(reader)} AND item.id IN (${sql.join(itemIds)})`;
    const { rows } = await sql<SharingPlace>`
      SELECT ${item}, 0 AS distance, ${place}
      FROM ${items} JOIN content_item AS place ON place.id = top.id
      WHERE ${asked}
      UNION ALL
      SELECT ${item}, folder_ancestor.distance + 1 AS distance, ${place}
      FROM ${items} JOIN folder_ancestor ON folder_ancestor.folder_id = top.folder_id
        JOIN content_item AS place ON place.id = folder_ancestor.ancestor_id
      WHERE ${asked}
      ORDER BY distance`.execute(writer);
    return rows;
  }
}
