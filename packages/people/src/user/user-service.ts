import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { inTransaction, type Tables, type Writer } from '@orrery/store';
import { type AuditActor, Conflict, Forbidden, NotFound, requireSound, type Role, roles } from '@orrery/kernel';
import type { AttributeService, AttributeValues } from '../attribute/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { GroupService } from '../group/index.ts';
import { changeStanding, type StandingDependencies } from './change-standing.ts';
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
}

/** Missing fields keep their value; `null` clears. */
export interface UserChange extends ProfileChange {
  readonly username?: string | undefined;
  readonly role?: Role | undefined;
  /** Exact list of numbers. */
  readonly customRoles?: readonly number[] | undefined;
  /** Exact list of numbers. */
  readonly groups?: readonly number[] | undefined;
  readonly status?: Exclude<UserStatus, 'invited'> | undefined;
  readonly attributes?: AttributeValues | undefined;
}

export interface UserServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
  readonly attributes: AttributeService;
  readonly groups: Pick<GroupService, 'setGroupsIn'>;
  readonly roles: RoleService;
  readonly settings: AccountSettingsService;
  readonly sessions: Pick<SessionService, 'endAllIn'>;
}

/** Users of an account. Methods that end in `In` are parts of a larger change, made by `changeStanding`. */
export class UserService {
  readonly #store: UserStore;
  readonly #ownerships = new Ownerships();
  readonly #dependencies: UserServiceDependencies;

  constructor(dependencies: UserServiceDependencies) {
    this.#store = new UserStore();
    this.#dependencies = dependencies;
  }

  /** @throws Invalid, Conflict when the username is taken, ignoring case */
  create(accountId: number, by: AuditActor, input: NewUser): Promise<User> {
    const work = (transaction: Transaction<Tables>) => this.createIn(transaction, accountId, by, input);
    // Groups and roles may be deleted meanwhile.
    const joins = (input.groups ?? []).length > 0 || (input.customRoles ?? []).length > 0;
    if (joins) return changeStanding(this.#dependencies, accountId, work);
    return inTransaction(this.#dependencies.database, work);
  }

  /** Creates a user; this reduces no rights, so any transaction will do. @throws Invalid, Conflict */
  async createIn(transaction: Transaction<Tables>, accountId: number, by: AuditActor, input: NewUser): Promise<User> {
    requireSound('user.invalid', profileFaults(input));
    const { clock, attributes, audit, settings } = this.#dependencies;
    const given = input.role === undefined ? await settings.defaultRoles(accountId, transaction) : undefined;
    const customRoles = [...(given?.customRoles ?? []), ...(input.customRoles ?? [])];
    const row = await this.#store.insert(transaction, {
      ...newColumns(input),
      account_id: accountId,
      uid: randomUUID(),
      role: input.role ?? given?.role ?? 'viewer',
      status: input.status ?? 'active',
      managed_by: by.via === 'scim' ? 'scim' : null,
      created_at: clock.now(),
    });
    if (!row) throw usernameTaken(input.username);
    if (input.attributes) await attributes.setIn(transaction, accountId, row.id, input.attributes);
    const { assigned } = await this.#dependencies.roles.setIn(transaction, accountId, row.id, [
      ...new Set(customRoles),
    ]);
    if (input.groups) await this.#dependencies.groups.setGroupsIn(transaction, accountId, row.id, input.groups);
    const event = by.via === 'scim' ? 'Created user via SCIM' : 'Created user';
    const { id, username, role, status } = row;
    const details = { userId: id, username, role, customRoles: assigned, status };
    await audit.record(transaction, accountId, by, { event, attributes: details });
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

  /** Changes a user from their next request on. @throws NotFound, Invalid, Conflict, Forbidden */
  update(accountId: number, by: AuditActor, id: number, change: UserChange): Promise<User> {
    return changeStanding(this.#dependencies, accountId, (transaction) =>
      this.updateIn(transaction, accountId, by, id, change),
    );
  }

  /**
   * Changes a user; without an actual change, version and log stay as they are.
   *
   * @throws NotFound, Invalid, Conflict when the name is taken or no active admin would be left, Forbidden when users
   * lock themselves out
   */
  async updateIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    id: number,
    change: UserChange,
  ): Promise<User> {
    requireSound('user.invalid', profileFaults(change));
    const { clock, attributes } = this.#dependencies;
    const row = await this.#row(transaction, accountId, id);
    if (change.status !== undefined && change.status !== 'active') requireNotYourself(by, id, 'deactivate');
    const columns = changedColumns(row, change);
    const values = change.attributes ? await attributes.setIn(transaction, accountId, id, change.attributes) : [];
    const custom = change.customRoles
      ? await this.#dependencies.roles.setIn(transaction, accountId, id, [...new Set(change.customRoles)])
      : { assigned: [], removed: [] };
    const isElsewhere =
      change.groups !== undefined &&
      (await this.#dependencies.groups.setGroupsIn(transaction, accountId, id, change.groups));
    const changed = [
      ...changedFields(columns),
      ...values.map((name) => `userAttributes.${name}`),
      ...(isElsewhere ? ['groups'] : []),
    ];
    if (changed.length + custom.assigned.length + custom.removed.length === 0) return readUser(row);
    const stamped = { ...columns, version: row.version + 1, updated_at: clock.now() };
    const updated = await this.#store.update(transaction, id, stamped);
    if (columns.status === 'deactivated') await this.#dependencies.sessions.endAllIn(transaction, id);
    if (!updated) throw usernameTaken(change.username ?? row.username);
    await this.#requireAdminLeft(transaction, accountId, row);
    const isOther = updated.role !== row.role;
    const beside = changed.filter((field) => field !== 'role');
    if (beside.length > 0) await this.#recordUpdate(transaction, accountId, by, updated, beside);
    await this.#recordRoles(transaction, accountId, by, updated, {
      assigned: isOther ? [updated.role, ...custom.assigned] : custom.assigned,
      removed: custom.removed,
    });
    return readUser(updated);
  }

  /** Registers objects of a feature whose ownership is transferred when their owner is deleted. */
  registerOwnership(ownership: Ownership): void {
    this.#ownerships.register(ownership);
  }

  /** @throws NotFound, Conflict when no active admin would be left, Forbidden */
  delete(accountId: number, by: AuditActor, id: number): Promise<void> {
    return changeStanding(this.#dependencies, accountId, (transaction) =>
      this.deleteIn(transaction, accountId, by, id),
    );
  }

  /**
   * Deletes a user with keys, memberships and values. Ownership of the user's objects is transferred to the user who
   * deletes them, or to the first admin when that is not a user of the account.
   *
   * @throws NotFound, Conflict, Forbidden
   */
  async deleteIn(transaction: Transaction<Tables>, accountId: number, by: AuditActor, id: number): Promise<void> {
    const row = await this.#row(transaction, accountId, id);
    requireNotYourself(by, id, 'delete');
    await transaction
      .updateTable('user_group')
      .set((is) => ({ version: is('version', '+', 1), updated_at: this.#dependencies.clock.now() }))
      .where('id', 'in', (is) => is.selectFrom('group_member').select('group_id').where('user_id', '=', id))
      .execute();
    const heir = await this.#store.heir(transaction, accountId, id, by.userId);
    const passed =
      heir === undefined ? {} : { newOwner: heir, ...(await this.#ownerships.transfer(transaction, id, heir)) };
    await this.#store.delete(transaction, id);
    await this.#requireAdminLeft(transaction, accountId, row);
    const event = by.via === 'scim' ? 'Deleted user via SCIM' : 'Deleted user';
    const attributes = { userId: id, username: row.username, ...passed };
    await this.#dependencies.audit.record(transaction, accountId, by, { event, attributes });
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<UserRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('user.unknown', `There is no user ${id}`);
  }

  async #requireAdminLeft(transaction: Transaction<Tables>, accountId: number, before: UserRow): Promise<void> {
    if (before.role !== 'admin' || before.status !== 'active') return;
    if (await this.#store.firstActiveAdmin(accountId, transaction)) return;
    throw new Conflict('user.last-admin', `'${before.username}' is the last active admin`);
  }

  async #recordRoles(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    { id, username }: UserRow,
    { assigned, removed }: ChangedRoles,
  ): Promise<void> {
    const { audit } = this.#dependencies;
    const details = { userId: id, username };
    if (assigned.length > 0) {
      const event = assigned.length > 1 ? 'Assigned roles to user' : 'Assigned role to user';
      await audit.record(transaction, accountId, by, { event, attributes: { ...details, roles: assigned } });
    }
    for (const role of removed) {
      await audit.record(transaction, accountId, by, {
        event: 'Removed role from user',
        attributes: { ...details, role },
      });
    }
  }

  /**
   * Adds roles to users, who keep theirs. A built-in role weaker than the user's own is ignored.
   *
   * @returns the users who received a role
   */
  async addRolesIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    userIds: readonly number[],
    { role, customRoles }: RoleSet,
  ): Promise<readonly number[]> {
    const present = await this.#dependencies.roles.rolesOf(accountId, userIds, transaction);
    const changed: number[] = [];
    for (const id of userIds) {
      const before = readUser(await this.#row(transaction, accountId, id));
      const custom = (present.get(id) ?? []).map((one) => one.id);
      const after = await this.updateIn(transaction, accountId, by, id, {
        ...(roles.indexOf(role) < roles.indexOf(before.role) ? { role } : {}),
        customRoles: [...custom, ...customRoles],
      });
      if (after.version > before.version) changed.push(id);
    }
    return changed;
  }

  async #recordUpdate(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    { id, username, status }: UserRow,
    changed: readonly string[],
  ): Promise<void> {
    const event = by.via === 'scim' ? 'Updated user via SCIM' : 'Updated user profile';
    const attributes = { userId: id, username, changed, ...(changed.includes('status') ? { status } : {}) };
    await this.#dependencies.audit.record(transaction, accountId, by, { event, attributes });
  }
}

/**
 * Refuses acting on oneself, except through an identity provider: it acts for the company, with the key of one of its
 * users.
 */
function requireNotYourself(by: AuditActor, id: number, act: string): void {
  if (by.userId !== id || by.via === 'scim') return;
  throw new Forbidden('user.yourself', `You cannot ${act} yourself`);
}

function usernameTaken(username: string): Conflict {
  return new Conflict('user.username-taken', `There is a user '${username}' already`);
}
