import type { Insertable, Selectable } from 'kysely';
import type { Database, SignInLinkTable, Writer } from '@orrery/store';

export type LinkRow = Selectable<SignInLinkTable>;

/** Rows of `user_password`, `sign_in_link` and `sign_in_failure`. */
export class SignInStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async passwordOf(writer: Writer, userId: number): Promise<string | undefined> {
    const row = await writer
      .selectFrom('user_password')
      .select('hash')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.hash;
  }

  async setPassword(writer: Writer, userId: number, hash: string, now: number): Promise<void> {
    await writer
      .insertInto('user_password')
      .values({ user_id: userId, hash, set_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, set_at: now }))
      .execute();
  }

  /** Inserts a link in place of earlier ones. */
  async insertLink(writer: Writer, row: Insertable<SignInLinkTable>): Promise<void> {
    await this.deleteLinks(writer, row.user_id);
    await writer.insertInto('sign_in_link').values(row).execute();
  }

  async deleteLinks(writer: Writer, userId: number): Promise<void> {
    await writer.deleteFrom('sign_in_link').where('user_id', '=', userId).execute();
  }

  async lastLinkAt(writer: Writer, userId: number): Promise<number | undefined> {
    const links = writer.selectFrom('sign_in_link').where('user_id', '=', userId);
    const row = await links.select(({ fn }) => fn.max('created_at').as('at')).executeTakeFirst();
    return row?.at ?? undefined;
  }

  /** Deletes and returns a link, so that only one request can use it. */
  takeLink(writer: Writer, hash: string): Promise<LinkRow | undefined> {
    return writer.deleteFrom('sign_in_link').where('hash', '=', hash).returningAll().executeTakeFirst();
  }

  /** Finds a link with the account of its user. */
  findLink(hash: string): Promise<(LinkRow & { readonly account_id: number }) | undefined> {
    return this.#database
      .selectFrom('sign_in_link')
      .innerJoin('account_user', 'account_user.id', 'sign_in_link.user_id')
      .selectAll('sign_in_link')
      .select('account_user.account_id')
      .where('hash', '=', hash)
      .executeTakeFirst();
  }

  /** Lists the latest failures, newest first. */
  async failures(
    accountId: number,
    usernameKey: string,
    address: string,
    { since, most }: { readonly since: number; readonly most: number },
  ): Promise<readonly number[]> {
    const rows = await this.#database
      .selectFrom('sign_in_failure')
      .select('failed_at')
      .where('account_id', '=', accountId)
      .where('username_key', '=', usernameKey)
      .where('address', '=', address)
      .where('failed_at', '>', since)
      .orderBy('failed_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ failed_at }) => failed_at);
  }

  async insertFailure(
    writer: Writer,
    accountId: number,
    usernameKey: string,
    address: string,
    { now, forgetBefore }: { readonly now: number; readonly forgetBefore: number },
  ): Promise<void> {
    await writer.deleteFrom('sign_in_failure').where('failed_at', '<', forgetBefore).execute();
    await writer
      .insertInto('sign_in_failure')
      .values({ account_id: accountId, username_key: usernameKey, address, failed_at: now })
      .execute();
  }

  async deleteFailures(writer: Writer, accountId: number, usernameKey: string, address: string): Promise<void> {
    await writer
      .deleteFrom('sign_in_failure')
      .where('account_id', '=', accountId)
      .where('username_key', '=', usernameKey)
      .where('address', '=', address)
      .execute();
  }
}
