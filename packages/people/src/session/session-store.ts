import type { Insertable, Selectable } from 'kysely';
import type { BrowserSessionTable, Database, UserTable, Writer } from '@orrery/store';

export type BrowserSessionRow = Selectable<BrowserSessionTable>;

/** A session with everything that decides its rights, read by one statement. */
export interface SessionRightsRow
  extends BrowserSessionRow,
    Pick<Selectable<UserTable>, 'username' | 'email' | 'role' | 'status'> {
  readonly epoch: number;
}

/** Rows of `browser_session`. */
export class SessionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  insert(writer: Writer, row: Insertable<BrowserSessionTable>): Promise<BrowserSessionRow> {
    return writer.insertInto('browser_session').values(row).returningAll().executeTakeFirstOrThrow();
  }

  findByHash(hash: string): Promise<SessionRightsRow | undefined> {
    return this.#database
      .selectFrom('browser_session')
      .innerJoin('account_user', 'account_user.id', 'browser_session.user_id')
      .innerJoin('account', 'account.id', 'browser_session.account_id')
      .selectAll('browser_session')
      .select(['username', 'account_user.email', 'account_user.role', 'account_user.status', 'account.epoch'])
      .where('browser_session.hash', '=', hash)
      .executeTakeFirst();
  }

  list(
    accountId: number,
    {
      afterId = 0,
      most,
      userId,
    }: { readonly afterId?: number; readonly most?: number; readonly userId?: number | undefined },
    alive: { readonly createdAfter: number; readonly usedAfter: number },
  ): Promise<(BrowserSessionRow & { readonly username: string })[]> {
    return this.#database
      .selectFrom('browser_session')
      .innerJoin('account_user', 'account_user.id', 'browser_session.user_id')
      .selectAll('browser_session')
      .select('username')
      .where('browser_session.account_id', '=', accountId)
      .where('browser_session.id', '>', afterId)
      .where('browser_session.created_at', '>', alive.createdAfter)
      .where('browser_session.last_used_at', '>', alive.usedAfter)
      .$if(userId !== undefined, (query) => query.where('browser_session.user_id', '=', userId ?? 0))
      .orderBy('browser_session.id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  /** @returns whether there was one */
  async delete(writer: Writer, accountId: number, id: number): Promise<BrowserSessionRow | undefined> {
    return writer
      .deleteFrom('browser_session')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  /** @param except goes on */
  async deleteOf(writer: Writer, userId: number, except = 0): Promise<void> {
    await writer.deleteFrom('browser_session').where('user_id', '=', userId).where('id', '<>', except).execute();
  }

  /** Deletes the sessions of an account that no provider has given, except those of some users and one that goes on. */
  async deleteOfPasswords(
    writer: Writer,
    accountId: number,
    { userIds, id = 0 }: { readonly userIds: readonly number[]; readonly id?: number | undefined },
  ): Promise<number> {
    const { numDeletedRows } = await writer
      .deleteFrom('browser_session')
      .where('account_id', '=', accountId)
      .where('provider_key', 'is', null)
      .where('id', '<>', id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes sessions that are no longer valid. */
  async deleteDead(
    writer: Writer,
    { createdAfter, usedAfter }: { readonly createdAfter: number; readonly usedAfter: number },
  ): Promise<void> {
    await writer
      .deleteFrom('browser_session')
      .where((is) => is.or([is('created_at', '<=', createdAfter), is('last_used_at', '<=', usedAfter)]))
      .execute();
  }

  async recordUse(id: number, now: number): Promise<void> {
    await this.#database
      .updateTable('browser_session')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where('last_used_at', '<', now)
      .execute();
  }
}
