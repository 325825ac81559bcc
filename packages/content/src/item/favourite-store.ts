import { sql } from 'kysely';
import { type Database, kindOf } from '@orrery/store';
import { type ContentRights, isIn } from './content-rights.ts';

/** Favourites and views of items, per user. Callers check that the user may see the item. */
export class FavouriteStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records a view; the latest one counts. */
  async recordView(rights: ContentRights, itemId: number, now: number): Promise<void> {
    await sql`
      INSERT INTO content_view (user_id, item_id, viewed_at) ${this.#here(rights, itemId, now)}
      ON CONFLICT (user_id, item_id) DO UPDATE SET viewed_at = excluded.viewed_at`.execute(this.#database);
  }

  /** Adds a favourite; an existing one keeps its time. */
  async addFavourite(rights: ContentRights, itemId: number, now: number): Promise<void> {
    await sql`
      INSERT INTO content_favourite (user_id, item_id, added_at) ${this.#here(rights, itemId, now)}
      ON CONFLICT (user_id, item_id) DO NOTHING`.execute(this.#database);
  }

  async removeFavourite({ userId }: ContentRights, itemId: number): Promise<void> {
    const own = this.#database.deleteFrom('content_favourite').where('user_id', '=', userId);
    await own.where('item_id', '=', itemId).execute();
  }

  /**
   * Selects the item, or nothing when it is being deleted, after waiting for that deletion. The condition keeps SQLite
   * from reading ON as a join.
   */
  #here(rights: ContentRights, itemId: number, now: number) {
    const lock = kindOf(this.#database) === 'postgres' ? sql`FOR KEY SHARE` : sql``;
    return sql`
      SELECT CAST(${rights.userId} AS integer), id, CAST(${now} AS bigint) FROM content_item
      WHERE id = ${itemId} AND ${isIn(rights)} ${lock}`;
  }
}
