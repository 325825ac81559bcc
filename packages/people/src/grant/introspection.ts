import type { OAuthScope } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import type { AccountSecrets } from '../secret/index.ts';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import { GrantStore } from './grant-store.ts';
import { endOfGrant } from './grant-times.ts';
import { scopesIn } from './json-list.ts';
import type { OAuthClient } from './oauth-client.ts';
import { recentlyReplaced, replacedIn } from './recent.ts';
import { isAuthentic, isToken, readRefresh } from './token-text.ts';
import { TokenStore } from './token-store.ts';

/** A token that is good at this moment. Instants are epoch milliseconds. */
export interface IntrospectedToken {
  readonly kind: 'access' | 'refresh';
  readonly scopes: readonly OAuthScope[];
  readonly userId: number;
  readonly username: string;
  readonly audience: string | undefined;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

interface IntrospectionDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<AccountSecrets, 'of'>;
}

/** Says what a token is good for, to the client that it was issued to. */
export class Introspection {
  readonly #tokens: TokenStore;
  readonly #grants: GrantStore;
  readonly #dependencies: IntrospectionDependencies;

  constructor(dependencies: IntrospectionDependencies) {
    this.#tokens = new TokenStore(dependencies.database);
    this.#grants = new GrantStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /**
   * Looks a token up in the store, not in what a node remembers. The caller has authenticated the client.
   *
   * @returns `undefined` for a token that is no good, whatever the reason, and for one of another client
   */
  introspect(text: string, client: OAuthClient): Promise<IntrospectedToken | undefined> {
    return isToken('access', text) ? this.#access(text, client) : this.#refresh(text, client);
  }

  async #access(text: string, { clientId }: OAuthClient): Promise<IntrospectedToken | undefined> {
    const row = await this.#tokens.findByHash(hashOfOpaqueText(text));
    if (row?.client_text !== clientId || row.ended_at !== null || row.status !== 'active') return undefined;
    if (row.expires_at <= this.#dependencies.clock.now()) return undefined;
    return {
      kind: 'access',
      scopes: scopesIn(row.token_scopes),
      userId: row.user_id,
      username: row.username,
      audience: row.audience ?? undefined,
      issuedAt: row.token_created_at,
      expiresAt: row.expires_at,
    };
  }

  async #refresh(text: string, client: OAuthClient): Promise<IntrospectedToken | undefined> {
    const { clock, secrets } = this.#dependencies;
    const token = readRefresh(text);
    const row = token && (await this.#grants.find(token.handle));
    if (!token || !row || row.client_id !== client.id) return undefined;
    const secret = await secrets.of(row.account_id);
    if (!secret || !isAuthentic(secret.key, token)) return undefined;
    const now = clock.now();
    const expiresAt = endOfGrant(row.refreshed_at, row.expires_at);
    if (row.ended_at !== null || row.status !== 'active' || expiresAt <= now) return undefined;
    const isGood =
      token.generation >= row.generation || replacedIn(recentlyReplaced(row.recent, now), token.generation);
    if (!isGood) return undefined;
    return {
      kind: 'refresh',
      scopes: scopesIn(row.scopes),
      userId: row.user_id,
      username: row.username,
      audience: row.resource ?? undefined,
      issuedAt: row.refreshed_at,
      expiresAt,
    };
  }
}
