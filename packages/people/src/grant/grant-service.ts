import { type AuditActor, Forbidden, NotFound, type OAuthScope } from '@orrery/kernel';
import { type Database, lockAccount } from '@orrery/store';
import type { Change, Changes, RightsChange } from '../change/index.ts';
import type { AccountSecrets } from '../secret/index.ts';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import { type GrantRange, GrantStore, type RefreshColumns } from './grant-store.ts';
import { accessMs, type AliveAt, aliveAt, endOfGrant, idleMs, keptMs, longestMs } from './grant-times.ts';
import { scopesIn } from './json-list.ts';
import { lockServiceClient, type ServiceClient } from './account-client/service-client.ts';
import { isActiveUser } from './is-active-user.ts';
import { isWithin } from './is-within.ts';
import {
  type IssuedTokens,
  type NewGrant,
  type OAuthGrant,
  type RefreshInput,
  refused,
  type TokenOutcome,
} from './oauth-grant.ts';
import type { OAuthClient } from './oauth-client.ts';
import { readGrant } from './read-grant.ts';
import { recentlyReplaced, type ReplacedToken, replacedIn } from './recent.ts';
import {
  isAuthentic,
  isToken,
  makeHandle,
  makeToken,
  readRefresh,
  refreshText,
  type RefreshToken,
} from './token-text.ts';

/** Live grants of a person for one client, such as on many machines. */
const mostOfClient = 50;
/** Refresh tokens that are remembered while they are good; a client that refreshes more often keeps its current one. */
const mostRecent = 200;
/** Rows of each table that one statement deletes. */
const mostForgotten = 1_000;

interface GrantServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly secrets: Pick<AccountSecrets, 'of' | 'ensure'>;
}

/** A request of a client for a token of its own. */
interface ClientTokenInput {
  /** The caller has authenticated it. */
  readonly client: OAuthClient;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
}

/** A grant whose tokens are made. */
type Issuing = Pick<OAuthGrant, 'id' | 'scopes' | 'resource'> & { readonly endsAt: number };

/**
 * Grants of people to applications, and their tokens.
 *
 * Each grant has one current refresh token. A refresh makes the next one; the previous one stays valid for a few
 * minutes, any number of times, because clients refresh several times at once and lose answers. An older one can only
 * be a copy, and its use ends the grant.
 */
export class GrantService {
  readonly #store: GrantStore;
  readonly #dependencies: GrantServiceDependencies;

  constructor(dependencies: GrantServiceDependencies) {
    this.#store = new GrantStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Begins a grant. The caller has checked that its user is active. @throws Forbidden for a client of another account */
  async begin(change: Change, input: NewGrant): Promise<IssuedTokens> {
    requireReach(input.client, change.accountId);
    const secret = await this.#dependencies.secrets.ensure(change);
    const { handle, ...issuing } = await this.#insert(change, input);
    const access = await this.#issue(change, issuing, {});
    if (!input.client.grantTypes.includes('refresh_token')) return access;
    const refreshEndsAt = endOfGrant(change.now, issuing.endsAt);
    return { ...access, refreshToken: refreshText(secret.key, handle, 0), refreshEndsAt };
  }

  /**
   * Issues an access token to a client that acts for no person, by its one grant, which begins with its first token. Its
   * secret does what a refresh token does elsewhere.
   */
  async issueToClient({ client, scopes, resource }: ClientTokenInput): Promise<TokenOutcome> {
    const { accountId, serviceUserId } = client;
    if (accountId === undefined || serviceUserId === undefined) return refused(noService, 'unauthorized_client');
    return this.#dependencies.changes.makeTogether({ accountId, by: nobody }, async (change) => {
      const { transaction } = change;
      // So that an application or a service user that is changed meanwhile is seen as that, and no second grant begins.
      await lockAccount(transaction, accountId);
      const service = await lockServiceClient(transaction, accountId, client.id);
      const isActive = service && (await isActiveUser(transaction, accountId, service.userId));
      if (!isActive) return refused(noService, 'unauthorized_client');
      if (scopes.length === 0 || scopes.some((scope) => !service.scopes.includes(scope)))
        return refused(tooMuch, 'invalid_scope');
      const issuing = await this.#standing(change, { client, service });
      return { kind: 'issued', tokens: await this.#issue(change, issuing, { scopes, resource }) };
    });
  }

  /**
   * Answers another access token, and the current refresh token.
   *
   * The proof of a token is not in the store, so a guess ends nothing, and neither does another client that sends a token
   * that is not its own.
   */
  async refresh(input: RefreshInput): Promise<TokenOutcome> {
    const token = readRefresh(input.text);
    if (!token) return refused('malformed');
    const accountId = await this.#store.accountOf(token.handle);
    if (accountId === undefined) return refused('unknown');
    const secret = await this.#dependencies.secrets.of(accountId);
    if (!secret || !isAuthentic(secret.key, token)) return refused('not made by us');
    const outcome = await this.#dependencies.changes.makeTogether({ accountId, by: nobody }, (change) =>
      this.#refresh(change, token, secret.key, input),
    );
    if (outcome.kind !== 'reused') return outcome;
    // In a change of its own: it takes the account before the grant, as all that ends grants does.
    await this.#dependencies.changes.changeRights({ accountId, by: nobody }, (change) =>
      this.endOf(change, { grantId: outcome.grantId }, 'refresh'),
    );
    return refused('used again after its time of grace; the grant has ended');
  }

  /**
   * Revokes a token of a client: an access token alone, because the client may go on with its refresh token; a refresh
   * token with its grant. Tokens of others, and those that are over, are left as they are.
   */
  async revoke({ text, client }: Pick<RefreshInput, 'text' | 'client'>): Promise<void> {
    const refresh = readRefresh(text);
    const hash = isToken('access', text) ? hashOfOpaqueText(text) : undefined;
    const owner = await (refresh ? this.#store.ownerOfHandle(refresh.handle) : hash && this.#store.ownerOfToken(hash));
    if (!owner || owner.client_id !== client.id) return;
    const { id: grantId, account_id: accountId } = owner;
    const secret = refresh && (await this.#dependencies.secrets.of(accountId));
    if (refresh && !(secret && isAuthentic(secret.key, refresh))) return;
    // Nodes that remember the token look it up again after a change of rights.
    await this.#dependencies.changes.changeRights({ accountId, by: nobody }, async (change) => {
      if (hash === undefined) await this.endOf(change, { grantId }, 'client');
      else await this.#store.deleteToken(change.transaction, grantId, hash);
    });
  }

  /** Lists those that have not ended, in order of creation. */
  async list(accountId: number, range: GrantRange = {}): Promise<readonly OAuthGrant[]> {
    const rows = await this.#store.list(this.#dependencies.database, accountId, range, this.#alive());
    return rows.map((row) => readGrant(row, endOfGrant(row.refreshed_at, row.expires_at)));
  }

  /** Ends a grant of the account: its tokens are refused within a second, on every node. @throws NotFound */
  async end(change: RightsChange, id: number, reason: EndReason = 'person'): Promise<void> {
    const count = await this.endOf(change, { grantId: id }, reason);
    if (count === 0) throw new NotFound('oauth-grant.unknown', `There is no grant ${id}`);
  }

  /** Ends one grant if it lives, or all of a user, of a client in the account, or of both. @returns how many ended */
  async endOf(
    change: RightsChange,
    of:
      | { readonly grantId: number }
      | { readonly userId: number; readonly clientId?: number }
      | { readonly clientId: number },
    reason: EndReason = 'person',
  ): Promise<number> {
    const { transaction, accountId, now } = change;
    // A person who ends a grant means the application; a code of one that was refused is another matter.
    const withBeginnings = !('grantId' in of) || reason === 'person';
    const ended = await this.#store.end(
      transaction,
      accountId,
      { ...of, withBeginnings },
      { ended_at: now, end_reason: reason },
    );
    for (const { id, user_id: userId, client } of ended) {
      const attributes = { grant: id, userId, client, reason: reasons[reason] };
      await change.record({ event: 'Ended connected application', attributes });
    }
    return ended.length;
  }

  /**
   * Ends the grants of the person and the client of a new one that are more than may be, the longest unused first. It
   * never fails, because the tokens of the new one exist already: the next one ends what is too many now.
   */
  endExcess(accountId: number, grantId: number): Promise<void> {
    return this.#endExcess(accountId, grantId).catch(() => undefined);
  }

  async #endExcess(accountId: number, grantId: number): Promise<void> {
    const { database, changes } = this.#dependencies;
    const [made] = await this.#store.list(database, accountId, { afterId: grantId - 1, most: 1 }, this.#alive());
    if (made?.id !== grantId) return;
    const range = { userId: made.user_id, clientId: made.client_id };
    const rows = await this.#store.list(database, accountId, range, this.#alive());
    const excess = rows.length - mostOfClient;
    if (excess <= 0) return;
    const oldest = rows.toSorted((one, other) => lastUseOf(one) - lastUseOf(other)).slice(0, excess);
    await changes.changeRights({ accountId, by: nobody }, async (change) => {
      for (const { id: grantId } of oldest) await this.endOf(change, { grantId }, 'excess');
    });
  }

  /** Deletes what is over, of all accounts. */
  async forget(): Promise<void> {
    const now = this.#dependencies.clock.now();
    const kept = { now: now - keptMs, refreshedAfter: now - idleMs - keptMs };
    while (await this.#store.deleteOver(now, kept, mostForgotten));
  }

  /** Continues the grant of a client that acts for no person, or begins one where none lasts as long as a token. */
  async #standing(
    change: Change,
    { client, service }: { readonly client: OAuthClient; readonly service: ServiceClient },
  ): Promise<Issuing> {
    const { transaction, accountId, now } = change;
    const range = { userId: service.userId, clientId: client.id };
    const rows = await this.#store.list(transaction, accountId, range, aliveAt(now));
    const row = rows.find(({ kind, expires_at }) => kind === 'client' && expires_at >= now + accessMs);
    if (row) {
      await this.#store.keepAlive(transaction, row.id, now);
      return { id: row.id, scopes: scopesIn(row.scopes), resource: undefined, endsAt: row.expires_at };
    }
    const { userId, scopes, deployments } = service;
    return this.#insert(change, { client, userId, kind: 'client', scopes, resource: undefined, deployments });
  }

  async #insert(change: Change, input: NewGrant): Promise<Issuing & { readonly handle: string }> {
    const { transaction, accountId, now } = change;
    const { client, deployments, scopes, resource } = input;
    const handle = makeHandle();
    const row = {
      account_id: accountId,
      user_id: input.userId,
      client_id: client.id,
      kind: input.kind,
      handle,
      scopes: JSON.stringify(scopes),
      resource: resource ?? null,
      redirect_uri: input.redirectUri ?? null,
      document_hash: input.documentHash ?? null,
      has_all_deployments: deployments === 'all' ? 1 : 0,
      created_at: now,
      refreshed_at: now,
      expires_at: now + longestMs,
    };
    const id = await this.#store.insert(transaction, row, deployments === 'all' ? [] : deployments);
    return { id, scopes, resource, endsAt: row.expires_at, handle };
  }

  async #refresh(
    change: Change,
    { handle, generation }: RefreshToken,
    key: Uint8Array,
    { client, scopes, resource }: RefreshInput,
  ): Promise<TokenOutcome | { readonly kind: 'reused'; readonly grantId: number }> {
    const { transaction, accountId } = change;
    const row = await this.#store.lock(transaction, accountId, handle);
    const { now } = change;
    if (!row) return refused('unknown');
    if (row.client_id !== client.id || !isReachedBy(client, accountId)) return refused('of another client');
    if (row.ended_at !== null) return refused('its grant has ended');
    if (endOfGrant(row.refreshed_at, row.expires_at) <= now) return refused('its grant is over');
    if (row.status !== 'active') return refused('its user is not active');
    const recent = recentlyReplaced(row.recent, now);
    // We made each of them; one to come was made after the state that the store was restored to.
    const isCurrent = generation >= row.generation;
    if (!isCurrent && !replacedIn(recent, generation)) return { kind: 'reused', grantId: row.id };
    const granted = scopesIn(row.scopes);
    if (scopes?.some((scope) => !granted.includes(scope))) return refused('more than was granted', 'invalid_scope');
    if (!isWithin(resource, row.resource)) return refused('for another address', 'invalid_target');
    const isReplaced = isCurrent && (generation > row.generation || recent.length < mostRecent);
    const issuing = { id: row.id, scopes: granted, resource: row.resource ?? undefined, endsAt: row.expires_at };
    const replaced = isReplaced ? replacedBy(generation, recent, now) : undefined;
    const access = await this.#issue(change, issuing, { scopes, resource }, replaced);
    const current = isReplaced ? generation + 1 : row.generation;
    const refreshEndsAt = endOfGrant(isReplaced ? now : row.refreshed_at, row.expires_at);
    return { kind: 'issued', tokens: { ...access, refreshToken: refreshText(key, handle, current), refreshEndsAt } };
  }

  async #issue(
    { transaction, now }: Change,
    grant: Issuing,
    narrowed: Pick<RefreshInput, 'scopes' | 'resource'>,
    replaced?: RefreshColumns,
  ): Promise<IssuedTokens> {
    const accessToken = makeToken('access');
    const scopes: readonly OAuthScope[] = narrowed.scopes ?? grant.scopes;
    const expiresAt = Math.min(now + accessMs, grant.endsAt);
    const row = {
      grant_id: grant.id,
      hash: hashOfOpaqueText(accessToken),
      scopes: JSON.stringify(scopes),
      audience: narrowed.resource ?? grant.resource ?? null,
      created_at: now,
      expires_at: expiresAt,
    };
    await this.#store.insertToken(transaction, row, replaced);
    const expiresInSeconds = Math.floor((expiresAt - now) / 1_000);
    return {
      grantId: grant.id,
      accessToken,
      expiresInSeconds,
      refreshToken: undefined,
      refreshEndsAt: undefined,
      scopes,
    };
  }

  #alive(): AliveAt {
    return aliveAt(this.#dependencies.clock.now());
  }
}

/** Why a grant ends, in the words of the audit log. */
const reasons = {
  person: 'ended by a person',
  deactivated: 'its user was deactivated',
  password: 'the password was reset',
  changed: 'the password was changed, and the person ended all',
  code: 'its code was used again',
  refresh: 'a refresh token was used again',
  excess: 'the application has newer ones',
  client: 'the application revoked it',
  service: 'an admin changed what the application may do',
  secret: 'an admin made another secret',
} as const;

export type EndReason = keyof typeof reasons;

const noService = 'The service account of the client is not active';
const tooMuch = 'The scope is more than the client may have';

/** The author of what follows from a token and not from a request of a person. */
const nobody: AuditActor = { via: 'app' };

/** Makes the token after this one the current one, and remembers that it was replaced. */
function replacedBy(generation: number, recent: readonly ReplacedToken[], now: number): RefreshColumns {
  const replaced: readonly ReplacedToken[] = [...recent, [generation, now]];
  return { generation: generation + 1, recent: JSON.stringify(replaced), refreshed_at: now };
}

function lastUseOf(row: { readonly refreshed_at: number; readonly last_used_at: number | null }): number {
  return Math.max(row.refreshed_at, row.last_used_at ?? 0);
}

/** Whether people of an account may use a client. */
function isReachedBy(client: OAuthClient, accountId: number): boolean {
  return client.accountId === undefined || client.accountId === accountId;
}

function requireReach(client: OAuthClient, accountId: number): void {
  if (isReachedBy(client, accountId)) return;
  throw new Forbidden('oauth.foreign-client', 'The application is of another account');
}
