import type { Insertable, Selectable, Updateable } from 'kysely';
import type { OAuthClientTable, Writer } from '@orrery/store';
import type { OAuthClientRow } from '../client-store.ts';
import type { AliveAt } from '../grant-times.ts';

/** A client with its grants in one account. */
export interface AccountClientRow extends OAuthClientRow {
  /** How many live ones it has. */
  readonly grant_count: number;
  /** The last use of any of them, as far as they are kept. */
  readonly last_use: number | null;
}

interface AccountClientRange {
  readonly afterId?: number | undefined;
  readonly most?: number | undefined;
}

/** Rows of `oauth_client` as one account sees them: its own, and those of the installation that have a grant in it. */
export class AccountClientStore {
  async list(
    writer: Writer,
    accountId: number,
    { afterId = 0, most }: AccountClientRange,
    { now, refreshedAfter }: AliveAt,
  ): Promise<readonly AccountClientRow[]> {
    const live = writer
      .selectFrom('oauth_grant')
      .select('client_id')
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('refreshed_at', '>', refreshedAfter);
    const rows = await writer
      .selectFrom('oauth_client')
      .selectAll()
      .where('id', '>', afterId)
      .where((is) =>
        is.or([is('account_id', '=', accountId), is.and([is('account_id', 'is', null), is('id', 'in', live)])]),
      )
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
    const uses = await writer
      .selectFrom('oauth_grant')
      .select((is) => [
        'client_id',
        is.fn
          .countAll<number>()
          .filterWhere('ended_at', 'is', null)
          .filterWhere('expires_at', '>', now)
          .filterWhere('refreshed_at', '>', refreshedAfter)
          .as('count'),
        is.fn.max<number>(is.fn.coalesce('last_used_at', 'created_at')).as('last'),
      ])
      .where('account_id', '=', accountId)
      .where('client_id', '>', afterId)
      .where('client_id', '<=', rows.at(-1)?.id ?? 0)
      .groupBy('client_id')
      .execute();
    const useOf = new Map(uses.map(({ client_id, count, last }) => [client_id, { count, last }]));
    return rows.map((row) => {
      const { count = 0, last = null } = useOf.get(row.id) ?? {};
      return { ...row, grant_count: Number(count), last_use: last === null ? null : Number(last) };
    });
  }

  async insert(writer: Writer, row: Insertable<OAuthClientTable>): Promise<number> {
    const { id } = await writer.insertInto('oauth_client').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  }

  /** Finds a client that an admin of the account made. */
  own(writer: Writer, accountId: number, id: number): Promise<Selectable<OAuthClientTable> | undefined> {
    return writer
      .selectFrom('oauth_client')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', 'admin')
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async update(writer: Writer, accountId: number, id: number, set: Updateable<OAuthClientTable>): Promise<void> {
    await writer
      .updateTable('oauth_client')
      .set(set)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }

  async delete(writer: Writer, accountId: number, id: number): Promise<void> {
    await writer.deleteFrom('oauth_client').where('account_id', '=', accountId).where('id', '=', id).execute();
  }
}
