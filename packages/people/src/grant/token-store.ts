import type { Selectable } from 'kysely';
import type { Database, OAuthGrantTable, UserTable } from '@orrery/store';

/** An access token with everything that decides its rights, read by one statement. Its number is that of its grant. */
export interface TokenRightsRow
  extends Pick<
      Selectable<OAuthGrantTable>,
      'id' | 'account_id' | 'user_id' | 'has_all_deployments' | 'last_used_at' | 'ended_at'
    >,
    Pick<Selectable<UserTable>, 'username' | 'email' | 'role' | 'status'> {
  readonly hash: string;
  /** JSON list. */
  readonly token_scopes: string;
  readonly audience: string | null;
  readonly token_created_at: number;
  readonly expires_at: number;
  /** The name by which the client calls itself. */
  readonly client_text: string;
  readonly client_name: string;
  readonly epoch: number;
  /** Deployments it is limited to; meaningless when it has all. */
  readonly deploymentIds: readonly number[];
}

/** Access tokens, as requests bring them. */
export class TokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Finds a token by one statement, so that no change can fall between the token and its epoch. */
  async findByHash(hash: string): Promise<TokenRightsRow | undefined> {
    const rows = await this.#database
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
      .innerJoin('account_user', (join) =>
        join
          .onRef('account_user.id', '=', 'oauth_grant.user_id')
          .onRef('account_user.account_id', '=', 'oauth_grant.account_id'),
      )
      .innerJoin('account', 'account.id', 'oauth_grant.account_id')
      .leftJoin('oauth_grant_deployment', 'oauth_grant_deployment.grant_id', 'oauth_grant.id')
      .select([
        'oauth_token.hash',
        'oauth_token.scopes as token_scopes',
        'oauth_token.audience',
        'oauth_token.created_at as token_created_at',
        'oauth_token.expires_at',
      ])
      .select(['oauth_grant.id', 'oauth_grant.account_id', 'oauth_grant.user_id', 'oauth_grant.has_all_deployments'])
      .select(['oauth_grant.last_used_at', 'oauth_grant.ended_at', 'oauth_client.client_id as client_text'])
      .select('oauth_client.name as client_name')
      .select(['username', 'account_user.email', 'account_user.role', 'account_user.status', 'account.epoch'])
      .select('oauth_grant_deployment.deployment_id')
      .where('oauth_token.hash', '=', hash)
      .execute();
    const [row] = rows;
    return row && { ...row, deploymentIds: rows.flatMap(({ deployment_id }) => deployment_id ?? []) };
  }

  /** Records a use of a grant; nodes that record the same minute write once. */
  async recordUse(grantId: number, now: number, sinceMs: number): Promise<void> {
    await this.#database
      .updateTable('oauth_grant')
      .set({ last_used_at: now })
      .where('id', '=', grantId)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', now - sinceMs)]))
      .execute();
  }
}
