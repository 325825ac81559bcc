import { type Database, lockAccount } from '@orrery/store';
import {
  type AuditActor,
  Conflict,
  Forbidden,
  NotFound,
  requireSound,
  TooManyRequests,
  Unauthorized,
} from '@orrery/kernel';
import type { AuditEvent } from '../audit/index.ts';
import type { Change, Changes, RightsChange } from '../change/index.ts';
import { type User, usernameKey, type UserService } from '../user/index.ts';
import { Hashing } from './hashing.ts';
import { lockedUntil, lockout } from './lockout.ts';
import { FailureCounts } from './failure-counts.ts';
import { networkOf } from './network-of.ts';
import { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from './opaque-text.ts';
import { type PasswordCost, passwordFault, Passwords } from './password.ts';
import type { MadeSession, ProviderSession, SessionService, SignInOrigin } from '../session/index.ts';
import { providerRequired, type SignInPolicy } from './sign-in-policy.ts';
import { SignInStore } from './sign-in-store.ts';
import type { StartKey } from './start-key.ts';

const hourMs = 3_600_000;

/** How long a link is valid. */
const linkMs = { invitation: 7 * 24 * hourMs, reset: hourMs } as const;

/** Minimum time between links that people request without signing in. */
const betweenLinksMs = 5 * 60_000;

/** The name by which wrong start keys are counted; names of users do not begin with a space. */
const startKeyName = ' start key';

type LinkKind = keyof typeof linkMs;

export interface MadeLink {
  readonly kind: LinkKind;
  /** The token of the link: works once, is shown once, and is never stored. */
  readonly text: string;
  readonly expiresAt: number;
}

/** Attributes of the event of a sign-in. */
interface SignInDetails {
  readonly event?: Extract<AuditEvent, 'Logged in' | 'Logged in via SAML'>;
  readonly method: string;
  readonly provider?: string;
}

export interface SignedIn {
  readonly accountId: number;
  readonly user: User;
  readonly session: MadeSession;
}

export interface SignInServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly users: UserService;
  readonly sessions: SessionService;
  /** Grants of people to applications. */
  readonly grants: {
    endOf(change: RightsChange, of: { readonly userId: number }, reason: 'password' | 'changed'): Promise<unknown>;
  };
  readonly policy: Pick<SignInPolicy, 'mayUsePassword' | 'mayReset'>;
  /** Absent: what OWASP recommends. */
  readonly passwordCost?: PasswordCost | undefined;
}

/**
 * Passwords, links that set them, and signing in. Methods that hash a password make their change themselves, after that.
 */
export class SignInService {
  readonly #store: SignInStore;
  readonly #dependencies: SignInServiceDependencies;
  readonly #passwords: Passwords;
  readonly #hashing = new Hashing();
  readonly #failuresOf = new FailureCounts();
  /** Attempts with unknown names, which the audit log records only now and then. */
  readonly #strangers = new FailureCounts();

  constructor(dependencies: SignInServiceDependencies) {
    this.#store = new SignInStore(dependencies.database);
    this.#dependencies = dependencies;
    this.#passwords = new Passwords(dependencies.passwordCost);
  }

  /**
   * Signs a user in. Neither messages nor timing reveal whether the account and user exist, or what is wrong with the
   * password.
   *
   * @param accountId `undefined` when no account has the given name @throws Unauthorized, TooManyRequests after ten
   * failures of one name from one address, or a hundred from one network, Forbidden for a right password where a provider
   * is required
   */
  async signIn(
    accountId: number | undefined,
    credentials: { readonly username: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<SignedIn> {
    const { users, changes, database, policy } = this.#dependencies;
    const key = keyOfName(credentials.username);
    this.#requireOpenNetwork(origin);
    if (accountId === undefined) return this.#refuseStranger(credentials.password, origin);
    await this.#requireUnlocked(accountId, key, origin.address);
    const { user, stored } = await this.#hashing.run(networkOf(origin.address), async () => {
      // The network may have been locked while the attempt waited.
      this.#requireOpenNetwork(origin);
      await this.#requireUnlocked(accountId, key, origin.address);
      const found = await users.find(accountId, credentials.username).catch(notFound);
      const hash = found && (await this.#store.passwordOf(database, found.id));
      const isRight = await this.#passwords.matches(credentials.password, hash);
      if (found && isRight && found.status === 'active') {
        if (!(await policy.mayUsePassword(database, accountId, found.id)))
          await this.#refuseMethod(found, accountId, origin);
        return { user: found, stored: hash };
      }
      await this.#recordFailure(accountId, key, found, origin);
      throw wrongPassword(!found ? 'no such user' : isRight ? 'the user is not active' : 'wrong password');
    });
    return changes.make({ accountId, by: byThemselves(user, origin) }, async (change) => {
      const { transaction } = change;
      await lockAccount(transaction, accountId);
      const now = await users.get(accountId, user.id, transaction);
      const isSame = (await this.#store.passwordOf(transaction, user.id)) === stored;
      if (!isSame || now.status !== 'active') throw wrongPassword('changed meanwhile');
      if (!(await policy.mayUsePassword(transaction, accountId, user.id))) throw providerRequired();
      await this.#store.deleteFailures(transaction, accountId, key, origin.address);
      return this.begin(change, now, origin, { method: 'password' });
    });
  }

  /**
   * Signs in the first active admin by the key that this process has printed. Wrong keys are counted as wrong passwords
   * are.
   *
   * @throws Unauthorized, TooManyRequests, Conflict without an active admin
   */
  async signInByStartKey(accountId: number, key: StartKey, given: string, origin: SignInOrigin): Promise<SignedIn> {
    const { users, changes } = this.#dependencies;
    this.#requireOpenNetwork(origin);
    await this.#requireUnlocked(accountId, startKeyName, origin.address);
    if (!key.isRight(given)) {
      await this.#recordFailure(accountId, startKeyName, undefined, origin);
      throw new Unauthorized('auth.start-key', 'The key is not of this process; it prints another one when it starts');
    }
    const by: AuditActor = { via: 'app', address: origin.address };
    return changes.make({ accountId, by }, async (change) => {
      await lockAccount(change.transaction, accountId);
      const admin = await users.firstActiveAdmin(accountId, change.transaction);
      if (!admin) throw new Conflict('user.no-admin', 'The account has no active admin');
      const own = changes.within(change.transaction, { accountId, by: byThemselves(admin, origin) });
      await this.#store.deleteFailures(change.transaction, accountId, startKeyName, origin.address);
      return this.begin(own, admin, origin, { method: 'start key' });
    });
  }

  /**
   * Signs in inside of a frame, after a provider has let the person in for it, in a window of its own. Wrong codes are
   * counted as wrong passwords of the network are.
   *
   * @throws Unauthorized, TooManyRequests
   */
  async signInByCode(frame: string, code: string, origin: SignInOrigin): Promise<SignedIn> {
    const { clock, sessions, users } = this.#dependencies;
    this.#requireOpenNetwork(origin);
    const fetched = await sessions.fetch(frame, code, origin);
    const user = fetched && (await users.get(fetched.accountId, fetched.userId).catch(notFound));
    if (fetched && user?.status === 'active') return { accountId: fetched.accountId, user, session: fetched.session };
    this.#failuresOf.record(networkOf(origin.address), clock.now());
    const message = 'The code is wrong, was used, or is older than five minutes; sign in again';
    throw new Unauthorized('auth.code-over', message, { cause: 'code' });
  }

  /**
   * Creates the link by which an invited user sets the first password; earlier links end. @throws NotFound, Conflict
   */
  async invite(change: Change, userId: number): Promise<MadeLink> {
    const user = await this.#lockedUser(change, userId);
    requireOwnPassword(user);
    await this.#requirePasswordAllowed(change, user);
    if (user.status !== 'invited') throw new Conflict('user.not-invited', `'${user.username}' has joined already`);
    return this.#makeLink(change, user, 'invitation');
  }

  /** Invites a user who was just made; without a link where the account requires providers. @throws NotFound, Conflict */
  async inviteNew(change: Change, userId: number): Promise<MadeLink | undefined> {
    const { transaction, accountId } = change;
    const isAllowed = await this.#dependencies.policy.mayUsePassword(transaction, accountId, userId);
    return isAllowed ? this.invite(change, userId) : undefined;
  }

  /** Creates the link by which a user sets another password; earlier links end. @throws NotFound, Conflict */
  async resetPassword(change: Change, userId: number): Promise<MadeLink> {
    const user = await this.#lockedUser(change, userId);
    requireOwnPassword(user);
    await this.#requirePasswordAllowed(change, user);
    if (user.status !== 'active') throw new Conflict('user.not-active', `'${user.username}' is ${user.status}`);
    return this.#makeLink(change, user, 'reset');
  }

  /**
   * Creates the link for a user who reports a forgotten password. Returns none when the user has no password to set, must
   * sign in by a provider or has only ever done so, or a link is only minutes old, so that repeated requests create no
   * more.
   *
   * @param isAgain whether the previous link was never delivered
   */
  async forgotten(
    change: Change,
    userId: number,
    { isAgain }: { readonly isAgain: boolean },
  ): Promise<MadeLink | undefined> {
    const user = await this.#lockedUser(change, userId).catch(notFound);
    if (!user || user.managedBy || user.status !== 'active') return undefined;
    if (!(await this.#dependencies.policy.mayReset(change, userId))) return undefined;
    const { now } = change;
    const madeAt = await this.#store.lastLinkAt(change.transaction, userId);
    if (!isAgain && madeAt !== undefined && madeAt <= now && now - madeAt < betweenLinksMs) return undefined;
    return this.#makeLink(change, user, 'reset');
  }

  /**
   * Sets the password by a link and signs in. When several holders use the link, one succeeds, and the others get the
   * answer for an unknown link. All other sessions of the user end, and so do their grants to applications.
   *
   * @throws Unauthorized, Invalid when the password is refused, Forbidden when the user must sign in by a provider; the
   * link stays valid then
   */
  async redeem(link: string, password: string, origin: SignInOrigin): Promise<SignedIn> {
    const { users, clock, sessions, grants, changes, policy } = this.#dependencies;
    const known = isOpaqueText(link) ? await this.#store.findLink(hashOfOpaqueText(link)) : undefined;
    if (!known || known.expires_at <= clock.now()) throw overLink();
    const { account_id: accountId } = known;
    const user = await users.get(accountId, known.user_id).catch(notFound);
    if (!user) throw overLink();
    requirePassword(password, user.username);
    const hash = await this.#hashing.run(networkOf(origin.address), () => this.#passwords.hash(password));
    const author = { accountId, by: byThemselves(user, origin) };
    return changes.changeRights(author, async (change) => {
      const { transaction } = change;
      const taken = await this.#store.takeLink(transaction, known.hash);
      const now = await users.get(accountId, known.user_id, transaction);
      const isInvitation = taken?.kind === 'invitation';
      if (!taken || now.managedBy || now.status !== (isInvitation ? 'invited' : 'active')) throw overLink();
      if (!(await policy.mayUsePassword(transaction, accountId, now.id))) throw providerRequired();
      await this.#setPassword(change, now, hash);
      await sessions.endAll(change, now.id);
      await grants.endOf(change, { userId: now.id }, 'password');
      const joined = isInvitation ? await users.update(change, now.id, { status: 'active' }) : now;
      return this.begin(change, joined, origin, { method: taken.kind });
    });
  }

  /**
   * Changes the password of a signed-in user; their other sessions end, and with `endConnected` their grants to
   * applications. @throws Unauthorized, TooManyRequests, Invalid, Conflict
   */
  async changePassword(
    accountId: number,
    userId: number,
    given: { readonly current: string; readonly password: string; readonly endConnected?: boolean | undefined },
    origin: SignInOrigin & { readonly sessionId?: number | undefined },
  ): Promise<void> {
    const { users, sessions, grants, changes } = this.#dependencies;
    const user = await users.get(accountId, userId);
    requireOwnPassword(user);
    const key = keyOfName(user.username);
    const network = networkOf(origin.address);
    this.#requireOpenNetwork(origin);
    await this.#requireUnlocked(accountId, key, origin.address);
    const stored = await this.#hashing.run(network, async () => {
      await this.#requireUnlocked(accountId, key, origin.address);
      const known = await this.#store.passwordOf(this.#dependencies.database, userId);
      if (await this.#passwords.matches(given.current, known)) return known;
      await this.#recordFailure(accountId, key, user, origin);
      throw wrongCurrentPassword();
    });
    requirePassword(given.password, user.username);
    const hash = await this.#hashing.run(network, () => this.#passwords.hash(given.password));
    await changes.changeRights({ accountId, by: byThemselves(user, origin) }, async (change) => {
      // Refused when the password was changed meanwhile, because that change was meant to end other access.
      if ((await this.#store.passwordOf(change.transaction, userId)) !== stored) throw wrongCurrentPassword();
      await this.#setPassword(change, user, hash);
      await sessions.endAll(change, userId, origin.sessionId);
      if (given.endConnected === true) await grants.endOf(change, { userId }, 'changed');
    });
  }

  /**
   * Begins the session of a user who was let in.
   *
   * @param details attributes of the event, such as the method, and its name where that is another
   */
  async begin(
    change: Change,
    user: User,
    origin: SignInOrigin,
    { event = 'Logged in', ...details }: SignInDetails,
    by?: ProviderSession,
  ): Promise<SignedIn> {
    const session = await this.#dependencies.sessions.create(change, user.id, origin, by);
    const place = origin.kind === 'frame' ? { place: 'frame' } : {};
    const attributes = { userId: user.id, username: user.username, ...details, ...place };
    await change.record({ event, attributes });
    return { accountId: change.accountId, user, session };
  }

  /** Refuses a network with too many failures, for faces that take other credentials. @throws TooManyRequests */
  requireOpen(address: string): void {
    const now = this.#dependencies.clock.now();
    const until = this.#failuresOf.lockedUntil(networkOf(address), now);
    if (until !== undefined) throw tooManyFailures(until, now);
  }

  /** Counts a wrong credential of another face as a wrong password of the network. */
  countFailure(address: string): void {
    this.#failuresOf.record(networkOf(address), this.#dependencies.clock.now());
  }

  async #lockedUser({ transaction, accountId }: Change, userId: number): Promise<User> {
    await lockAccount(transaction, accountId);
    return this.#dependencies.users.get(accountId, userId, transaction);
  }

  async #setPassword(change: RightsChange, { id, username }: User, hash: string): Promise<void> {
    await this.#store.setPassword(change.transaction, id, hash, change.now);
    await this.#store.deleteLinks(change.transaction, id);
    await change.record({ event: 'Changed password', attributes: { userId: id, username } });
  }

  async #makeLink(change: Change, { id, username }: User, kind: LinkKind): Promise<MadeLink> {
    const { transaction, now } = change;
    const text = makeOpaqueText();
    const expiresAt = now + linkMs[kind];
    const row = { user_id: id, kind, hash: hashOfOpaqueText(text), created_at: now, expires_at: expiresAt };
    await this.#store.insertLink(transaction, row);
    const event = kind === 'invitation' ? 'Invited user' : 'Requested password reset';
    await change.record({ event, attributes: { userId: id, username } });
    return { kind, text, expiresAt };
  }

  /** Tells someone who knows the password that it does not open the account. @throws Forbidden */
  async #refuseMethod(user: User, accountId: number, origin: SignInOrigin): Promise<never> {
    const place = origin.kind === 'frame' ? { place: 'frame' } : {};
    const attributes = { username: user.username, method: 'password', reason: 'provider required', ...place };
    await this.#dependencies.changes.make({ accountId, by: byThemselves(user, origin) }, (change) =>
      change.record({ event: 'Failed to log in', attributes }),
    );
    throw providerRequired();
  }

  async #requirePasswordAllowed({ transaction, accountId }: Change, { id, username }: User): Promise<void> {
    if (await this.#dependencies.policy.mayUsePassword(transaction, accountId, id)) return;
    const message = `The account requires single sign-on: '${username}' signs in by a provider`;
    throw new Conflict('auth.provider-required', message);
  }

  async #requireUnlocked(accountId: number, key: string, address: string): Promise<void> {
    const now = this.#dependencies.clock.now();
    const range = { since: now - lockout.rememberMs, most: lockout.failures };
    const until = lockedUntil(await this.#store.failures(accountId, key, address, range), now);
    if (until !== undefined) throw tooManyFailures(until, now);
  }

  /** Takes the same time as for an existing user, so timing reveals nothing. */
  async #refuseStranger(password: string, origin: SignInOrigin): Promise<never> {
    const network = networkOf(origin.address);
    await this.#hashing.run(network, () => this.#passwords.matches(password, undefined));
    this.#failuresOf.record(network, this.#dependencies.clock.now());
    throw wrongPassword('no such account');
  }

  #requireOpenNetwork({ address }: SignInOrigin): void {
    this.requireOpen(address);
  }

  /**
   * Records a failure. An unknown name may be a password in the wrong field, and made-up names could fill the log: such
   * names are not stored, and each network is logged only now and then.
   */
  async #recordFailure(accountId: number, key: string, user: User | undefined, origin: SignInOrigin): Promise<void> {
    const { clock, changes } = this.#dependencies;
    const now = clock.now();
    const network = networkOf(origin.address);
    this.#failuresOf.record(network, now);
    const isRecorded = user !== undefined || this.#strangers.isFirst(network, now);
    if (!user) this.#strangers.record(network, now);
    const by: AuditActor = user ? byThemselves(user, origin) : { via: 'app', address: origin.address };
    await changes.make({ accountId, by }, async (change) => {
      const times = { now, forgetBefore: now - lockout.rememberMs };
      await this.#store.insertFailure(change.transaction, accountId, key, origin.address, times);
      const username = user?.username ?? '[unknown]';
      if (isRecorded) await change.record({ event: 'Failed to log in', attributes: { username } });
    });
  }
}

/** Compares only as many characters as a user name can have. */
function keyOfName(username: string): string {
  return usernameKey(username.slice(0, 300)).replaceAll('\0', '');
}

/** Makes the audit actor of a user who signs in. */
export function byThemselves({ id, email, username }: User, { address }: SignInOrigin): AuditActor {
  return { via: 'app', userId: id, email: email ?? username, address };
}

function requirePassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  requireSound('password.invalid', fault === undefined ? [] : [{ path: 'password', message: fault }]);
}

function requireOwnPassword({ managedBy, username }: User): void {
  if (!managedBy) return;
  const message =
    managedBy === 'client'
      ? `'${username}' is the service account of an application: it has no password`
      : `An identity provider manages '${username}': the user has no password here`;
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
