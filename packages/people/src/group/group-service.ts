import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables, Writer } from '@orrery/store';
import {
  type AuditActor,
  Conflict,
  descriptionFault,
  faultsIn,
  Invalid,
  nameFault,
  nameKey,
  NotFound,
  requireSound,
  textFault,
} from '@orrery/kernel';
import type { Scope } from '../attribute/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { changeStanding, type StandingDependencies, UserStore } from '../user/index.ts';
import { type Group, type GroupMember, isSystemName } from './group.ts';
import { type GroupRange, type GroupRow, GroupStore } from './group-store.ts';
import { readGroup, readMember } from './read-group.ts';

export interface NewGroup extends GroupChange {
  readonly name: string;
}

/** Missing fields keep their value; `null` clears. */
export interface GroupChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** Numbers of users of the account: an exact list, or additions and removals. External members stay. */
  readonly members?:
    | { readonly exactly: readonly number[] }
    | { readonly add?: readonly number[]; readonly remove?: readonly number[] }
    | undefined;
}

/** The change of a group's members. */
export interface ChangedMembers {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export interface GroupServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
}

/**
 * Groups of an account. Methods that end in `In` are parts of a larger change, made by `changeStanding`. A scope of
 * `null` is the account itself, a number one of its embed tenants.
 */
export class GroupService {
  readonly #store: GroupStore;
  readonly #users: UserStore;
  readonly #dependencies: GroupServiceDependencies;

  constructor(dependencies: GroupServiceDependencies) {
    this.#store = new GroupStore();
    this.#users = new UserStore();
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: GroupRange = {},
    transaction?: Transaction<Tables>,
    scope: Scope = null,
  ): Promise<readonly Group[]> {
    return (await this.#store.list(transaction ?? this.#dependencies.database, accountId, scope, range)).map(readGroup);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number, transaction?: Transaction<Tables>, scope: Scope = null): Promise<Group> {
    return readGroup(await this.#row(transaction ?? this.#dependencies.database, accountId, id, scope));
  }

  async getByUid(accountId: number, uid: string, transaction?: Transaction<Tables>): Promise<Group | undefined> {
    const row = await this.#store.getByUid(transaction ?? this.#dependencies.database, accountId, uid);
    return row && readGroup(row);
  }

  /** @throws NotFound */
  async members(
    accountId: number,
    id: number,
    range: { readonly afterId?: number; readonly most?: number } = {},
    transaction?: Transaction<Tables>,
  ): Promise<readonly GroupMember[]> {
    await this.#row(transaction ?? this.#dependencies.database, accountId, id, null);
    return (await this.#store.members(transaction ?? this.#dependencies.database, accountId, id, range)).map(
      readMember,
    );
  }

  /** Groups of the account by user; users without one are left out. */
  async groupsOf(
    accountId: number,
    userIds: readonly number[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<number, readonly Group[]>> {
    const rows = await this.#store.groupsOf(transaction ?? this.#dependencies.database, accountId, userIds);
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    return new Map([...byUser].map(([userId, groups]) => [userId, groups.map(readGroup)]));
  }

  /** @throws Invalid, Conflict when the name is taken, ignoring case */
  create(accountId: number, by: AuditActor, input: NewGroup, scope: Scope = null): Promise<Group> {
    return changeStanding(this.#dependencies, accountId, (transaction) =>
      this.createIn(transaction, accountId, by, input, scope),
    );
  }

  async createIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    input: NewGroup,
    scope: Scope = null,
  ): Promise<Group> {
    requireSound('group.invalid', faultsOf(input));
    const now = this.#dependencies.clock.now();
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      embed_tenant_id: scope,
      kind: 'own',
      uid: randomUUID(),
      name: input.name.trim(),
      name_key: keyOf(input.name, scope),
      description: input.description ?? null,
      external_id: input.externalId ?? null,
      created_at: now,
      updated_at: now,
      version: 1,
    });
    if (!row) throw nameTaken(input.name);
    const { added } = await this.#changeMembers(transaction, accountId, row.id, input.members);
    await this.#record(transaction, accountId, by, 'Created', row, { added: added.length });
    return readGroup(row);
  }

  /** Changes a group; the change affects the next request of every member. @throws NotFound, Invalid, Conflict */
  update(accountId: number, by: AuditActor, id: number, change: GroupChange, scope: Scope = null): Promise<Group> {
    return changeStanding(this.#dependencies, accountId, async (transaction) => {
      return (await this.updateIn(transaction, accountId, by, id, change, scope)).group;
    });
  }

  /**
   * Changes a group; without an actual change, version and log stay as they are. @throws NotFound, Invalid, Conflict
   */
  async updateIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    id: number,
    change: GroupChange,
    scope: Scope = null,
  ): Promise<{ readonly group: Group } & ChangedMembers> {
    requireSound('group.invalid', faultsOf(change));
    const before = await this.#row(transaction, accountId, id, scope);
    const { name = before.name, description = before.description, externalId = before.external_id } = change;
    const wanted = { name: name.trim(), description, external_id: externalId };
    const { added, removed } = await this.#changeMembers(transaction, accountId, id, change.members);
    const changed = (['name', 'description', 'external_id'] as const).filter((key) => wanted[key] !== before[key]);
    if (changed.length + added.length + removed.length === 0) return { group: readGroup(before), added, removed };
    const row = await this.#store.update(transaction, id, {
      ...wanted,
      name_key: keyOf(name, scope),
      version: before.version + 1,
      updated_at: this.#dependencies.clock.now(),
    });
    if (!row) throw nameTaken(name);
    if (changed.includes('name')) {
      const members = await this.#store.memberIds(transaction, id);
      await this.#users.raiseVersions(transaction, [...without(members, new Set(added))]);
    }
    const attributes = { changed, added: added.length, removed: removed.length };
    await this.#record(transaction, accountId, by, 'Updated', row, attributes);
    return { group: readGroup(row), added, removed };
  }

  /**
   * Sets the groups of a user exactly, as part of a change to the user.
   *
   * @returns whether any has changed @throws Invalid when a number is not a group
   */
  async setGroupsIn(
    transaction: Transaction<Tables>,
    accountId: number,
    userId: number,
    groupIds: readonly number[],
  ): Promise<boolean> {
    const wanted = new Set(groupIds);
    const known = new Set((await this.#store.list(transaction, accountId, null, {})).map(({ id }) => id));
    const unknown = [...without(wanted, known)];
    if (unknown.length > 0) {
      throw new Invalid('group.unknown', `There are no groups ${unknown.slice(0, 20).join(', ')}`);
    }
    const present = new Set((await this.#store.groupsOf(transaction, accountId, [userId])).map(({ id }) => id));
    const [added, removed] = [[...without(wanted, present)], [...without(present, wanted)]];
    for (const id of added) await this.#store.addMembers(transaction, id, [userId]);
    for (const id of removed) await this.#store.removeMembers(transaction, id, [userId]);
    await this.#store.raiseVersions(transaction, [...added, ...removed], this.#dependencies.clock.now());
    return added.length + removed.length > 0;
  }

  /** Deletes a group; its users stay. @throws NotFound */
  delete(accountId: number, by: AuditActor, id: number, scope: Scope = null): Promise<void> {
    return changeStanding(this.#dependencies, accountId, (transaction) =>
      this.deleteIn(transaction, accountId, by, id, scope),
    );
  }

  async deleteIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    id: number,
    scope: Scope = null,
  ): Promise<void> {
    const row = await this.#row(transaction, accountId, id, scope);
    await this.#users.raiseVersions(transaction, [...(await this.#store.memberIds(transaction, id))]);
    await this.#store.delete(transaction, id);
    await this.#record(transaction, accountId, by, 'Deleted', row);
  }

  async #changeMembers(
    transaction: Transaction<Tables>,
    accountId: number,
    groupId: number,
    change: GroupChange['members'],
  ): Promise<ChangedMembers> {
    if (!change) return { added: [], removed: [] };
    const present = await this.#store.memberIds(transaction, groupId);
    const wanted =
      'exactly' in change
        ? new Set(change.exactly)
        : without(new Set([...present, ...(change.add ?? [])]), new Set(change.remove));
    const added = [...without(wanted, present)];
    const removed = [...without(present, wanted)];
    const known = await this.#users.known(accountId, added, transaction);
    const unknown = added.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      throw new Invalid('group.unknown-member', `There are no users ${unknown.slice(0, 20).join(', ')}`);
    }
    await this.#store.addMembers(transaction, groupId, added);
    await this.#store.removeMembers(transaction, groupId, removed);
    await this.#users.raiseVersions(transaction, [...added, ...removed]);
    return { added, removed };
  }

  async #row(writer: Writer, accountId: number, id: number, scope: Scope): Promise<GroupRow> {
    const row = await this.#store.get(writer, accountId, scope, id);
    if (row) return row;
    throw new NotFound('group.unknown', `There is no group ${id}`);
  }

  async #record(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    act: 'Created' | 'Updated' | 'Deleted',
    { id, name }: GroupRow,
    details: object = {},
  ): Promise<void> {
    const event = by.via === 'scim' ? (`${act} group via SCIM` as const) : (`${act} group` as const);
    const attributes = { groupId: id, group: name, ...details };
    await this.#dependencies.audit.record(transaction, accountId, by, { event, attributes });
  }
}

function without(some: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...some].filter((one) => !others.has(one)));
}

function faultsOf(change: GroupChange) {
  return faultsIn(change, {
    name: (name: string) => (isSystemName(name) ? 'is that of a system group' : nameFault(name)),
    description: descriptionFault,
    externalId: textFault,
  });
}

/** Key for comparison: names in the account ignore case, those of an embedding application do not. */
function keyOf(name: string, scope: Scope): string {
  return scope === null ? nameKey(name) : name.trim();
}

function nameTaken(name: string): Conflict {
  return new Conflict('group.name-taken', `There is a group '${name.trim()}' already`);
}
