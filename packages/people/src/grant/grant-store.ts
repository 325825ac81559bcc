import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import {
  type Database,
  kindOf,
  type OAuthGrantTable,
  type OAuthTokenTable,
  type Tables,
  type UserTable,
  type Writer,
} from '@orrery/store';
import type { AliveAt } from './grant-times.ts';

/** A grant with its client and its user. */
export interface OAuthGrantRow
  extends Selectable<OAuthGrantTable>,
    Pick<Selectable<UserTable>, 'username' | 'email' | 'status'> {
  readonly client_name: string;
  /** The name by which the client calls itself. */
  readonly client_text: string;
  readonly client_kind: string;
  readonly client_redirects: string;
  /** Deployments it is limited to; meaningless when it has all. */
  readonly deploymentIds: readonly number[];
}

export interface GrantRange {
  readonly userId?: number | undefined;
  /** Row of the client. */
  readonly clientId?: number | undefined;
  readonly afterId?: number | undefined;
  readonly most?: number | undefined;
}

/** Grants that end; all members that are there are matched. */
export interface EndedGrants {
  readonly grantId?: number | undefined;
  readonly userId?: number | undefined;
  /** Row of the client. */
  readonly clientId?: number | undefined;
  /** Whether codes and approvals of devices that would begin others go too. */
  readonly withBeginnings: boolean;
}

/** Columns that say which refresh token of a grant is the current one. */
export type RefreshColumns = Pick<Selectable<OAuthGrantTable>, 'generation' | 'recent' | 'refreshed_at'>;

/** The grant of a token. */
type TokenOwner = Pick<Selectable<OAuthGrantTable>, 'id' | 'account_id' | 'client_id'>;

/** A grant with the state of its user. */
type GrantOfUser = Selectable<OAuthGrantTable> & Pick<Selectable<UserTable>, 'username' | 'email' | 'status'>;

/** Rows of `oauth_grant`, `oauth_grant_deployment` and `oauth_token`. */
export class GrantStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(writer: Writer, row: Insertable<OAuthGrantTable>, deploymentIds: readonly number[]): Promise<number> {
    const { id } = await writer.insertInto('oauth_grant').values(row).returning('id').executeTakeFirstOrThrow();
    const pairs = deploymentIds.map((deploymentId) => ({ grant_id: id, deployment_id: deploymentId }));
    if (pairs.length > 0) await writer.insertInto('oauth_grant_deployment').values(pairs).execute();
    await writer.updateTable('oauth_client').set({ used_at: row.created_at }).where('id', '=', row.client_id).execute();
    return id;
  }

  /**
   * Inserts an access token, and replaces the refresh token of its grant where another one is given: by one statement on
   * PostgreSQL, because each is a way there and back. SQLite has no such statement, and no way.
   */
  async insertToken(writer: Writer, row: Insertable<OAuthTokenTable>, refresh?: RefreshColumns): Promise<void> {
    const replacedBy = (set: RefreshColumns) => (database: Pick<Writer, 'updateTable'>) =>
      database.updateTable('oauth_grant').set(set).where('id', '=', row.grant_id);
    if (refresh && kindOf(writer) === 'postgres') {
      await writer.with('replaced', replacedBy(refresh)).insertInto('oauth_token').values(row).execute();
      return;
    }
    if (refresh) await replacedBy(refresh)(writer).execute();
    await writer.insertInto('oauth_token').values(row).execute();
  }

  /** The grant of a refresh token with its user, by its handle. */
  find(handle: string): Promise<GrantOfUser | undefined> {
    return this.#database
      .selectFrom('oauth_grant')
      .innerJoin('account_user', 'account_user.id', 'oauth_grant.user_id')
      .selectAll('oauth_grant')
      .select(['username', 'account_user.email', 'account_user.status'])
      .where('handle', '=', handle)
      .executeTakeFirst();
  }

  /** The account of a grant, by which its secret is found. */
  async accountOf(handle: string): Promise<number | undefined> {
    const row = await this.#database
      .selectFrom('oauth_grant')
      .select('account_id')
      .where('handle', '=', handle)
      .executeTakeFirst();
    return row?.account_id;
  }

  /** The grant of a refresh token, by its handle, unless it has ended. */
  ownerOfHandle(handle: string): Promise<TokenOwner | undefined> {
    return this.#database
      .selectFrom('oauth_grant')
      .select(['id', 'account_id', 'client_id'])
      .where('handle', '=', handle)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
  }

  /** The grant of an access token. */
  ownerOfToken(hash: string): Promise<TokenOwner | undefined> {
    return this.#database
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .select(['oauth_grant.id', 'oauth_grant.account_id', 'oauth_grant.client_id'])
      .where('oauth_token.hash', '=', hash)
      .executeTakeFirst();
  }

  async deleteToken(writer: Writer, grantId: number, hash: string): Promise<void> {
    await writer.deleteFrom('oauth_token').where('grant_id', '=', grantId).where('hash', '=', hash).execute();
  }

  /** Reads a grant and keeps others from changing it until the transaction ends. SQLite has one writer at a time. */
  lock(writer: Writer, accountId: number, handle: string): Promise<GrantOfUser | undefined> {
    return writer
      .selectFrom('oauth_grant')
      .innerJoin('account_user', 'account_user.id', 'oauth_grant.user_id')
      .selectAll('oauth_grant')
      .select(['username', 'account_user.email', 'account_user.status'])
      .where('oauth_grant.account_id', '=', accountId)
      .where('oauth_grant.handle', '=', handle)
      .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE OF oauth_grant`))
      .executeTakeFirst();
  }

  /** Notes that a grant without refresh tokens goes on. */
  async keepAlive(writer: Writer, id: number, now: number): Promise<void> {
    await writer.updateTable('oauth_grant').set({ refreshed_at: now }).where('id', '=', id).execute();
  }

  async list(
    writer: Writer,
    accountId: number,
    { userId, clientId, afterId = 0, most }: GrantRange,
    alive: AliveAt,
  ): Promise<readonly OAuthGrantRow[]> {
    const rows = await writer
      .selectFrom('oauth_grant')
      .innerJoin('account_user', 'account_user.id', 'oauth_grant.user_id')
      .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
      .selectAll('oauth_grant')
      .select(['username', 'account_user.email', 'account_user.status'])
      .select([
        'oauth_client.name as client_name',
        'oauth_client.client_id as client_text',
        'oauth_client.kind as client_kind',
        'oauth_client.redirect_uris as client_redirects',
      ])
      .where('oauth_grant.account_id', '=', accountId)
      .where('oauth_grant.id', '>', afterId)
      .where(isLive(alive))
      .$if(userId !== undefined, (query) => query.where('oauth_grant.user_id', '=', userId ?? 0))
      .$if(clientId !== undefined, (query) => query.where('oauth_grant.client_id', '=', clientId ?? 0))
      .orderBy('oauth_grant.id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
    const pairs = await writer
      .selectFrom('oauth_grant_deployment')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_grant_deployment.grant_id')
      .select(['grant_id', 'deployment_id'])
      .where('oauth_grant.account_id', '=', accountId)
      .where('oauth_grant.id', '>', afterId)
      .where('oauth_grant.id', '<=', rows.at(-1)?.id ?? 0)
      .$if(userId !== undefined, (query) => query.where('oauth_grant.user_id', '=', userId ?? 0))
      .$if(clientId !== undefined, (query) => query.where('oauth_grant.client_id', '=', clientId ?? 0))
      .orderBy('deployment_id')
      .execute();
    const byGrant = Map.groupBy(pairs, ({ grant_id }) => grant_id);
    return rows.map((row) => ({
      ...row,
      deploymentIds: (byGrant.get(row.id) ?? []).map(({ deployment_id }) => deployment_id),
    }));
  }

  /**
   * Ends grants that have not ended, and deletes their tokens.
   *
   * @returns those that it ended, with the names of their clients
   */
  async end(
    writer: Writer,
    accountId: number,
    { grantId, userId, clientId, withBeginnings }: EndedGrants,
    set: Pick<Selectable<OAuthGrantTable>, 'ended_at' | 'end_reason'>,
  ): Promise<readonly { readonly id: number; readonly user_id: number; readonly client: string }[]> {
    if (grantId === undefined) await this.#deleteBeginnings(writer, accountId, { userId, clientId });
    const rows = await writer
      .updateTable('oauth_grant')
      .set(set)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .$if(grantId !== undefined, (query) => query.where('id', '=', grantId ?? 0))
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? 0))
      .returning(['id', 'user_id', 'client_id'])
      .execute();
    const names = new Map<number, string>();
    for (const { id, user_id, client_id } of rows) {
      await writer.deleteFrom('oauth_token').where('grant_id', '=', id).execute();
      if (grantId !== undefined && withBeginnings) {
        await this.#deleteBeginnings(writer, accountId, { userId: user_id, clientId: client_id });
      }
      if (!names.has(client_id)) names.set(client_id, await this.#clientName(writer, client_id));
    }
    return rows.map(({ id, user_id, client_id }) => ({ id, user_id, client: names.get(client_id) ?? '' }));
  }

  /** Deletes tokens that are over, and grants that ended or were not used for long. @returns whether there may be more */
  async deleteOver(tokensBefore: number, grantsBefore: AliveAt, most: number): Promise<boolean> {
    const tokens = await this.#database
      .deleteFrom('oauth_token')
      .where('id', 'in', (is) =>
        is.selectFrom('oauth_token').select('id').where('expires_at', '<=', tokensBefore).limit(most),
      )
      .executeTakeFirstOrThrow();
    const grants = await this.#database
      .deleteFrom('oauth_grant')
      .where('id', 'in', (is) =>
        is
          .selectFrom('oauth_grant')
          .select('id')
          .where((where) =>
            where.or([
              where('ended_at', '<=', grantsBefore.now),
              where('expires_at', '<=', grantsBefore.now),
              where('refreshed_at', '<=', grantsBefore.refreshedAfter),
            ]),
          )
          .limit(most),
      )
      .executeTakeFirstOrThrow();
    return Number(tokens.numDeletedRows) === most || Number(grants.numDeletedRows) === most;
  }

  /** Deletes codes and approvals of devices that would begin another grant. */
  async #deleteBeginnings(
    writer: Writer,
    accountId: number,
    { userId, clientId }: Pick<EndedGrants, 'userId' | 'clientId'>,
  ): Promise<void> {
    await writer
      .deleteFrom('oauth_code')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? 0))
      .execute();
    await writer
      .deleteFrom('oauth_device')
      .where('account_id', '=', accountId)
      .where('status', '=', 'approved')
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? 0))
      .execute();
  }

  async #clientName(writer: Writer, id: number): Promise<string> {
    const { name } = await writer
      .selectFrom('oauth_client')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return name;
  }
}

/** Matches grants that have not ended, neither by anybody nor by themselves. */
export function isLive({ now, refreshedAfter }: AliveAt) {
  return (is: ExpressionBuilder<Tables, 'oauth_grant'>) =>
    is.and([
      is('oauth_grant.ended_at', 'is', null),
      is('oauth_grant.expires_at', '>', now),
      is('oauth_grant.refreshed_at', '>', refreshedAfter),
    ]);
}
