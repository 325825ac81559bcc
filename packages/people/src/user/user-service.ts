import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import { type AuditActor, Conflict, Forbidden, NotFound, requireSound, type Role, roles } from '@orrery/kernel';
import type { AttributeService, AttributeValues } from '../attribute/index.ts';
import { asRightsChange, type Change, type RightsChange } from '../change/index.ts';
import type { GroupService } from '../group/index.ts';
import { type Ownership, Ownerships } from './ownership.ts';
import { readUser } from './read-user.ts';
import type { AccountSettingsService, RoleSet } from '../account/index.ts';
import type { ChangedRoles, RoleService } from '../role/index.ts';
import type { SessionService } from '../session/index.ts';
import type { User, UserStatus } from './user.ts';
import { changedColumns, changedFields, newColumns, profileFaults, type ProfileChange } from './user-profile.ts';
import { type UserFilter, type UserRange, type UserRow, UserStore } from './user-store.ts';
import { usernameFault, usernameKey } from './username.ts';

export interface NewUser extends ProfileChange {
  readonly username: string;
  /** When absent, the account's default for new users. */
  readonly role?: Role | undefined;
  /** Numbers of custom roles. */
  readonly customRoles?: readonly number[] | undefined;
  /** Numbers of groups. */
  readonly groups?: readonly number[] | undefined;
  /** Active by default. */
  readonly status?: UserStatus | undefined;
  readonly attributes?: AttributeValues | undefined;
  /** Set for the service account of an application. */
  readonly managedBy?: 'client' | undefined;
}

/** Missing fields keep their value; `null` clears. */
export interface UserChange extends ProfileChange {
  readonly username?: string | undefined;
  readonly role?: Role | undefined;
  /** Numbers of custom roles; the list replaces the present one. */
  readonly customRoles?: readonly number[] | undefined;
  /** Numbers of groups; the list replaces the present one. */
  readonly groups?: readonly number[] | undefined;
  readonly status?: Exclude<UserStatus, 'invited'> | undefined;
  readonly attributes?: AttributeValues | undefined;
}

export interface UserServiceDependencies {
  readonly database: Database;
  readonly attributes: AttributeService;
  readonly groups: Pick<GroupService, 'setGroups'>;
  readonly roles: RoleService;
  readonly settings: AccountSettingsService;
  readonly sessions: Pick<SessionService, 'endAll'>;
  readonly grants: EndsGrants;
  readonly signInPolicy: KeepsWayIn;
}

/** Rules for signing in, by which some admin can go on to sign in. */
interface KeepsWayIn {
  requireWayIn(change: RightsChange): Promise<void>;
}

/** Grants of people to applications, which end with the access of the people. */
interface EndsGrants {
  endOf(change: RightsChange, of: { readonly userId: number }, reason: 'deactivated'): Promise<unknown>;
}

/** Users of an account. */
export class UserService {
  readonly #store: UserStore;
  readonly #ownerships = new Ownerships();
  readonly #dependencies: UserServiceDependencies;

  constructor(dependencies: UserServiceDependencies) {
    this.#store = new UserStore();
    this.#dependencies = dependencies;
  }

  /**
   * Creates a user. A change that reduces no rights will do, unless the user `joins` groups or roles.
   *
   * @throws Invalid, Conflict when the username is taken, ignoring case
   */
  async create(change: Change, input: NewUser): Promise<User> {
    requireSound('user.invalid', profileFaults(input));
    if (joins(input)) asRightsChange(change);
    const { attributes, settings } = this.#dependencies;
    const { transaction, accountId, by } = change;
    const given = input.role === undefined ? await settings.defaultRoles(change) : undefined;
    const customRoles = [...(given?.customRoles ?? []), ...(input.customRoles ?? [])];
    const row = await this.#store.insert(transaction, {
      ...newColumns(input),
      account_id: accountId,
      uid: randomUUID(),
      role: input.role ?? given?.role ?? 'viewer',
      status: input.status ?? 'active',
      managed_by: by.via === 'scim' ? 'scim' : (input.managedBy ?? null),
      created_at: change.now,
    });
    if (!row) throw usernameTaken(input.username);
    if (input.attributes) await attributes.set(change, row.id, input.attributes);
    const { assigned } = await this.#dependencies.roles.set(change, row.id, [...new Set(customRoles)]);
    if (input.groups?.length) await this.#dependencies.groups.setGroups(asRightsChange(change), row.id, input.groups);
    const event = by.via === 'scim' ? 'Created user via SCIM' : 'Created user';
    const { id, username, role, status } = row;
    const details = { userId: id, username, role, customRoles: assigned, status };
    await change.record({ event, attributes: details });
    return readUser(row);
  }

  async list(
    accountId: number,
    range: UserRange & UserFilter = {},
    transaction?: Transaction<Tables>,
  ): Promise<readonly User[]> {
    return (await this.#store.list(transaction ?? this.#dependencies.database, accountId, range)).map(readUser);
  }

  /** @throws NotFound */
  async find(accountId: number, username: string, transaction?: Transaction<Tables>): Promise<User> {
    // Not every store accepts texts that are not valid names.
    const isName = usernameFault(username) === undefined;
    const row = isName
      ? await this.#store.find(transaction ?? this.#dependencies.database, accountId, usernameKey(username))
      : undefined;
    if (!row) throw new NotFound('user.unknown', `There is no user '${username}'`);
    return readUser(row);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number, transaction?: Transaction<Tables>): Promise<User> {
    return readUser(await this.#row(transaction ?? this.#dependencies.database, accountId, id));
  }

  async getByUid(accountId: number, uid: string, transaction?: Transaction<Tables>): Promise<User | undefined> {
    const row = await this.#store.getByUid(transaction ?? this.#dependencies.database, accountId, uid);
    return row && readUser(row);
  }

  async firstActiveAdmin(accountId: number, transaction: Transaction<Tables>): Promise<User | undefined> {
    const row = await this.#store.firstActiveAdmin(accountId, transaction);
    return row && readUser(row);
  }

  /**
   * Changes a user from their next request on; without an actual change, version and log stay as they are.
   *
   * @throws NotFound, Invalid, Conflict when the name is taken or no active admin would be left, Forbidden when users
   * lock themselves out
   */
  async update(change: RightsChange, id: number, input: UserChange): Promise<User> {
    requireSound('user.invalid', profileFaults(input));
    const { attributes, groups, roles: customRoles } = this.#dependencies;
    const { transaction, accountId, by } = change;
    const row = await this.#row(transaction, accountId, id);
    if (row.managed_by === 'client') requireNoApplication(by);
    if (input.status !== undefined && input.status !== 'active') requireNotYourself(by, id, 'deactivate');
    const columns = changedColumns(row, input);
    const values = input.attributes ? await attributes.set(change, id, input.attributes) : [];
    const custom = input.customRoles
      ? await customRoles.set(change, id, [...new Set(input.customRoles)])
      : { assigned: [], removed: [] };
    const isElsewhere = input.groups !== undefined && (await groups.setGroups(change, id, input.groups));
    const changed = [
      ...changedFields(columns),
      ...values.map((name) => `userAttributes.${name}`),
      ...(isElsewhere ? ['groups'] : []),
    ];
    if (changed.length + custom.assigned.length + custom.removed.length === 0) return readUser(row);
    const stamped = { ...columns, version: row.version + 1, updated_at: change.now };
    const updated = await this.#store.update(transaction, id, stamped);
    if (columns.status === 'deactivated') await this.#endAccess(change, id);
    if (!updated) throw usernameTaken(input.username ?? row.username);
    await this.#requireAdminLeft(change, row);
    const isOther = updated.role !== row.role;
    const beside = changed.filter((field) => field !== 'role');
    if (beside.length > 0) await recordUpdate(change, updated, beside);
    await recordRoles(change, updated, {
      assigned: isOther ? [updated.role, ...custom.assigned] : custom.assigned,
      removed: custom.removed,
    });
    return readUser(updated);
  }

  /** Deletes the objects of viewers that are not shared, before the viewers are deleted. */
  deleteUnshared(transaction: Transaction<Tables>, accountId: number, userIds: readonly number[]): Promise<void> {
    return this.#ownerships.deleteUnshared(transaction, accountId, userIds);
  }

  /** Registers objects of a feature whose ownership is transferred when their owner is deleted. */
  registerOwnership(ownership: Ownership): void {
    this.#ownerships.register(ownership);
  }

  /**
   * Deletes a user with keys, memberships and values. Ownership of the user's objects is transferred to the user who
   * deletes them, or to the first admin when that is not a user of the account.
   *
   * @param options `withClient` is set by the application whose service account is deleted
   * @throws NotFound, Conflict when no active admin would be left or an application needs the user, Forbidden
   */
  async delete(change: RightsChange, id: number, { withClient = false } = {}): Promise<void> {
    const { transaction, accountId, by, now } = change;
    const row = await this.#row(transaction, accountId, id);
    requireNotYourself(by, id, 'delete');
    if (row.managed_by === 'client' && !withClient) throw serviceAccount(row.username);
    await transaction
      .updateTable('user_group')
      .set((is) => ({ version: is('version', '+', 1), updated_at: now }))
      .where('id', 'in', (is) => is.selectFrom('group_member').select('group_id').where('user_id', '=', id))
      .execute();
    const owner = await this.#store.nextOwner(transaction, accountId, id, by.userId);
    const passed =
      owner === undefined ? {} : { newOwner: owner, ...(await this.#ownerships.transfer(transaction, id, owner)) };
    await this.#store.delete(transaction, id);
    await this.#requireAdminLeft(change, row);
    const event = by.via === 'scim' ? 'Deleted user via SCIM' : 'Deleted user';
    const attributes = { userId: id, username: row.username, ...passed };
    await change.record({ event, attributes });
  }

  /** Ends what would let the user in again without signing in, once the user is active again. */
  async #endAccess(change: RightsChange, id: number): Promise<void> {
    await this.#dependencies.sessions.endAll(change, id);
    await this.#dependencies.grants.endOf(change, { userId: id }, 'deactivated');
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<UserRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('user.unknown', `There is no user ${id}`);
  }

  async #requireAdminLeft(change: RightsChange, before: UserRow): Promise<void> {
    const { transaction, accountId } = change;
    if (before.role !== 'admin' || before.status !== 'active') return;
    const after = await this.#store.get(transaction, accountId, before.id);
    if (after?.role === 'admin' && after.status === 'active') return;
    if (!(await this.#store.firstActiveAdmin(accountId, transaction)))
      throw new Conflict('user.last-admin', `'${before.username}' is the last active admin`);
    await this.#dependencies.signInPolicy.requireWayIn(change);
  }

  /**
   * Adds roles to users, who keep theirs. A built-in role weaker than the user's own is ignored.
   *
   * @returns the users who received a role
   */
  async addRoles(
    change: RightsChange,
    userIds: readonly number[],
    { role, customRoles }: RoleSet,
  ): Promise<readonly number[]> {
    const { transaction, accountId } = change;
    const present = await this.#dependencies.roles.rolesOf(accountId, userIds, transaction);
    const changed: number[] = [];
    for (const id of userIds) {
      const before = readUser(await this.#row(transaction, accountId, id));
      const custom = (present.get(id) ?? []).map((one) => one.id);
      const after = await this.update(change, id, {
        ...(roles.indexOf(role) < roles.indexOf(before.role) ? { role } : {}),
        customRoles: [...custom, ...customRoles],
      });
      if (after.version > before.version) changed.push(id);
    }
    return changed;
  }
}

/**
 * Refuses an action of a user on the user's own account, except through an identity provider, which works for the
 * company with the key of one of its users.
 */
function requireNotYourself(by: AuditActor, id: number, act: string): void {
  if (by.userId !== id || by.via === 'scim') return;
  throw new Forbidden('user.yourself', `You cannot ${act} yourself`);
}

/** Refuses an application: it would change the service account of an application, its own perhaps, by its token. */
function requireNoApplication(by: AuditActor): void {
  if (by.application === undefined) return;
  throw new Forbidden('user.service-account', 'No application may change the service accounts of applications');
}

function serviceAccount(username: string): Conflict {
  const message = `'${username}' is the service account of an application; delete the application instead`;
  return new Conflict('user.service-account', message);
}

function usernameTaken(username: string): Conflict {
  return new Conflict('user.username-taken', `There is a user '${username}' already`);
}

/** Whether the change that creates the user must keep groups and roles from being deleted meanwhile. */
export function joins({ groups = [], customRoles = [] }: Pick<NewUser, 'groups' | 'customRoles'>): boolean {
  return groups.length + customRoles.length > 0;
}

async function recordRoles(change: Change, { id, username }: UserRow, { assigned, removed }: ChangedRoles) {
  const details = { userId: id, username };
  if (assigned.length > 0) {
    const event = assigned.length > 1 ? 'Assigned roles to user' : 'Assigned role to user';
    await change.record({ event, attributes: { ...details, roles: assigned } });
  }
  for (const role of removed)
    await change.record({ event: 'Removed role from user', attributes: { ...details, role } });
}

async function recordUpdate(change: Change, { id, username, status }: UserRow, changed: readonly string[]) {
  const event = change.by.via === 'scim' ? 'Updated user via SCIM' : 'Updated user profile';
  const attributes = { userId: id, username, changed, ...(changed.includes('status') ? { status } : {}) };
  await change.record({ event, attributes });
}
