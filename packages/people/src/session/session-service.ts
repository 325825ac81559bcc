import type { Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { type AuditActor, NotFound } from '@orrery/kernel';
import type { AuditLog } from '../audit/index.ts';
import { changeStanding, type StandingDependencies } from '../user/index.ts';
import { hashOfOpaqueText, makeOpaqueText, SignInStore } from '../sign-in/index.ts';
import { aliveAt, longestMs, type Session } from './session.ts';
import { type SessionRow, SessionStore } from './session-store.ts';

export interface SessionServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
}

/** Network origin of a sign-in. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent?: string | undefined;
}

export interface MadeSession {
  readonly id: number;
  /** The browser's token: shown once, never stored. */
  readonly text: string;
  readonly expiresAt: number;
}

const longestUserAgent = 500;

/** Browser sessions of signed-in users. */
export class SessionService {
  readonly #store: SessionStore;
  readonly #dependencies: SessionServiceDependencies;

  constructor(dependencies: SessionServiceDependencies) {
    this.#store = new SessionStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Creates a session as part of signing in. */
  async createIn(
    transaction: Transaction<Tables>,
    accountId: number,
    userId: number,
    { address, userAgent }: SignInOrigin,
  ): Promise<MadeSession> {
    const now = this.#dependencies.clock.now();
    await this.#store.deleteDead(transaction, aliveAt(now));
    const text = makeOpaqueText();
    const { id } = await this.#store.insert(transaction, {
      account_id: accountId,
      user_id: userId,
      hash: hashOfOpaqueText(text),
      created_at: now,
      last_used_at: now,
      address,
      user_agent: userAgent?.slice(0, longestUserAgent).replaceAll('\0', '') ?? null,
    });
    return { id, text, expiresAt: now + longestMs };
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId?: number; readonly most?: number; readonly userId?: number | undefined } = {},
  ): Promise<readonly Session[]> {
    return (await this.#store.list(accountId, range, aliveAt(this.#dependencies.clock.now()))).map(read);
  }

  /** Ends a session; its next request is refused. @throws NotFound */
  async end(accountId: number, by: AuditActor, id: number): Promise<void> {
    await changeStanding(this.#dependencies, accountId, async (transaction) => {
      const row = await this.#store.delete(transaction, accountId, id);
      if (!row) throw new NotFound('session.unknown', `There is no session ${id}`);
      const attributes = { sessionId: id, userId: row.user_id };
      await this.#dependencies.audit.record(transaction, accountId, by, { event: 'Logged out', attributes });
    });
  }

  /**
   * Ends all sessions of a user, and the links that could begin one, as part of a larger change made by
   * `changeStanding`.
   */
  async endAllIn(transaction: Transaction<Tables>, userId: number, except?: number): Promise<void> {
    await this.#store.deleteOf(transaction, userId, except);
    await new SignInStore(this.#dependencies.database).deleteLinks(transaction, userId);
  }
}

function read(row: SessionRow & { readonly username: string }): Session {
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
  };
}
