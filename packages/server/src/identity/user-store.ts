import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, UserTable } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';

export type UserRow = Selectable<UserTable>;

/** Rows of `account_user`. */
export class UserStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(accountId: number, writer: Writer = this.#database): Promise<UserRow[]> {
    return writer.selectFrom('account_user').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  }

  find(accountId: number, usernameKey: string, writer: Writer = this.#database): Promise<UserRow | undefined> {
    return writer
      .selectFrom('account_user')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('username_key', '=', usernameKey)
      .executeTakeFirst();
  }

  findById(accountId: number, id: number): Promise<UserRow | undefined> {
    return this.#database
      .selectFrom('account_user')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<UserTable>): Promise<UserRow | undefined> {
    return writer
      .insertInto('account_user')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'username_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  async update(writer: Writer, id: number, change: Updateable<UserTable>): Promise<void> {
    await writer.updateTable('account_user').set(change).where('id', '=', id).execute();
  }
}
