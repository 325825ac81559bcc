import type { Insertable, Selectable } from 'kysely';
import type { AccountTable, Database } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';

/** Rows of `account`. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  first(): Promise<Selectable<AccountTable> | undefined> {
    return this.#database.selectFrom('account').selectAll().orderBy('id').executeTakeFirst();
  }

  /** Two first starts at once both succeed; the row of the first one stays. */
  async insert(row: Insertable<AccountTable>): Promise<void> {
    await this.#database
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** @returns whether this is the one that claimed it */
  async claimFirstKey(writer: Writer, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('account')
      .set({ first_key_at: now })
      .where('id', '=', id)
      .where('first_key_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}
