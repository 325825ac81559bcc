import type { Writer } from '@orrery/store';
import { foldAscii, textFault } from '@orrery/kernel';
import type { AccountSettingsService, RoleSet } from '../account/index.ts';
import type { RightsChange } from '../change/index.ts';
import {
  emailFault,
  readUser,
  type User,
  type UserRow,
  usernameFault,
  usernameKey,
  type UserService,
  UserStore,
} from '../user/index.ts';
import { type IdentityPlace, IdentityStore } from './identity-store.ts';
import { type LinkWay, linkWays, type SignInProvider } from './sign-in-provider.ts';

/** Statements of a provider about a person, after everything about its answer was proved. */
export interface Presented {
  readonly issuer: string;
  readonly subject: string;
  readonly userName?: string | undefined;
  readonly externalId?: string | undefined;
  readonly email?: { readonly value: string; readonly isVerified: boolean } | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly displayName?: string | undefined;
  /** Absent: unknown, which is not the same as none. */
  readonly groups?: readonly string[] | undefined;
  /** The provider's name of its own session. */
  readonly session?: string | undefined;
}

/** A person who was not let in. */
export interface RefusedPerson {
  readonly kind: 'refused';
  /** Whether the person signed in before. Others learn nothing about users here. */
  readonly isKnown?: true;
  readonly why: 'unknown' | 'deactivated' | 'ambiguous' | 'linked-elsewhere' | 'no-name' | 'domain';
  /** The person's name, by the provider's own statement. */
  readonly value: string;
  /** Text for the log. */
  readonly reason: string;
}

export type IdentityOutcome =
  | { readonly kind: 'known' | 'linked' | 'made'; readonly user: User; readonly linkedBy?: LinkWay }
  | RefusedPerson;

/** The user of an identity that signed in before. */
export interface KnownIdentity {
  readonly id: number;
  readonly user: User;
}

interface IdentityServiceDependencies {
  readonly users: UserService;
  readonly settings: Pick<AccountSettingsService, 'rolesByGroups' | 'mappingsOf'>;
}

/** Groups beyond these give no role. */
const mostGroups = 1_000;

/** Decides which user a person at a provider is. */
export class IdentityService {
  readonly #store = new IdentityStore();
  readonly #users = new UserStore();
  readonly #dependencies: IdentityServiceDependencies;

  constructor(dependencies: IdentityServiceDependencies) {
    this.#dependencies = dependencies;
  }

  async find(writer: Writer, provider: SignInProvider, who: Presented): Promise<KnownIdentity | undefined> {
    const row = await this.#store.find(writer, placeOf(provider, who));
    if (!row) return undefined;
    const user = await this.#users.get(writer, provider.accountId, row.user_id);
    return user && { id: row.id, user: readUser(user) };
  }

  recordUse(writer: Writer, id: number, now: number): Promise<void> {
    return this.#store.recordUse(writer, id, now);
  }

  /**
   * Decides who it is: a user who signed in by the provider before, else one that the provider's rules find, else a new
   * one. Roles and groups are given to new users only; later sign-ins change names and nothing else.
   */
  async settle(change: RightsChange, provider: SignInProvider, who: Presented): Promise<IdentityOutcome> {
    const known = await this.find(change.transaction, provider, who);
    if (known?.user.status === 'deactivated') return deactivated(known.user);
    if (known) return this.#admit(change, 'known', known.user, who);
    const fault = domainFault(provider, who);
    if (fault) return fault;
    for (const way of linkWays.filter((each) => provider.settings.linkBy.includes(each))) {
      const candidates = await this.#candidates(change, way, who);
      if (candidates.length === 0) continue;
      if (candidates.length > 1) return refused(provider, who, 'ambiguous', `several users match by ${way}`);
      const [row] = candidates;
      return row ? this.#link(change, provider, who, row, way) : refused(provider, who, 'unknown', 'no such user');
    }
    return this.#make(change, provider, who);
  }

  async #link(
    change: RightsChange,
    provider: SignInProvider,
    who: Presented,
    row: UserRow,
    way: LinkWay,
  ): Promise<IdentityOutcome> {
    const { mayLink, mayLinkAdmins } = provider.settings;
    const { transaction, accountId } = change;
    const user = readUser(row);
    if (!mayLink) return refused(provider, who, 'unknown', `'${user.username}' exists, and linking is off`);
    if (row.managed_by !== null && row.managed_by !== 'scim')
      return refused(provider, who, 'unknown', `'${user.username}' is no person`);
    if (user.role === 'admin' && !mayLinkAdmins)
      return refused(provider, who, 'unknown', `'${user.username}' is an admin, whom the provider may not link`);
    const linked = await this.#store.providersOf(transaction, accountId, user.id);
    if (linked.includes(provider.key))
      return refused(provider, who, 'linked-elsewhere', `'${user.username}' has another identity at the provider`);
    // The name may be somebody else's address, chosen by a person who came by another provider first.
    if (way === 'email' && row.email === null && linked.length > 0)
      return refused(
        provider,
        who,
        'linked-elsewhere',
        `'${user.username}' came by another provider without an address`,
      );
    if (user.status === 'deactivated')
      return refused(provider, who, 'deactivated', `'${user.username}' is deactivated`);
    const outcome = await this.#admit(change, 'linked', user, who);
    await this.#record(change, provider, who, user.id);
    const attributes = { userId: user.id, username: user.username, provider: provider.name, linkedBy: way };
    await change.record({ event: 'Linked user to provider', attributes });
    return { ...outcome, linkedBy: way };
  }

  async #make(change: RightsChange, provider: SignInProvider, who: Presented): Promise<IdentityOutcome> {
    if (!provider.settings.mayMake) return refused(provider, who, 'unknown', 'the provider makes no users');
    const email = verifiedEmail(who);
    const username = nameFor(provider, who) ?? email;
    if (username === undefined) return refused(provider, who, 'no-name', 'neither a name nor a verified address');
    if (usernameFault(username) !== undefined)
      return refused(provider, who, 'no-name', `its name ${usernameFault(username)}`);
    if (await this.#store.hasName(change.transaction, change.accountId, usernameKey(username)))
      return refused(provider, who, 'unknown', `there is a user '${username}' already`);
    const roles = await this.#rolesOf(change, who.groups ?? []);
    const { users } = this.#dependencies;
    const user = await users.create(change, { username, email, ...namesOf(who), ...roles });
    await this.#record(change, provider, who, user.id);
    return { kind: 'made', user };
  }

  /** Lets an existing user in, with the names that the provider states now. Those of SCIM are kept by SCIM. */
  async #admit(
    change: RightsChange,
    kind: 'known' | 'linked',
    user: User,
    who: Presented,
  ): Promise<Exclude<IdentityOutcome, RefusedPerson>> {
    const { users } = this.#dependencies;
    const status = user.status === 'invited' ? { status: 'active' as const } : {};
    return { kind, user: await users.update(change, user.id, { ...newNamesOf(user, who), ...status }) };
  }

  #record({ transaction, accountId, now }: RightsChange, { key }: SignInProvider, who: Presented, userId: number) {
    const { issuer, subject } = who;
    const place = { account_id: accountId, provider_key: key, issuer, subject };
    return this.#store.insert(transaction, { ...place, user_id: userId, created_at: now, last_used_at: now });
  }

  async #candidates(
    { transaction, accountId }: RightsChange,
    way: LinkWay,
    who: Presented,
  ): Promise<readonly UserRow[]> {
    const { externalId, userName } = who;
    const email = verifiedEmail(who);
    switch (way) {
      case 'externalId':
        return externalId === undefined ? [] : this.#store.usersByExternalId(transaction, accountId, externalId);
      case 'userName':
        return userName === undefined || usernameFault(userName) !== undefined
          ? []
          : this.#store.usersByName(transaction, accountId, userName);
      case 'email':
        return email === undefined ? [] : this.#store.usersByEmail(transaction, accountId, email);
    }
  }

  #rolesOf(change: RightsChange, groups: readonly string[]): Promise<RoleSet | undefined> {
    return this.#dependencies.settings.rolesByGroups(change, spellingsOf(groups));
  }

  /** Returns the entries of the settings that give a new user roles by these groups. */
  mappingsOf(change: RightsChange, groups: readonly string[]): ReturnType<AccountSettingsService['mappingsOf']> {
    return this.#dependencies.settings.mappingsOf(change, spellingsOf(groups));
  }
}

/** Group names of some providers begin with a slash, whatever those in the settings do. */
function spellingsOf(groups: readonly string[]): readonly string[] {
  return groups.slice(0, mostGroups).flatMap((group) => [group, group.startsWith('/') ? group.slice(1) : `/${group}`]);
}

function placeOf({ accountId, key }: SignInProvider, { issuer, subject }: Presented): IdentityPlace {
  return { accountId, providerKey: key, issuer, subject };
}

/** Returns the names that differ from those of a user. */
export function newNamesOf(user: User, who: Presented): ReturnType<typeof namesOf> {
  if (user.managedBy) return {};
  const names = Object.entries(namesOf(who)).filter(([field, name]) => user[field as keyof User] !== name);
  return Object.fromEntries(names);
}

function namesOf({ givenName, familyName, displayName }: Presented) {
  const names = Object.entries({ givenName, familyName, displayName }).filter(
    ([, name]) => name !== undefined && name.trim() !== '' && textFault(name) === undefined,
  );
  return Object.fromEntries(names) as { givenName?: string; familyName?: string; displayName?: string }; // what is left of them
}

/** A name that people choose themselves at the provider is none here. */
function nameFor({ settings }: SignInProvider, { userName }: Presented): string | undefined {
  return settings.linkBy.includes('userName') ? userName : undefined;
}

function verifiedEmail({ email }: Presented): string | undefined {
  return email?.isVerified === true && emailFault(email.value) === undefined ? email.value : undefined;
}

function domainFault(provider: SignInProvider, who: Presented): RefusedPerson | undefined {
  const { emailDomains } = provider.settings;
  if (emailDomains.length === 0) return undefined;
  const domain = foldAscii(verifiedEmail(who)?.split('@')[1] ?? '');
  const isAllowed = domain !== '' && emailDomains.some((each) => foldAscii(each) === domain);
  return isAllowed ? undefined : refused(provider, who, 'domain', `no verified address of ${emailDomains.join(', ')}`);
}

function deactivated({ username }: User): RefusedPerson {
  return { kind: 'refused', isKnown: true, why: 'deactivated', value: username, reason: 'the user is deactivated' };
}

function refused(provider: SignInProvider, who: Presented, why: RefusedPerson['why'], reason: string): RefusedPerson {
  const value = nameFor(provider, who) ?? who.email?.value ?? who.subject;
  return { kind: 'refused', why, value: value.slice(0, 255), reason };
}
