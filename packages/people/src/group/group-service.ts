import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import {
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
import type { Change, RightsChange } from '../change/index.ts';
import { UserStore } from '../user/index.ts';
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

/** Groups of an account. A scope of `null` is the account itself, a number one of its embed tenants. */
export class GroupService {
  readonly #store: GroupStore;
  readonly #users: UserStore;
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#store = new GroupStore();
    this.#users = new UserStore();
    this.#database = database;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: GroupRange = {},
    transaction?: Transaction<Tables>,
    scope: Scope = null,
  ): Promise<readonly Group[]> {
    return (await this.#store.list(transaction ?? this.#database, accountId, scope, range)).map(readGroup);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number, transaction?: Transaction<Tables>, scope: Scope = null): Promise<Group> {
    return readGroup(await this.#row(transaction ?? this.#database, accountId, id, scope));
  }

  /** Groups by their names, exactly as written; names without a group are left out. */
  async named(change: Change, scope: Scope, names: readonly string[]): Promise<ReadonlyMap<string, Group>> {
    const rows = await this.#store.named(change.transaction, change.accountId, scope, names);
    return new Map(rows.map((row) => [row.name, readGroup(row)]));
  }

  async getByUid(accountId: number, uid: string, transaction?: Transaction<Tables>): Promise<Group | undefined> {
    const row = await this.#store.getByUid(transaction ?? this.#database, accountId, uid);
    return row && readGroup(row);
  }

  /** @throws NotFound */
  async members(
    accountId: number,
    id: number,
    range: { readonly afterId?: number; readonly most?: number } = {},
    transaction?: Transaction<Tables>,
  ): Promise<readonly GroupMember[]> {
    await this.#row(transaction ?? this.#database, accountId, id, null);
    return (await this.#store.members(transaction ?? this.#database, accountId, id, range)).map(readMember);
  }

  /** Groups of the account by user; users without one are left out. */
  async groupsOf(
    accountId: number,
    userIds: readonly number[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<number, readonly Group[]>> {
    const rows = await this.#store.groupsOf(transaction ?? this.#database, accountId, userIds);
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    return new Map([...byUser].map(([userId, groups]) => [userId, groups.map(readGroup)]));
  }

  /** @throws Invalid, Conflict when the name is taken, ignoring case */
  async create(change: RightsChange, input: NewGroup, scope: Scope = null): Promise<Group> {
    requireSound('group.invalid', faultsOf(input));
    const { now } = change;
    const row = await this.#store.insert(change.transaction, {
      account_id: change.accountId,
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
    const { added } = await this.#changeMembers(change, row.id, input.members);
    await record(change, 'Created', row, { added: added.length });
    return readGroup(row);
  }

  /**
   * Changes a group, for the next request of every member; without an actual change, version and log stay as they are.
   *
   * @throws NotFound, Invalid, Conflict
   */
  async update(
    change: RightsChange,
    id: number,
    input: GroupChange,
    scope: Scope = null,
  ): Promise<{ readonly group: Group } & ChangedMembers> {
    requireSound('group.invalid', faultsOf(input));
    const { transaction, accountId, now } = change;
    const before = await this.#row(transaction, accountId, id, scope);
    const { name = before.name, description = before.description, externalId = before.external_id } = input;
    const wanted = { name: name.trim(), description, external_id: externalId };
    const { added, removed } = await this.#changeMembers(change, id, input.members);
    const changed = (['name', 'description', 'external_id'] as const).filter((key) => wanted[key] !== before[key]);
    if (changed.length + added.length + removed.length === 0) return { group: readGroup(before), added, removed };
    const row = await this.#store.update(transaction, id, {
      ...wanted,
      name_key: keyOf(name, scope),
      version: before.version + 1,
      updated_at: now,
    });
    if (!row) throw nameTaken(name);
    if (changed.includes('name')) {
      const members = await this.#store.memberIds(transaction, id);
      await this.#users.raiseVersions(transaction, [...without(members, new Set(added))]);
    }
    const attributes = { changed, added: added.length, removed: removed.length };
    await record(change, 'Updated', row, attributes);
    return { group: readGroup(row), added, removed };
  }

  /**
   * Sets the groups of a user exactly, as part of a change to the user.
   *
   * @returns whether any has changed @throws Invalid when a number is not a group
   */
  async setGroups(change: RightsChange, userId: number, groupIds: readonly number[]): Promise<boolean> {
    const { transaction, accountId, now } = change;
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
    await this.#store.raiseVersions(transaction, [...added, ...removed], now);
    return added.length + removed.length > 0;
  }

  /** Deletes a group; its users stay. @throws NotFound */
  async delete(change: RightsChange, id: number, scope: Scope = null): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id, scope);
    await this.#users.raiseVersions(transaction, [...(await this.#store.memberIds(transaction, id))]);
    await this.#store.delete(transaction, id);
    await record(change, 'Deleted', row);
  }

  async #changeMembers(
    { transaction, accountId }: Change,
    groupId: number,
    members: GroupChange['members'],
  ): Promise<ChangedMembers> {
    if (!members) return { added: [], removed: [] };
    const present = await this.#store.memberIds(transaction, groupId);
    const wanted =
      'exactly' in members
        ? new Set(members.exactly)
        : without(new Set([...present, ...(members.add ?? [])]), new Set(members.remove));
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
}

async function record(
  change: Change,
  act: 'Created' | 'Updated' | 'Deleted',
  { id, name }: GroupRow,
  details: object = {},
): Promise<void> {
  const event = change.by.via === 'scim' ? (`${act} group via SCIM` as const) : (`${act} group` as const);
  await change.record({ event, attributes: { groupId: id, group: name, ...details } });
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
