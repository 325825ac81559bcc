import { sql } from 'kysely';
import type { Database, Writer } from '@orrery/store';
import {
  comesAfter,
  type ItemRow,
  ItemStore,
  type KeysetRange,
  type ItemSpace,
  type ContentRights,
  surfaced,
  isIn,
} from '../item/index.ts';
import { folderOrder } from './folder.ts';

/** Largest position of a folder. */
const lastPosition = 1_000_000_000;

/** The hierarchy of folders: rows of `folder_ancestor`, and the general access each folder inherits. */
export class FolderStore {
  readonly #database: Database;
  readonly #items: ItemStore;

  constructor(database: Database) {
    this.#database = database;
    this.#items = new ItemStore();
  }

  /** Lists the folders shown in a folder, or in the root. */
  list(rights: ContentRights, parentId: number | null, { after, most }: KeysetRange): Promise<ItemRow[]> {
    return this.#in(rights, parentId, this.#database)
      .selectAll()
      .where(surfaced(rights))
      .$if(after !== undefined, (query) => query.where(comesAfter(folderOrder, after ?? [], 'asc')))
      .orderBy('position')
      .orderBy('name_key')
      .orderBy('id')
      .limit(most)
      .execute();
  }

  async count(rights: ContentRights, parentId: number | null): Promise<number> {
    const query = this.#in(rights, parentId, this.#database).where(surfaced(rights));
    const { count } = await query.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow();
    return Number(count);
  }

  async isShown(writer: Writer, rights: ContentRights, id: number): Promise<boolean> {
    const query = writer.selectFrom('content_item').select('id').where('id', '=', id).where(surfaced(rights));
    return (await query.executeTakeFirst()) !== undefined;
  }

  /** Returns the position after all others. */
  async nextPosition(place: ItemSpace, parentId: number | null, writer: Writer): Promise<number> {
    const query = this.#in(place, parentId, writer).select((is) => is.fn.max('position').as('last'));
    const { last } = await query.executeTakeFirstOrThrow();
    return last === null ? 0 : Math.min(Number(last) + 1, lastPosition);
  }

  /** Moves the items of a folder to the root. @returns their number */
  async empty(writer: Writer, place: ItemSpace, id: number): Promise<number> {
    const { numUpdatedRows } = await writer
      .updateTable('content_item')
      .set({ folder_id: null })
      .where('folder_id', '=', id)
      .where(isIn(place))
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }

  #in(place: ItemSpace, parentId: number | null, writer: Writer) {
    return writer
      .selectFrom('content_item')
      .where('kind', '=', sql.lit('FOLDER'))
      .where(isIn(place))
      .where('folder_id', parentId === null ? 'is' : '=', parentId);
  }

  /** Returns the folders from the root down to the folder itself. */
  path(writer: Writer, place: ItemSpace, id: number): Promise<ItemRow[]> {
    return writer
      .selectFrom('folder_ancestor')
      .innerJoin('content_item', 'content_item.id', 'folder_ancestor.ancestor_id')
      .selectAll('content_item')
      .where('folder_ancestor.folder_id', '=', id)
      .where(isIn(place))
      .orderBy('distance', 'desc')
      .execute();
  }

  /** Returns the number of levels down to this folder; 1 at the root. */
  async depth(writer: Writer, id: number): Promise<number> {
    const row = await writer
      .selectFrom('folder_ancestor')
      .select((is) => is.fn.max('distance').as('distance'))
      .where('folder_id', '=', id)
      .executeTakeFirstOrThrow();
    return Number(row.distance) + 1;
  }

  /** Returns the number of levels from this folder down; 1 without sub-folders. */
  async height(writer: Writer, id: number): Promise<number> {
    const row = await writer
      .selectFrom('folder_ancestor')
      .select((is) => is.fn.max('distance').as('distance'))
      .where('ancestor_id', '=', id)
      .executeTakeFirstOrThrow();
    return Number(row.distance) + 1;
  }

  async lies(writer: Writer, id: number, within: { readonly ancestorId: number }): Promise<boolean> {
    const row = await writer
      .selectFrom('folder_ancestor')
      .select('distance')
      .where('folder_id', '=', id)
      .where('ancestor_id', '=', within.ancestorId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Inserts a folder after its siblings, unless a position is given. */
  async insert(
    writer: Writer,
    place: ItemSpace,
    folder: {
      readonly name: string;
      readonly folder_id: number | null;
      readonly position: number;
      readonly owner_id: number | null;
      readonly created_at: number;
    },
  ): Promise<ItemRow> {
    const row = await this.#items.insert(writer, place, {
      ...folder,
      kind: 'FOLDER',
      workbook_id: null,
      updated_by: null,
      updated_at: folder.created_at,
    });
    await this.#placeUnder(writer, row.id, folder.folder_id);
    // A folder in the root inherits nothing.
    if (folder.folder_id !== null) await this.#bringDown(writer, row.id);
    return row;
  }

  /** Moves a folder with all its content. */
  async move(
    writer: Writer,
    place: ItemSpace,
    id: number,
    change: {
      readonly folder_id: number | null;
      readonly position: number;
      readonly updated_by: number;
      readonly updated_at: number;
    },
  ): Promise<ItemRow> {
    const row = await this.#items.update(writer, place, id, change);
    const inside = writer.selectFrom('folder_ancestor as inside').select('inside.folder_id');
    await writer
      .deleteFrom('folder_ancestor')
      .where('folder_id', 'in', inside.where('inside.ancestor_id', '=', id))
      .where('ancestor_id', 'not in', inside.where('inside.ancestor_id', '=', id))
      .execute();
    await this.#placeUnder(writer, id, change.folder_id);
    await this.#bringDown(writer, id);
    return row;
  }

  /** Sets the general access of an item; `null` inherits it. */
  async setGeneralAccess(writer: Writer, id: number, access: number | null): Promise<void> {
    const { kind } = await writer
      .updateTable('content_item')
      .set({ general_access: access })
      .where('id', '=', id)
      .returning('kind')
      .executeTakeFirstOrThrow();
    if (kind === 'FOLDER') await this.#bringDown(writer, id);
  }

  async #placeUnder(writer: Writer, id: number, parentId: number | null): Promise<void> {
    // A new folder is not its own descendant yet.
    await sql`
      INSERT INTO folder_ancestor (folder_id, ancestor_id, distance) VALUES (${id}, ${id}, 0)
      ON CONFLICT DO NOTHING`.execute(writer);
    if (parentId !== null) {
      await sql`
        INSERT INTO folder_ancestor (folder_id, ancestor_id, distance)
        SELECT below.folder_id, above.ancestor_id, below.distance + above.distance + 1
        FROM folder_ancestor AS below, folder_ancestor AS above
        WHERE below.ancestor_id = ${id} AND above.folder_id = ${parentId}`.execute(writer);
    }
  }

  /** Updates the inherited access of a folder and all folders in it; other items read that of their folder. */
  async #bringDown(writer: Writer, id: number): Promise<void> {
    await sql`
      UPDATE content_item SET general_level = COALESCE((
        SELECT above.general_access
        FROM folder_ancestor JOIN content_item AS above ON above.id = folder_ancestor.ancestor_id
        WHERE folder_ancestor.folder_id = content_item.id AND above.general_access IS NOT NULL
        ORDER BY folder_ancestor.distance LIMIT 1), 0)
      WHERE id IN (SELECT folder_id FROM folder_ancestor WHERE ancestor_id = ${id})`.execute(writer);
  }
}
