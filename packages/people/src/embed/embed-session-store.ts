import { type Insertable, type Selectable, sql } from 'kysely';
import type { EmbedSessionTable, EmbedTokenTable, UserTable, Writer } from '@orrery/store';
import { isPerson } from '../user/index.ts';

export type EmbedSessionRow = Selectable<EmbedSessionTable>;
export type TokenRow = Selectable<EmbedTokenTable>;

/** A token with its viewer and tenant, read by one statement. */
export interface ViewerRow extends TokenRow {
  readonly epoch: number;
  readonly kind: string;
  readonly status: string;
  readonly username: string;
  readonly external_id: string | null;
  readonly email: string | null;
  readonly display_name: string | null;
  readonly picture: string | null;
  /** When the time of an ephemeral viewer is over. */
  readonly user_expires_at: number | null;
  readonly tenant_name: string | null;
}

/** The choice of the tokens in a list. */
export interface TokenFilter {
  readonly accountId: number;
  /** `null`: the account's own partition. */
  readonly tenantId: number | null;
  readonly deployments: 'all' | readonly number[];
  readonly now: number;
}

/** Rows of `embed_session` and `embed_token`. */
export class EmbedSessionStore {
  async insert(writer: Writer, row: Insertable<EmbedSessionTable>): Promise<void> {
    await writer.insertInto('embed_session').values(row).execute();
  }

  /** Reads and deletes a session by one statement, so that only one of several gets it. */
  take(writer: Writer, hash: string, now: number): Promise<EmbedSessionRow | undefined> {
    return writer
      .deleteFrom('embed_session')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
  }

  async insertToken(writer: Writer, row: Insertable<EmbedTokenTable>): Promise<void> {
    await writer.insertInto('embed_token').values(row).execute();
  }

  findViewer(writer: Writer, jti: string): Promise<ViewerRow | undefined> {
    return writer
      .selectFrom('embed_token')
      .innerJoin('account_user', 'account_user.id', 'embed_token.user_id')
      .innerJoin('account', 'account.id', 'embed_token.account_id')
      .leftJoin('embed_tenant', 'embed_tenant.id', 'embed_token.embed_tenant_id')
      .selectAll('embed_token')
      .select(['account.epoch', 'kind', 'status', 'username', 'external_id', 'email', 'display_name', 'picture'])
      .select(['account_user.expires_at as user_expires_at', 'embed_tenant.name as tenant_name'])
      .where('jti', '=', jti)
      .executeTakeFirst();
  }

  /** The user of a session; the time of an ephemeral one may be over. */
  user(writer: Writer, accountId: number, userId: number): Promise<Selectable<UserTable> | undefined> {
    return writer
      .selectFrom('account_user')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .executeTakeFirst();
  }

  /** The active person of the account with this username, else the only one with this e-mail address. */
  async activeUser(
    writer: Writer,
    accountId: number,
    usernameKey: string,
  ): Promise<{ readonly id: number } | undefined> {
    const active = writer
      .selectFrom('account_user')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'internal')
      .where(isPerson)
      .where('status', '=', 'active');
    const named = await active.where('username_key', '=', usernameKey).executeTakeFirst();
    if (named) return named;
    const alike = await active.where(sql`LOWER(email)`, '=', usernameKey).limit(2).execute();
    return alike.length === 1 ? alike[0] : undefined;
  }

  /** Tokens that are not over, by number. */
  list(
    writer: Writer,
    filter: TokenFilter,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<readonly (TokenRow & Pick<Selectable<UserTable>, 'username' | 'external_id' | 'kind'>)[]> {
    return this.#tokens(writer, filter)
      .innerJoin('account_user', 'account_user.id', 'embed_token.user_id')
      .selectAll('embed_token')
      .select(['username', 'external_id', 'kind'])
      .where('embed_token.id', '>', afterId)
      .orderBy('embed_token.id')
      .limit(most)
      .execute();
  }

  /** @returns the users whose tokens were deleted */
  async revoke(
    writer: Writer,
    filter: TokenFilter,
    which: { readonly id: number } | { readonly userId: number },
  ): Promise<readonly number[]> {
    const ids = this.#tokens(writer, filter)
      .select('embed_token.id')
      .$if('id' in which, (query) => query.where('embed_token.id', '=', 'id' in which ? which.id : 0))
      .$if('userId' in which, (query) => query.where('user_id', '=', 'userId' in which ? which.userId : 0));
    const rows = await writer.deleteFrom('embed_token').where('id', 'in', ids).returning('user_id').execute();
    return rows.map(({ user_id }) => user_id);
  }

  /** Deletes sessions of a user that no browser has exchanged yet. */
  async deleteSessions(
    writer: Writer,
    { accountId, tenantId, deployments }: TokenFilter,
    userId: number,
  ): Promise<void> {
    await writer
      .deleteFrom('embed_session')
      .where('account_id', '=', accountId)
      .where('embed_tenant_id', tenantId === null ? 'is' : '=', tenantId)
      .where('user_id', '=', userId)
      .$if(deployments !== 'all', (query) =>
        query.where('deployment_id', 'in', deployments === 'all' ? [] : [...deployments, 0]),
      )
      .execute();
  }

  /** Deletes some of what is over. @returns whether there may be more */
  async deleteOver(writer: Writer, now: number, most: number): Promise<boolean> {
    let hasMore = false;
    for (const table of ['embed_session', 'embed_token'] as const) {
      const over = writer.selectFrom(table).select('id').where('expires_at', '<=', now).limit(most);
      const { numDeletedRows } = await writer.deleteFrom(table).where('id', 'in', over).executeTakeFirstOrThrow();
      hasMore ||= Number(numDeletedRows) === most;
    }
    return hasMore;
  }

  #tokens(writer: Writer, { accountId, tenantId, deployments, now }: TokenFilter) {
    return writer
      .selectFrom('embed_token')
      .where('embed_token.account_id', '=', accountId)
      .where('embed_token.embed_tenant_id', tenantId === null ? 'is' : '=', tenantId)
      .where('embed_token.expires_at', '>', now)
      .$if(deployments !== 'all', (query) =>
        query.where('deployment_id', 'in', deployments === 'all' ? [] : [...deployments, 0]),
      );
  }
}
