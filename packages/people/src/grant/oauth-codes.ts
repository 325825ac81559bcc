import { hash, timingSafeEqual } from 'node:crypto';
import type { OAuthScope } from '@orrery/kernel';
import { type Database, lockAccount } from '@orrery/store';
import type { Change, Changes } from '../change/index.ts';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import { CodeStore, type OAuthCodeRow } from './code-store.ts';
import type { GrantService } from './grant-service.ts';
import { isActiveUser } from './is-active-user.ts';
import { isWithin } from './is-within.ts';
import { scopesIn } from './json-list.ts';
import type { OAuthClient } from './oauth-client.ts';
import { refused, type TokenOutcome } from './oauth-grant.ts';
import { isToken, makeToken } from './token-text.ts';

/** Time from the approval of a person to the request of the client. */
const lastsMs = 60_000;
/** How long a code is remembered, so that a second use is known as one. */
const keptMs = 24 * 3_600_000;
/** Rows that one statement deletes. */
const mostForgotten = 1_000;

/** An approval of a person, for which the browser carries a code to the client. */
export interface NewCode {
  readonly client: OAuthClient;
  /** A user of the account of the change. */
  readonly userId: number;
  readonly redirectUri: string;
  /** Whether the request named the redirect address; the token request must name it then. */
  readonly redirectWasGiven: boolean;
  /** Challenge of PKCE, by S256. */
  readonly challenge: string;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
  /** The caller has checked that they are of the account. */
  readonly deployments: 'all' | readonly number[];
}

/** The request of a client that exchanges a code. The caller has authenticated the client. */
export interface CodeExchange {
  /** The code as it was sent. */
  readonly text: string;
  readonly client: OAuthClient;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
  readonly resource: string | undefined;
}

interface OAuthCodesDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly grants: GrantService;
}

type CodeOutcome = TokenOutcome | { readonly kind: 'reused'; readonly grantId: number | null };

/** Authorization codes: each lasts a minute and works once. */
export class OAuthCodes {
  readonly #store: CodeStore;
  readonly #dependencies: OAuthCodesDependencies;

  constructor(dependencies: OAuthCodesDependencies) {
    this.#store = new CodeStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** @returns the code: shown once, never stored */
  async make(change: Change, input: NewCode): Promise<string> {
    const { transaction, accountId, now } = change;
    const { client, deployments } = input;
    const text = makeToken('code');
    const row = {
      hash: hashOfOpaqueText(text),
      account_id: accountId,
      user_id: input.userId,
      client_id: client.id,
      redirect_uri: input.redirectUri,
      redirect_was_given: input.redirectWasGiven ? 1 : 0,
      challenge: input.challenge,
      scopes: JSON.stringify(input.scopes),
      resource: input.resource ?? null,
      document_hash: client.documentHash ?? null,
      has_all_deployments: deployments === 'all' ? 1 : 0,
      created_at: now,
      expires_at: now + lastsMs,
    };
    await this.#store.insert(transaction, row, deployments === 'all' ? [] : deployments);
    return text;
  }

  /**
   * Exchanges a code for the tokens of a new grant. The first exchange uses the code up whatever is wrong with the
   * request (client, redirect address, verifier, resource, time); a second one ends the grant of the first.
   */
  async take(exchange: CodeExchange): Promise<TokenOutcome> {
    const { changes, grants } = this.#dependencies;
    const codeHash = isToken('code', exchange.text) ? hashOfOpaqueText(exchange.text) : undefined;
    const accountId = codeHash === undefined ? undefined : await this.#store.accountOf(codeHash);
    if (codeHash === undefined || accountId === undefined) return refused('unknown code');
    const author = { accountId, by: { via: 'app' } } as const;
    const taken = await changes.makeTogether(author, (change) => this.#take(change, codeHash, exchange));
    if (taken.kind === 'issued') await grants.endExcess(accountId, taken.tokens.grantId);
    if (taken.kind !== 'reused') return taken;
    const { grantId } = taken;
    // In a change of its own: it takes the account before the grant, as all that ends grants does.
    if (grantId !== null) await changes.changeRights(author, (change) => grants.endOf(change, { grantId }, 'code'));
    return refused('the code was used before; its grant has ended');
  }

  /** Deletes codes that are over, of all accounts. */
  async forget(): Promise<void> {
    const before = this.#dependencies.clock.now() - keptMs;
    while ((await this.#store.deleteOver(before, mostForgotten)) === mostForgotten);
  }

  async #take(change: Change, codeHash: string, exchange: CodeExchange): Promise<CodeOutcome> {
    const { transaction, accountId } = change;
    // So that a user who is deactivated meanwhile is seen as that, or has the grant ended.
    await lockAccount(transaction, accountId);
    const { now } = change;
    const row = await this.#store.take(transaction, accountId, codeHash, now);
    if (!row) {
      const used = await this.#store.find(transaction, accountId, codeHash);
      return used ? { kind: 'reused', grantId: used.grant_id } : refused('unknown code');
    }
    const fault = faultOf(row, exchange, now);
    if (fault) return fault;
    if (!(await isActiveUser(transaction, accountId, row.user_id))) return refused('its user is not active');
    const tokens = await this.#dependencies.grants.begin(change, {
      client: exchange.client,
      userId: row.user_id,
      kind: 'code',
      scopes: scopesIn(row.scopes),
      resource: exchange.resource ?? row.resource ?? undefined,
      deployments: row.has_all_deployments === 1 ? 'all' : await this.#store.deploymentsOf(transaction, row.id),
      redirectUri: row.redirect_uri,
      documentHash: row.document_hash ?? undefined,
    });
    await this.#store.setGrant(transaction, row.id, tokens.grantId);
    return { kind: 'issued', tokens };
  }
}

function faultOf(row: OAuthCodeRow, exchange: CodeExchange, now: number): TokenOutcome | undefined {
  const { client, redirectUri, verifier, resource } = exchange;
  if (row.client_id !== client.id) return refused('the code is of another client');
  if (client.accountId !== undefined && client.accountId !== row.account_id) {
    return refused('the client is of another account');
  }
  if (row.expires_at <= now) return refused('the code is over');
  if (redirectUri === undefined ? row.redirect_was_given === 1 : redirectUri !== row.redirect_uri) {
    return refused('another redirect address');
  }
  if (!isProved(row.challenge, verifier)) return refused('the verifier is wrong');
  if (!isWithin(resource, row.resource)) return refused('for another address', 'invalid_target');
  return undefined;
}

/** Checks the verifier by S256, the only method (RFC 7636 sections 4.1 and 4.6). */
function isProved(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const given = Buffer.from(hash('sha256', verifier, 'base64url'));
  const wanted = Buffer.from(challenge);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
