import type { Database } from '@orrery/store';
import { NotFound } from '@orrery/kernel';
import type { Change, RightsChange } from '../change/index.ts';
import { isOpaqueText, makeOpaqueText, SignInStore } from '../sign-in/index.ts';
import { makeFrameCode, readFrameCode, shownFrameCode } from './frame-code.ts';
import {
  aliveAt,
  fetchMs,
  hashOfSession,
  hashOfWaitingSession,
  lastUseOfWaiting,
  longestMs,
  type Session,
  type SessionKind,
} from './session.ts';
import { type BrowserSessionRow, type EndedAtProvider, SessionStore } from './session-store.ts';

export interface SessionServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** Where a sign-in comes from, and what for. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent?: string | undefined;
  /** Absent: in the application. */
  readonly kind?: SessionKind | undefined;
  /** The random value of a frame that fetches the session later; its token is then the code to fetch it by. */
  readonly frame?: string | undefined;
}

/** The provider that a user signed in by, and what it calls the user and its own session. */
export interface ProviderSession {
  readonly key: string;
  readonly subject: string;
  readonly session?: string | undefined;
}

export interface MadeSession {
  readonly id: number;
  /** The browser's token: shown once, never stored. */
  readonly text: string;
  readonly expiresAt: number;
  /** Time until then, for browsers, whose clocks may be wrong. */
  readonly lastsMs: number;
}

const longestUserAgent = 500;

/** Cuts the name of a browser to what is stored of it. */
function agentOf(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, longestUserAgent).replaceAll('\0', '') ?? null;
}

/** Browser sessions of signed-in users. */
export class SessionService {
  readonly #store: SessionStore;
  readonly #dependencies: SessionServiceDependencies;

  constructor(dependencies: SessionServiceDependencies) {
    this.#store = new SessionStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** @param by absent: the user signed in without a provider */
  async create(
    change: Change,
    userId: number,
    { address, userAgent, kind, frame }: SignInOrigin,
    by?: ProviderSession,
  ): Promise<MadeSession> {
    const { transaction, accountId, now } = change;
    await this.#store.deleteDead(transaction, aliveAt(now));
    const made = frame === undefined ? begunAt(now, kind ?? 'application') : waitingAt(now, frame);
    const { id } = await this.#store.insert(transaction, {
      account_id: accountId,
      user_id: userId,
      hash: made.hash,
      created_at: now,
      last_used_at: made.lastUsedAt,
      address,
      user_agent: agentOf(userAgent),
      provider_key: by?.key ?? null,
      provider_subject: by?.subject ?? null,
      provider_session: by?.session ?? null,
    });
    return { id, text: made.text, expiresAt: now + made.lastsMs, lastsMs: made.lastsMs };
  }

  /**
   * Gives a frame the session that was begun for it, once.
   *
   * @param frame the random value that it was begun with @param code as people type it @returns `undefined` for a wrong,
   * used or old code
   */
  async fetch(
    frame: string,
    code: string,
    { address, userAgent }: SignInOrigin,
  ): Promise<{ readonly accountId: number; readonly userId: number; readonly session: MadeSession } | undefined> {
    const now = this.#dependencies.clock.now();
    const read = readFrameCode(code);
    if (read === undefined || !isOpaqueText(frame)) return undefined;
    const { text, hash } = begunAt(now, 'frame');
    const waiting = hashOfWaitingSession(frame, read);
    const place = { address, user_agent: agentOf(userAgent) };
    const row = await this.#store.fetch({ waiting, hash, now, ...place }, aliveAt(now));
    if (!row) return undefined;
    const expiresAt = row.created_at + longestMs;
    const session = { id: row.id, text, expiresAt, lastsMs: expiresAt - now };
    return { accountId: row.account_id, userId: row.user_id, session };
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId?: number; readonly most?: number; readonly userId?: number | undefined } = {},
  ): Promise<readonly Session[]> {
    return (await this.#store.list(accountId, range, aliveAt(this.#dependencies.clock.now()))).map(read);
  }

  /** Ends a session; its next request is refused. @returns the provider that gave it @throws NotFound */
  async end(change: RightsChange, id: number): Promise<{ readonly providerKey: string | undefined }> {
    const row = await this.#store.delete(change.transaction, change.accountId, id);
    if (!row) throw new NotFound('session.unknown', `There is no session ${id}`);
    await change.record({ event: 'Logged out', attributes: { sessionId: id, userId: row.user_id } });
    return { providerKey: row.provider_key ?? undefined };
  }

  /** Ends the sessions of an account that were begun without a provider. @returns how many */
  endOfPasswords(
    { transaction, accountId }: RightsChange,
    except: { readonly userIds: readonly number[]; readonly id?: number | undefined },
  ): Promise<number> {
    return this.#store.deleteOfPasswords(transaction, accountId, except);
  }

  /** Whether there are sessions that `endOfProvider` would end. */
  async hasOfProvider(accountId: number, of: EndedAtProvider): Promise<boolean> {
    return this.#store.hasOfProvider(this.#dependencies.database, accountId, of);
  }

  /** @param provider its name, for the audit log @returns how many it ended */
  async endOfProvider(change: RightsChange, of: EndedAtProvider, provider: string): Promise<number> {
    const rows = await this.#store.deleteOfProvider(change.transaction, change.accountId, of);
    for (const { id: sessionId, user_id: userId } of rows) {
      await change.record({ event: 'Logged out', attributes: { sessionId, userId, method: 'back-channel', provider } });
    }
    return rows.length;
  }

  /** Ends the sessions that a provider has given a user. @returns how many */
  endOfIdentity(
    { transaction }: RightsChange,
    userId: number,
    by: Pick<ProviderSession, 'key' | 'subject'>,
  ): Promise<number> {
    return this.#store.deleteOfIdentity(transaction, userId, by);
  }

  /** Ends all sessions of a user, and the links that could begin one. */
  async endAll({ transaction }: RightsChange, userId: number, except?: number): Promise<void> {
    await this.#store.deleteOf(transaction, userId, except);
    await new SignInStore(this.#dependencies.database).deleteLinks(transaction, userId);
  }
}

function begunAt(now: number, kind: SessionKind) {
  const text = makeOpaqueText();
  return { text, hash: hashOfSession(text, kind), lastUsedAt: now, lastsMs: longestMs };
}

function waitingAt(now: number, frame: string) {
  const code = makeFrameCode();
  const hash = hashOfWaitingSession(frame, code);
  return { text: shownFrameCode(code), hash, lastUsedAt: lastUseOfWaiting(now), lastsMs: fetchMs };
}

function read(row: BrowserSessionRow & { readonly username: string }): Session {
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
