import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { BrowserSessionTable, Database, Tables, UserTable, Writer } from '@orrery/store';

export type BrowserSessionRow = Selectable<BrowserSessionTable>;

/** A session with everything that decides its rights, read by one statement. */
export interface SessionRightsRow
  extends BrowserSessionRow,
    Pick<Selectable<UserTable>, 'username' | 'email' | 'role' | 'status'> {
  readonly epoch: number;
}

/** Sessions that are over at the provider that they began at: one of its own by its name, or all of a user. */
export interface EndedAtProvider {
  readonly key: string;
  readonly subject: string | undefined;
  /** Absent: all sessions of the user. */
  readonly session: string | undefined;
  /** Instant in epoch milliseconds; sessions that began later go on. */
  readonly before: number;
}

interface FetchedSession {
  /** Hash by which it waits. */
  readonly waiting: string;
  /** Hash of its token. */
  readonly hash: string;
  readonly address: string;
  readonly user_agent: string | null;
  readonly now: number;
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

  async hasOfProvider(writer: Writer, accountId: number, of: EndedAtProvider): Promise<boolean> {
    const rows = writer.selectFrom('browser_session').select('id').where('account_id', '=', accountId);
    return (
      (await rows
        .where((is) => isOfProvider(is, of))
        .limit(1)
        .executeTakeFirst()) !== undefined
    );
  }

  deleteOfProvider(writer: Writer, accountId: number, of: EndedAtProvider): Promise<BrowserSessionRow[]> {
    const rows = writer.deleteFrom('browser_session').where('account_id', '=', accountId);
    return rows
      .where((is) => isOfProvider(is, of))
      .returningAll()
      .execute();
  }

  /** Deletes the sessions that a provider has given a user. @returns how many */
  async deleteOfIdentity(
    writer: Writer,
    userId: number,
    { key, subject }: { readonly key: string; readonly subject: string },
  ): Promise<number> {
    const { numDeletedRows } = await writer
      .deleteFrom('browser_session')
      .where('user_id', '=', userId)
      .where('provider_key', '=', key)
      .where('provider_subject', '=', subject)
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

  /** Gives a session that is waited for its token, and the place that fetched it. @returns `undefined` when there is none, or no longer */
  fetch(
    { waiting, now, ...taken }: FetchedSession,
    { createdAfter, usedAfter }: { readonly createdAfter: number; readonly usedAfter: number },
  ): Promise<BrowserSessionRow | undefined> {
    return this.#database
      .updateTable('browser_session')
      .set({ ...taken, last_used_at: now })
      .where('hash', '=', waiting)
      .where('created_at', '>', createdAfter)
      .where('last_used_at', '>', usedAfter)
      .returningAll()
      .executeTakeFirst();
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

/** A session whose name at the provider is unknown may be the one that is meant, if it is of the same user. */
function isOfProvider(
  is: ExpressionBuilder<Tables, 'browser_session'>,
  { key, subject, session, before }: EndedAtProvider,
) {
  const ofUser = subject === undefined ? undefined : is('provider_subject', '=', subject);
  const known = session === undefined ? undefined : is('provider_session', '=', session);
  const unnamed = ofUser && session !== undefined ? is.and([ofUser, is('provider_session', 'is', null)]) : undefined;
  const named = known && ofUser ? is.and([known, ofUser]) : (known ?? ofUser);
  const either = [named, unnamed].filter((each) => each !== undefined);
  return is.and([is('provider_key', '=', key), is('created_at', '<=', before), is.or(either)]); // none of none is false
}
