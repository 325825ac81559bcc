import type { Transaction } from 'kysely';
import { inTransaction, lockAccount, type Tables } from '@orrery/store';
import {
  type AuditActor,
  Conflict,
  Forbidden,
  NotFound,
  requireSound,
  TooManyRequests,
  Unauthorized,
} from '@orrery/kernel';
import type { AuditLog } from '../audit/index.ts';
import { changeStanding, type StandingDependencies, type User, usernameKey, type UserService } from '../user/index.ts';
import { Hashing } from './hashing.ts';
import { lockedUntil, lockout } from './lockout.ts';
import { NetworkFailures } from './network-failures.ts';
import { networkOf } from './network-of.ts';
import { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from './opaque-text.ts';
import { hashPassword, isPassword, passwordFault } from './password.ts';
import type { MadeSession, SessionService, SignInOrigin } from '../session/index.ts';
import { SignInStore } from './sign-in-store.ts';

const hourMs = 3_600_000;

/** How long a link is good for. */
const linkMs = { invitation: 7 * 24 * hourMs, reset: hourMs } as const;

/** Of links that people ask for without signing in. */
const betweenLinksMs = 5 * 60_000;

type LinkKind = keyof typeof linkMs;

export interface MadeLink {
  readonly kind: LinkKind;
  /** Good once: shown once, stored nowhere. */
  readonly text: string;
  readonly expiresAt: number;
}

export interface SignedIn {
  readonly accountId: number;
  readonly user: User;
  readonly session: MadeSession;
}

export interface SignInServiceDependencies extends StandingDependencies {
  readonly users: UserService;
  readonly sessions: SessionService;
  readonly audit: AuditLog;
}

/** Passwords, the links people set them by, and signing in. */
export class SignInService {
  readonly #store: SignInStore;
  readonly #dependencies: SignInServiceDependencies;
  readonly #hashing = new Hashing();
  readonly #failuresOf = new NetworkFailures();
  /** Tries of names that are nobody's, which the audit log hears of once in a while. */
  readonly #strangers = new NetworkFailures();

  constructor(dependencies: SignInServiceDependencies) {
    this.#store = new SignInStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /**
   * Whether there is such an account and user, and what is wrong with the password, is told by nothing: not by words, and
   * not by time.
   *
   * @param accountId `undefined` where no account has the name that was given
   * @throws Unauthorized, TooManyRequests after ten failures of one name from one address, or a hundred from one network
   */
  async signIn(
    accountId: number | undefined,
    credentials: { readonly username: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<SignedIn> {
    const { users, database } = this.#dependencies;
    const key = keyOfName(credentials.username);
    this.#requireOpenNetwork(origin);
    if (accountId === undefined) return this.#refuseStranger(credentials.password, origin);
    await this.#requireUnlocked(accountId, key, origin.address);
    const { user, stored } = await this.#hashing.run(networkOf(origin.address), async () => {
      // Those who waited in line may have been locked out meanwhile.
      this.#requireOpenNetwork(origin);
      await this.#requireUnlocked(accountId, key, origin.address);
      const found = await users.find(accountId, credentials.username).catch(notFound);
      const hash = found && (await this.#store.passwordOf(this.#dependencies.database, found.id));
      const isRight = await isPassword(credentials.password, hash);
      if (found && isRight && found.status === 'active') return { user: found, stored: hash };
      await this.#recordFailure(accountId, key, found, origin);
      throw wrongPassword(!found ? 'no such user' : isRight ? 'the user is not active' : 'wrong password');
    });
    return inTransaction(database, async (transaction) => {
      await lockAccount(transaction, accountId);
      const now = await users.get(accountId, user.id, transaction);
      const isSame = (await this.#store.passwordOf(transaction, user.id)) === stored;
      if (!isSame || now.status !== 'active') throw wrongPassword('changed meanwhile');
      await this.#store.deleteFailures(transaction, accountId, key, origin.address);
      return this.#beginIn(transaction, accountId, now, origin, { method: 'password' });
    });
  }

  /** The link an invited user sets the first password by; those of before end. @throws NotFound, Conflict */
  invite(accountId: number, by: AuditActor, userId: number): Promise<MadeLink> {
    return inTransaction(this.#dependencies.database, async (transaction) => {
      await lockAccount(transaction, accountId);
      const user = await this.#dependencies.users.get(accountId, userId, transaction);
      requireOwnPassword(user);
      if (user.status !== 'invited') throw new Conflict('user.not-invited', `'${user.username}' has joined already`);
      return this.#makeLinkIn(transaction, accountId, by, user, 'invitation');
    });
  }

  /** The link a user sets another password by; links of before end. @throws NotFound, Conflict */
  resetPassword(accountId: number, by: AuditActor, userId: number): Promise<MadeLink> {
    return inTransaction(this.#dependencies.database, async (transaction) => {
      await lockAccount(transaction, accountId);
      const user = await this.#dependencies.users.get(accountId, userId, transaction);
      requireOwnPassword(user);
      if (user.status !== 'active') throw new Conflict('user.not-active', `'${user.username}' is ${user.status}`);
      return this.#makeLinkIn(transaction, accountId, by, user, 'reset');
    });
  }

  /**
   * The link for somebody who says that they forgot their password. None where there is no password to set, and none while
   * another is minutes old: whoever asks again and again, for anybody, makes no more of them.
   *
   * @param isAgain the one before was seen by nobody
   */
  forgotten(
    accountId: number,
    by: AuditActor,
    userId: number,
    { isAgain }: { readonly isAgain: boolean },
  ): Promise<MadeLink | undefined> {
    return inTransaction(this.#dependencies.database, async (transaction) => {
      await lockAccount(transaction, accountId);
      const user = await this.#dependencies.users.get(accountId, userId, transaction).catch(notFound);
      if (!user || user.managedBy || user.status !== 'active') return undefined;
      const now = this.#dependencies.clock.now();
      const madeAt = await this.#store.lastLinkAt(transaction, userId);
      if (!isAgain && madeAt !== undefined && madeAt <= now && now - madeAt < betweenLinksMs) return undefined;
      return this.#makeLinkIn(transaction, accountId, by, user, 'reset');
    });
  }

  /**
   * Sets the password by a link and signs in. Of several who hold it one does, and the others learn what strangers do.
   * All other sessions of the user end.
   *
   * @throws Unauthorized, Invalid when the password cannot be one; the link is good for another try then
   */
  async redeem(link: string, password: string, origin: SignInOrigin): Promise<SignedIn> {
    const { users, clock, sessions } = this.#dependencies;
    const known = isOpaqueText(link) ? await this.#store.findLink(hashOfOpaqueText(link)) : undefined;
    if (!known || known.expires_at <= clock.now()) throw overLink();
    const { account_id: accountId } = known;
    const user = await users.get(accountId, known.user_id).catch(notFound);
    if (!user) throw overLink();
    requirePassword(password, user.username);
    const hash = await this.#hashing.run(networkOf(origin.address), () => hashPassword(password));
    return changeStanding(this.#dependencies, accountId, async (transaction) => {
      const taken = await this.#store.takeLink(transaction, known.hash);
      const now = await users.get(accountId, known.user_id, transaction);
      const isInvitation = taken?.kind === 'invitation';
      if (!taken || now.managedBy || now.status !== (isInvitation ? 'invited' : 'active')) throw overLink();
      await this.#setPasswordIn(transaction, accountId, byThemselves(now, origin), now, hash);
      await sessions.endAllIn(transaction, now.id);
      const by = byThemselves(now, origin);
      const joined = isInvitation
        ? await users.updateIn(transaction, accountId, by, now.id, { status: 'active' })
        : now;
      return this.#beginIn(transaction, accountId, joined, origin, { method: taken.kind });
    });
  }

  /** By somebody signed in; their other sessions end. @throws Unauthorized, TooManyRequests, Invalid, Conflict */
  async changePassword(
    accountId: number,
    userId: number,
    given: { readonly current: string; readonly password: string },
    origin: SignInOrigin & { readonly sessionId?: number | undefined },
  ): Promise<void> {
    const { users, sessions } = this.#dependencies;
    const user = await users.get(accountId, userId);
    requireOwnPassword(user);
    const key = keyOfName(user.username);
    const network = networkOf(origin.address);
    this.#requireOpenNetwork(origin);
    await this.#requireUnlocked(accountId, key, origin.address);
    const stored = await this.#hashing.run(network, async () => {
      await this.#requireUnlocked(accountId, key, origin.address);
      const known = await this.#store.passwordOf(this.#dependencies.database, userId);
      if (await isPassword(given.current, known)) return known;
      await this.#recordFailure(accountId, key, user, origin);
      throw wrongCurrentPassword();
    });
    requirePassword(given.password, user.username);
    const hash = await this.#hashing.run(network, () => hashPassword(given.password));
    await changeStanding(this.#dependencies, accountId, async (transaction) => {
      // Whoever set another one meanwhile meant to shut others out.
      if ((await this.#store.passwordOf(transaction, userId)) !== stored) throw wrongCurrentPassword();
      await this.#setPasswordIn(transaction, accountId, byThemselves(user, origin), user, hash);
      await sessions.endAllIn(transaction, userId, origin.sessionId);
    });
  }

  async #setPasswordIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    { id, username }: User,
    hash: string,
  ): Promise<void> {
    const { clock, audit } = this.#dependencies;
    await this.#store.setPassword(transaction, id, hash, clock.now());
    await this.#store.deleteLinks(transaction, id);
    const attributes = { userId: id, username };
    await audit.record(transaction, accountId, by, { event: 'Changed password', attributes });
  }

  async #beginIn(
    transaction: Transaction<Tables>,
    accountId: number,
    user: User,
    origin: SignInOrigin,
    attributes: object,
  ): Promise<SignedIn> {
    const session = await this.#dependencies.sessions.createIn(transaction, accountId, user.id, origin);
    await this.#dependencies.audit.record(transaction, accountId, byThemselves(user, origin), {
      event: 'Logged in',
      attributes: { userId: user.id, username: user.username, ...attributes },
    });
    return { accountId, user, session };
  }

  async #makeLinkIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    { id, username }: User,
    kind: LinkKind,
  ): Promise<MadeLink> {
    const { clock, audit } = this.#dependencies;
    const text = makeOpaqueText();
    const expiresAt = clock.now() + linkMs[kind];
    const row = { user_id: id, kind, hash: hashOfOpaqueText(text), created_at: clock.now(), expires_at: expiresAt };
    await this.#store.insertLink(transaction, row);
    const event = kind === 'invitation' ? 'Invited user' : 'Requested password reset';
    await audit.record(transaction, accountId, by, { event, attributes: { userId: id, username } });
    return { kind, text, expiresAt };
  }

  async #requireUnlocked(accountId: number, key: string, address: string): Promise<void> {
    const now = this.#dependencies.clock.now();
    const range = { since: now - lockout.rememberMs, most: lockout.failures };
    const until = lockedUntil(await this.#store.failures(accountId, key, address, range), now);
    if (until !== undefined) throw tooManyFailures(until, now);
  }

  /** Takes as long as for somebody there is. */
  async #refuseStranger(password: string, origin: SignInOrigin): Promise<never> {
    const network = networkOf(origin.address);
    await this.#hashing.run(network, () => isPassword(password, undefined));
    this.#failuresOf.record(network, this.#dependencies.clock.now());
    throw wrongPassword('no such account');
  }

  #requireOpenNetwork({ address }: SignInOrigin): void {
    const now = this.#dependencies.clock.now();
    const until = this.#failuresOf.lockedUntil(networkOf(address), now);
    if (until !== undefined) throw tooManyFailures(until, now);
  }

  /**
   * A name that is nobody's may be a password in the wrong field, and whoever makes names up would fill the log: it is not
   * kept, and said once in a while for each network.
   */
  async #recordFailure(accountId: number, key: string, user: User | undefined, origin: SignInOrigin): Promise<void> {
    const { database, clock, audit } = this.#dependencies;
    const now = clock.now();
    const network = networkOf(origin.address);
    this.#failuresOf.record(network, now);
    const isTold = user !== undefined || this.#strangers.isFirst(network, now);
    if (!user) this.#strangers.record(network, now);
    await inTransaction(database, async (transaction) => {
      const times = { now, forgetBefore: now - lockout.rememberMs };
      await this.#store.insertFailure(transaction, accountId, key, origin.address, times);
      if (!isTold) return;
      const by: AuditActor = user ? byThemselves(user, origin) : { via: 'app', address: origin.address };
      const username = user?.username ?? '[unknown]';
      await audit.record(transaction, accountId, by, { event: 'Failed to log in', attributes: { username } });
    });
  }
}

/** Names that are too long to be one stand for themselves only as far as they could be. */
function keyOfName(username: string): string {
  return usernameKey(username.slice(0, 300)).replaceAll('\0', '');
}

function byThemselves({ id, email, username }: User, { address }: SignInOrigin): AuditActor {
  return { via: 'app', userId: id, email: email ?? username, address };
}

function requirePassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  requireSound('password.invalid', fault === undefined ? [] : [{ path: 'password', message: fault }]);
}

function requireOwnPassword({ managedBy, username }: User): void {
  if (!managedBy) return;
  const message = `An identity provider looks after '${username}': there is no password here`;
  throw new Conflict('user.managed', message);
}

function wrongPassword(reason: string): Unauthorized {
  return new Unauthorized('auth.wrong-password', 'Wrong username or password', { cause: reason });
}

function wrongCurrentPassword(): Forbidden {
  return new Forbidden('auth.wrong-password', 'The current password is wrong');
}

function tooManyFailures(until: number, now: number): TooManyRequests {
  const message = 'Too many failed attempts; try again later';
  return new TooManyRequests('auth.locked', message, Math.ceil((until - now) / 1_000));
}

function overLink(): Unauthorized {
  return new Unauthorized('auth.link-over', 'The link is over or was used', { cause: 'link' });
}

function notFound(error: unknown): undefined {
  if (error instanceof NotFound) return undefined;
  throw error;
}
