import { type Selectable, sql } from 'kysely';
import { type Database, kindOf, type MasterKeyTable, type Writer } from '../database/index.ts';
import { sealedColumns } from './sealed-columns.ts';

export interface SealedText {
  readonly sealed: string;
  readonly place: string;
}

const onlyId = 1;

/** Row that names the key the store is sealed by. */
export class MasterKeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param lock `share` keeps the key unchanged until the transaction ends; `update` also keeps others from reading it
   */
  find(writer: Writer, lock?: 'share' | 'update'): Promise<Selectable<MasterKeyTable> | undefined> {
    const query = writer.selectFrom('master_key').selectAll().where('id', '=', onlyId);
    // SQLite has one writer at a time.
    const locks = lock !== undefined && kindOf(writer) === 'postgres';
    return (locks ? query.modifyEnd(lock === 'share' ? sql`FOR SHARE` : sql`FOR UPDATE`) : query).executeTakeFirst();
  }

  /** Inserts the row unless it exists: of several processes that start a store, the first decides. */
  async insert(row: Omit<MasterKeyTable, 'id'>): Promise<void> {
    await this.#database
      .insertInto('master_key')
      .values({ id: onlyId, ...row })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Returns some text that was sealed before the store named its key; absent when there is none. */
  async anySealed(): Promise<SealedText | undefined> {
    for (const { table, column, placeOf } of sealedColumns) {
      const { rows } = await sql<Readonly<Record<string, unknown>>>`
        SELECT * FROM ${sql.table(table)} LIMIT 1`.execute(this.#database);
      if (rows[0]) return { sealed: String(rows[0][column]), place: placeOf(rows[0]) };
    }
    return undefined;
  }
}
