import { Conflict, Forbidden, requireSound } from '@orrery/kernel';
import type { Database, Writer } from '@orrery/store';
import type { Change, RightsChange } from '../change/index.ts';
import type { SignInRules } from '../settings/index.ts';
import { SignInPolicyStore } from './sign-in-policy-store.ts';

interface SignInPolicyDependencies {
  readonly database: Database;
  readonly settings: { setSignIn(change: RightsChange, rules: SignInRules): Promise<void> };
  readonly sessions: {
    endOfPasswords(
      change: RightsChange,
      except: { readonly userIds: readonly number[]; readonly id?: number | undefined },
    ): Promise<number>;
  };
}

/** The rules of an account, with the names of the exceptions. */
interface ShownPolicy {
  readonly requiresProvider: boolean;
  readonly exceptions: readonly { readonly userId: number; readonly username: string }[];
}

/** Missing fields keep their value. */
interface PolicyChange {
  readonly requiresProvider?: boolean | undefined;
  readonly exceptUserIds?: readonly number[] | undefined;
  /** Whether sessions end that were begun without a provider, by people who could not begin them now. */
  readonly endSessions?: boolean | undefined;
}

const mostExceptions = 100;

/**
 * Decides who may sign in by a password. An account may require providers, except for people it names. After every change
 * at least one admin can sign in, so that no command has to repair it.
 */
export class SignInPolicy {
  readonly #store = new SignInPolicyStore();
  readonly #dependencies: SignInPolicyDependencies;

  constructor(dependencies: SignInPolicyDependencies) {
    this.#dependencies = dependencies;
  }

  async get(accountId: number): Promise<ShownPolicy> {
    return this.#shown(this.#dependencies.database, accountId);
  }

  async mayUsePassword(writer: Writer, accountId: number, userId: number): Promise<boolean> {
    const { requiresProvider, exceptUserIds } = await this.#store.rulesOf(writer, accountId);
    return !requiresProvider || exceptUserIds.includes(userId);
  }

  /** Whether a user who reports a forgotten password may set one. Users of a provider who never had a password may not. */
  async mayReset({ transaction, accountId }: Change, userId: number): Promise<boolean> {
    const { requiresProvider, exceptUserIds } = await this.#store.rulesOf(transaction, accountId);
    if (requiresProvider) return exceptUserIds.includes(userId);
    if (await this.#store.hasPassword(transaction, userId)) return true;
    return !(await this.#store.isKnownToProvider(transaction, accountId, userId));
  }

  /**
   * Changes the rules. Sessions stay unless `endSessions` says otherwise.
   *
   * @param sessionId the session of the author, which stays @throws InvalidInput, Conflict when the author or every admin
   * would be locked out
   */
  async update(change: RightsChange, input: PolicyChange, sessionId?: number): Promise<ShownPolicy> {
    const { transaction, accountId, by } = change;
    const before = await this.#store.rulesOf(transaction, accountId);
    const exceptUserIds = input.exceptUserIds
      ? await this.#requirePeople(change, [...new Set(input.exceptUserIds)])
      : await this.#withPasswords(change, before.exceptUserIds);
    const rules = { requiresProvider: input.requiresProvider ?? before.requiresProvider, exceptUserIds };
    await this.#dependencies.settings.setSignIn(change, rules);
    if (rules.requiresProvider && by.userId !== undefined && !(await this.#hasWay(change, by.userId, rules)))
      throw new Conflict('sign-in-policy.locks-out', lockedOut);
    await this.requireWayIn(change);
    const isEnding = input.endSessions === true && rules.requiresProvider;
    const except = { userIds: exceptUserIds, id: sessionId };
    const endedSessions = isEnding ? await this.#dependencies.sessions.endOfPasswords(change, except) : 0;
    const attributes = { ...rules, ...(isEnding ? { endedSessions } : {}) };
    await change.record({ event: 'Updated account authentication configuration', attributes });
    return this.#shown(transaction, accountId);
  }

  /** @throws Conflict when no active admin could sign in any more */
  async requireWayIn({ transaction, accountId }: RightsChange): Promise<void> {
    const rules = await this.#store.rulesOf(transaction, accountId);
    if (!rules.requiresProvider || (await this.#store.hasAdminWithWay(transaction, accountId, rules))) return;
    throw new Conflict('sign-in-policy.no-admin', noAdmin);
  }

  /**
   * Makes a change of a provider, or of an identity there.
   *
   * @throws Conflict when its author, or every admin, could sign in before and no more after it
   */
  async keepWayIn<T>(change: RightsChange, act: () => Promise<T>): Promise<T> {
    const before = await this.#waysIn(change);
    const value = await act();
    const after = await this.#waysIn(change);
    if (before.ofAdmins && !after.ofAdmins) throw new Conflict('sign-in-policy.no-admin', lastWay);
    if (before.ofAuthor && !after.ofAuthor) throw new Conflict('sign-in-policy.locks-out', ownOnlyWay);
    await this.requireWayIn(change);
    return value;
  }

  async #waysIn(change: RightsChange): Promise<{ readonly ofAdmins: boolean; readonly ofAuthor: boolean }> {
    const { transaction, accountId, by } = change;
    const rules = await this.#store.rulesOf(transaction, accountId);
    const ofAdmins = await this.#store.hasAdminWithWay(transaction, accountId, rules);
    return { ofAdmins, ofAuthor: by.userId !== undefined && (await this.#hasWay(change, by.userId, rules)) };
  }

  async #hasWay({ transaction, accountId }: Change, userId: number, rules: SignInRules): Promise<boolean> {
    const mayUsePassword = !rules.requiresProvider || rules.exceptUserIds.includes(userId);
    if (mayUsePassword && (await this.#store.hasPassword(transaction, userId))) return true;
    return this.#store.isKnownToProvider(transaction, accountId, userId);
  }

  async #requirePeople(change: Change, ids: readonly number[]): Promise<readonly number[]> {
    const own = await this.#withPasswords(change, ids.slice(0, mostExceptions));
    const stranger = ids.find((id) => !own.includes(id));
    const fault =
      ids.length > mostExceptions
        ? `are more than ${mostExceptions}`
        : stranger !== undefined
          ? `name ${stranger}, who is no user of the account with a password of their own`
          : undefined;
    requireSound('sign-in-policy.invalid', fault === undefined ? [] : [{ path: 'exceptUserIds', message: fault }]);
    return own;
  }

  /** Returns those of these users who may have a password here, in order. */
  async #withPasswords({ transaction, accountId }: Change, ids: readonly number[]): Promise<readonly number[]> {
    const people = await this.#store.people(transaction, accountId, ids);
    return people.filter(({ managedBy }) => managedBy === null).map(({ userId }) => userId);
  }

  async #shown(writer: Writer, accountId: number): Promise<ShownPolicy> {
    const { requiresProvider, exceptUserIds } = await this.#store.rulesOf(writer, accountId);
    const people = await this.#store.people(writer, accountId, exceptUserIds);
    return { requiresProvider, exceptions: people.map(({ userId, username }) => ({ userId, username })) };
  }
}

const lockedOut =
  'You would be locked out: sign in by a provider that is on first, or name yourself as an exception with a password';
const ownOnlyWay =
  'You could not sign in any more: set a password that you may use, sign in by another provider that is on, or let another admin do it';
const lastWay =
  'No admin could sign in any more: let one set a password that they may use, or sign in by another provider that is on, first';
const noAdmin =
  'No admin could sign in any more: the account requires single sign-on, so an active admin must have signed in by a provider that is on, or be an exception with a password';

export function providerRequired(): Forbidden {
  const message = 'Your administrator requires single sign-on: sign in by a provider';
  return new Forbidden('auth.provider-required', message);
}
