import type { Insertable, Selectable, Transaction } from 'kysely';
import { type AccountTable, type Database, kindOf, type Tables, type Writer } from '@orrery/store';

/** Rows of `account`. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  first(): Promise<Selectable<AccountTable> | undefined> {
    return this.#database.selectFrom('account').selectAll().orderBy('id').executeTakeFirst();
  }

  find(name: string): Promise<Selectable<AccountTable> | undefined> {
    return this.#database.selectFrom('account').selectAll().where('name', '=', name).executeTakeFirst();
  }

  get(id: number): Promise<Selectable<AccountTable> | undefined> {
    return this.#database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  }

  list(): Promise<readonly Selectable<AccountTable>[]> {
    return this.#database.selectFrom('account').selectAll().orderBy('id').execute();
  }

  /**
   * Inserts an account; creations run one after the other, so numbers are consecutive. @returns its number, or
   * `undefined` when the name is taken
   */
  async insert(writer: Transaction<Tables>, row: Omit<Insertable<AccountTable>, 'id'>): Promise<number | undefined> {
    const turn = writer.selectFrom('account').select('id').orderBy('id').limit(1);
    await (kindOf(writer) === 'postgres' ? turn.forUpdate() : turn).execute();
    const { last } = await writer
      .selectFrom('account')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const made = await writer
      .insertInto('account')
      .values({ ...row, id: last + 1 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    return made?.id;
  }

  /** Inserts the first account unless it exists, so that two concurrent first starts both succeed. */
  async insertFirst(row: Insertable<AccountTable>): Promise<void> {
    await this.#database
      .insertInto('account')
      .values(row)
      // Names no index: PostgreSQL would refuse an equal row by the other one when it came between the two looks.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** @returns whether this call claimed it */
  async claimFirstKey(writer: Writer, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('account')
      .set({ first_key_at: now })
      .where('id', '=', id)
      .where('first_key_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async releaseFirstKey(writer: Writer, id: number): Promise<void> {
    await writer.updateTable('account').set({ first_key_at: null }).where('id', '=', id).execute();
  }
}
