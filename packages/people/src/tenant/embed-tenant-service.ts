import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { type Database, lockAccountAlone, type Tables, type UserTable, type Writer } from '@orrery/store';
import { faultsIn, Invalid, InvalidInput, NotFound, requireSound, type CurrentRights } from '@orrery/kernel';
import { settingsOf } from '../account/index.ts';
import type { AttributeService, AttributeValues, CheckedValues, Scope } from '../attribute/index.ts';
import type { Change, RightsChange } from '../change/index.ts';
import { profileFaults } from '../user/index.ts';
import {
  type CountedTenant,
  type EmbedTenant,
  externalIdFault,
  type ExternalUser,
  readExternal,
  tenantNameFault,
  type ViewerGroup,
} from './embed-tenant.ts';
import { EmbedTenantStore } from './embed-tenant-store.ts';
import { GroupStore } from '../group/index.ts';
import { type OwnedByViewers, removeViewers } from './remove-viewers.ts';

/** Missing fields keep their value; an empty text clears. */
export interface ExternalUserInput {
  readonly externalId: string;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly picture?: string | undefined;
  /** When this and `livesForMs` are absent, the viewer is persistent, even if ephemeral before. */
  readonly expiresAt?: number | undefined;
  /** Life from the creation on; it shortens an earlier one, and never makes one longer. */
  readonly livesForMs?: number | undefined;
}

export interface EmbedTenantServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly attributes: AttributeService;
  readonly users: OwnedByViewers;
}

/** The groups and values of a viewer that an embedding application names; absent ones stay as they are. */
interface NamedStanding {
  readonly groups?: readonly string[] | undefined;
  readonly values?: AttributeValues | undefined;
}

/** Groups by number, and values of attributes that are there. */
interface Standing {
  readonly groupIds: readonly number[] | undefined;
  readonly values: CheckedValues;
}

/** Content of viewers of embed tenants in another package. */
export interface TenantContent {
  /** Deletes everything that viewers of a tenant have made, once these are deleted. */
  deleteTenant(writer: Writer, accountId: number, tenantId: number): Promise<void>;
}

/** Viewers below the limit of the account from which on they are added one change after the other. */
const countedAlone = 1_000;

/** The group of all viewers of the account. */
export const allEmbedUsers = 'all_embed_users';
/** The name that the account itself has where tenants are named. */
const nameOfAccount = '-';

/** Customers of the account, and their viewers. A scope of `null` is the account itself. */
export class EmbedTenantService {
  readonly #store: EmbedTenantStore;
  readonly #groups: GroupStore;
  readonly #dependencies: EmbedTenantServiceDependencies;
  readonly #contents: TenantContent[] = [];

  constructor(dependencies: EmbedTenantServiceDependencies) {
    this.#store = new EmbedTenantStore();
    this.#groups = new GroupStore();
    this.#dependencies = dependencies;
  }

  /** Registers what viewers of tenants make in another feature. */
  registerContent(content: TenantContent): void {
    this.#contents.push(content);
  }

  /** @throws NotFound */
  async find(accountId: number, name: string, transaction?: Transaction<Tables>): Promise<EmbedTenant> {
    const row = await this.#store.find(transaction ?? this.#dependencies.database, accountId, name);
    if (!row) throw new NotFound('embed-tenant.unknown', `There is no embed tenant '${name.slice(0, 100)}'`);
    return { id: row.id, name: row.name, createdAt: row.created_at };
  }

  /**
   * The scope that a name means: `-` is the account itself.
   *
   * @throws Invalid for what is no name of a tenant; NotFound
   */
  async scopeOf(accountId: number, name: string, transaction?: Transaction<Tables>): Promise<Scope> {
    if (name === nameOfAccount) return null;
    requireSound('embed-tenant.invalid', faultsIn({ embedTenantName: name }, { embedTenantName: tenantNameFault }));
    return (await this.find(accountId, name, transaction)).id;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly CountedTenant[]> {
    const { database, clock } = this.#dependencies;
    const rows = await this.#store.list(database, accountId, range);
    const ids = rows.map(({ id }) => id);
    const users = await this.#store.viewersOf(database, ids, clock.now());
    return rows.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at, users: users.get(id) ?? 0 }));
  }

  /** Lists the groups of a scope in order of creation, without those of the system. */
  async groupsOf(
    accountId: number,
    scope: Scope,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly ViewerGroup[]> {
    const { database, clock } = this.#dependencies;
    const rows = await this.#groups.list(database, accountId, scope, range);
    const ids = rows.map(({ id }) => id);
    const users = await this.#store.viewersIn(database, scope, ids, clock.now());
    return rows.map(({ id, name, description }) => ({
      id,
      name,
      description: description ?? undefined,
      users: users.get(id) ?? 0,
    }));
  }

  /** Returns a group of a scope that is not one of the system. @throws NotFound */
  async groupOf(accountId: number, scope: Scope, id: number): Promise<ViewerGroup> {
    const [group] = await this.groupsOf(accountId, scope, { afterId: id - 1, most: 1 });
    if (group?.id === id) return group;
    throw new NotFound('group.unknown', `There is no group ${id}`);
  }

  /**
   * Deletes a tenant with its viewers, groups and attributes, and what its viewers have made.
   *
   * @throws Invalid for the account itself, and for what is no name of a tenant; NotFound
   */
  async delete(change: RightsChange, name: string): Promise<void> {
    const { transaction, accountId } = change;
    const scope = await this.scopeOf(accountId, name, transaction);
    if (scope === null)
      throw new Invalid('embed-tenant.invalid', 'The account itself is not deleted as an embed tenant');
    await this.#store.delete(transaction, scope);
    // Once its viewers are deleted, nothing can be made any more.
    for (const { deleteTenant } of this.#contents) await deleteTenant(transaction, accountId, scope);
    await change.record({ event: 'Deleted embed tenant', attributes: { embedTenant: name } });
  }

  /** Finds the number of a tenant by name. */
  async numberOf({ transaction, accountId }: Change, name: string): Promise<number | undefined> {
    return (await this.#store.find(transaction, accountId, name))?.id;
  }

  /** Returns the name of a tenant by number. */
  async nameOf({ transaction, accountId }: Change, id: number): Promise<string | undefined> {
    return (await this.#store.get(transaction, accountId, id))?.name;
  }

  /** Finds a tenant by name, or creates it with its system groups. @throws Invalid */
  async ensure(change: RightsChange, name: string): Promise<EmbedTenant> {
    const { transaction, accountId, now } = change;
    requireSound('embed-tenant.invalid', faultsIn({ embedTenantName: name }, { embedTenantName: tenantNameFault }));
    const known = await this.#store.find(transaction, accountId, name);
    if (known) return { id: known.id, name: known.name, createdAt: known.created_at };
    const row = await this.#store.insert(transaction, { account_id: accountId, name, created_at: now });
    if (!row) throw new Error(`the embed tenant '${name}' was made while its account was locked`);
    await this.#ensureSystemGroup(change, null, allEmbedUsers);
    await this.#ensureSystemGroup(change, row.id, `system:tenant:${name}`);
    return { id: row.id, name: row.name, createdAt: row.created_at };
  }

  /** Makes the group of all viewers of the account when it is the one that is named: there may be no tenant yet. */
  async ensureSystemGroupNamed(change: RightsChange, name: string): Promise<void> {
    if (name === allEmbedUsers) await this.#ensureSystemGroup(change, null, allEmbedUsers);
  }

  /** Existing viewers by the ids of the embedding application. */
  async findUsers(
    { transaction, accountId, now }: Pick<Change, 'accountId' | 'now'> & { readonly transaction: Writer },
    scope: Scope,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, ExternalUser>> {
    const keys = externalIds.map((externalId) => keyOf(scope, externalId));
    const rows = await this.#store.findUsers(accountId, keys, transaction);
    const present = rows.filter(({ expires_at }) => expires_at === null || expires_at > now).map(readExternal);
    return new Map(present.map((user) => [user.externalId, user]));
  }

  /**
   * Creates missing viewers as persistent ones.
   *
   * @returns all by the ids of the embedding application @throws Invalid, also when the account's limit would be
   * exceeded
   */
  async addUsers(
    change: RightsChange,
    scope: Scope,
    inputs: readonly Pick<ExternalUserInput, 'externalId' | 'email'>[],
  ): Promise<ReadonlyMap<string, ExternalUser>> {
    const faults = inputs.flatMap(({ externalId, email }) => [
      ...faultsIn({ externalId }, { externalId: externalIdFault }),
      ...profileFaults({ email: email || undefined }),
    ]);
    requireSound('external-user.invalid', faults);
    if (inputs.length === 0) return new Map();
    const { transaction, accountId, now } = change;
    const keys = inputs.map(({ externalId }) => keyOf(scope, externalId));
    await this.#removeExpired(change, await this.#store.lockUsers(accountId, keys, transaction));
    await this.#requireRoom(change, inputs.length);
    const rows = inputs.map((input) => ({
      ...newColumns(change, scope, input.externalId),
      email: input.email || null,
      updated_at: now,
    }));
    const added = (await this.#store.insertUsers(transaction, rows)).map(readExternal);
    return new Map(added.map((user) => [user.externalId, user]));
  }

  /**
   * Creates or changes the viewer with this id of the embedding application. Changes of one viewer are made one after the
   * other.
   *
   * @throws Invalid, also when the account's limit is reached
   */
  async upsertUser(
    change: Change,
    scope: Scope,
    input: ExternalUserInput,
  ): Promise<{ readonly user: ExternalUser; readonly isChanged: boolean }> {
    requireSoundUser(input);
    return this.#upsert(change, scope, input, await this.#lockUser(change, scope, input.externalId));
  }

  /**
   * Creates or changes a viewer as `upsertUser`, and gives the viewer what is named of another scope. For what the viewer
   * has already, neither groups nor attributes are looked up.
   *
   * @throws as upsertUser and resolve
   */
  async provision(
    change: Change,
    tenantId: Scope,
    input: ExternalUserInput,
    { scope, named }: { readonly scope: Scope; readonly named: NamedStanding },
  ): Promise<{ readonly user: ExternalUser; readonly isChanged: boolean }> {
    requireSoundUser(input);
    const before = await this.#lockUser(change, tenantId, input.externalId);
    const other = before ? await this.#otherThan(change, before.id, scope, named) : named;
    const standing = other && (await this.resolve(change, scope, other));
    const { user, isChanged } = await this.#upsert(change, tenantId, input, before);
    const hasOtherStanding = standing !== undefined && (await this.setStanding(change, user.id, scope, standing));
    return { user, isChanged: isChanged || hasOtherStanding };
  }

  /** @param before the viewer, locked; absent when there is none */
  async #upsert(
    change: Change,
    scope: Scope,
    input: ExternalUserInput,
    before: Selectable<UserTable> | undefined,
  ): Promise<{ readonly user: ExternalUser; readonly isChanged: boolean }> {
    const { transaction, now } = change;
    const expiresAt = expiryOf(input, before, now);
    const isMore = expiresAt === undefined && (!before || before.expires_at !== null);
    if (isMore) await this.#requireRoom(change);
    const columns = {
      email: textOf(input.email, before?.email),
      display_name: textOf(input.displayName, before?.display_name),
      picture: textOf(input.picture, before?.picture),
      // A persistent viewer stays persistent.
      expires_at: before && before.expires_at === null ? null : (expiresAt ?? null),
    };
    if (!before) {
      const row = { ...columns, ...newColumns(change, scope, input.externalId), updated_at: now };
      return { user: readExternal(await this.#store.insertUser(transaction, row)), isChanged: true };
    }
    const names = ['email', 'display_name', 'picture', 'expires_at'] as const;
    if (names.every((name) => before[name] === columns[name])) return { user: readExternal(before), isChanged: false };
    const version = before.version + 1;
    const row = await this.#store.updateUser(transaction, before.id, { ...columns, updated_at: now, version });
    return { user: readExternal(row), isChanged: true };
  }

  /**
   * Finds the groups and attributes that are named, and tests the values, before a viewer gets them.
   *
   * @throws InvalidInput whose details list every problem
   */
  async resolve(change: Change, scope: Scope, { groups, values = new Map() }: NamedStanding): Promise<Standing> {
    const { transaction, accountId } = change;
    const names = [...new Set(groups)];
    const found = new Map(
      (await this.#groups.named(transaction, accountId, scope, names)).map(({ id, name }) => [name, id]),
    );
    const checked = await this.#dependencies.attributes.check(change, values, scope);
    const { unknown, wrong } = checked;
    const missing = names.filter((name) => !found.has(name));
    const problems = [
      ...missing.map((name) => ({ path: 'groups', message: `There is no group '${name.slice(0, 255)}'` })),
      ...unknown.map((name) => ({
        path: 'userAttributes',
        message: `There is no user attribute '${name.slice(0, 255)}'`,
      })),
      ...wrong,
    ];
    if (missing.length > 0) {
      throw new InvalidInput('group.unknown', `Groups with names ${missing.join(', ')} not found`, problems);
    }
    if (unknown.length > 0) throw new InvalidInput('attribute.unknown', 'User attributes not found', problems);
    const [first] = wrong;
    if (first) {
      const message = `${first.path} ${first.message}`;
      throw new InvalidInput('attribute.invalid-value', message.slice(0, 1).toUpperCase() + message.slice(1), wrong);
    }
    return { groupIds: groups && names.flatMap((name) => found.get(name) ?? []), values: checked };
  }

  /** Gives a viewer what `resolve` found in the scope. @returns whether anything has changed */
  async setStanding(change: Change, userId: number, scope: Scope, { groupIds, values }: Standing): Promise<boolean> {
    const isInOthers = groupIds !== undefined && (await this.#setGroups(change, userId, scope, groupIds));
    const changed = await this.#dependencies.attributes.setChecked(change, userId, values);
    return isInOthers || changed.length > 0;
  }

  /**
   * Returns what policies read of a viewer.
   *
   * @param scope whose groups and attributes count: `null` in read-only sessions, the tenant's in those that may create
   * content @returns `undefined` for an unknown or expired viewer
   */
  async rightsOf(
    accountId: number,
    userId: number,
    { userScope, scope }: { readonly userScope: Scope; readonly scope: Scope },
  ): Promise<(CurrentRights & { readonly email: string | undefined }) | undefined> {
    const user = await this.#store.getUser(this.#dependencies.database, accountId, userScope, userId);
    if (!user || (user.expires_at !== null && user.expires_at <= this.#dependencies.clock.now())) return undefined;
    const [groups, values] = await Promise.all([
      this.#store.groupNamesOf(this.#dependencies.database, scope, userId),
      this.#dependencies.attributes.effectiveOf(accountId, userId, scope),
    ]);
    return { groups, roles: [], userAttributes: Object.fromEntries(values), email: user.email ?? undefined };
  }

  /** Finds the part of what is named that a viewer does not have yet. @returns `undefined` when there is none */
  async #otherThan(
    change: Change,
    userId: number,
    scope: Scope,
    { groups, values = new Map() }: NamedStanding,
  ): Promise<NamedStanding | undefined> {
    const wanted = new Set(groups);
    const present = groups ? await this.#store.groupsOf(change.transaction, scope, userId) : [];
    const isInOthers = groups && !(present.length === wanted.size && present.every(({ name }) => wanted.has(name)));
    const others = await this.#dependencies.attributes.otherThanStored(change, userId, values, scope);
    if (!isInOthers && others.size === 0) return undefined;
    return { groups: isInOthers ? groups : undefined, values: others };
  }

  async #setGroups({ transaction }: Change, userId: number, scope: Scope, ids: readonly number[]): Promise<boolean> {
    const present = await this.#store.groupsOf(transaction, scope, userId);
    if (present.length === ids.length && present.every(({ id }) => ids.includes(id))) return false;
    await this.#store.setGroups(transaction, scope, userId, ids);
    return true;
  }

  /** Finds a viewer whose time is not over, locked; one whose time is over is deleted with everything of it. */
  async #lockUser(change: Change, scope: Scope, externalId: string) {
    const { transaction, accountId } = change;
    const rows = await this.#store.lockUsers(accountId, [keyOf(scope, externalId)], transaction);
    return (await this.#removeExpired(change, rows))[0];
  }

  /** Deletes the viewers whose time is over. @returns the others */
  async #removeExpired(
    { transaction, accountId, now }: Change,
    rows: readonly Selectable<UserTable>[],
  ): Promise<readonly Selectable<UserTable>[]> {
    const isOver = ({ expires_at }: Selectable<UserTable>) => expires_at !== null && expires_at <= now;
    const over = rows.filter(isOver).map(({ id }) => id);
    if (over.length === 0) return rows;
    await removeViewers(transaction, accountId, over, this.#dependencies.users);
    return rows.filter((row) => !isOver(row));
  }

  async #requireRoom({ transaction, accountId }: Change, more = 1): Promise<void> {
    const { externalUsers } = (await settingsOf(transaction, accountId)).limits;
    const count = async () => (await this.#store.countPersistent(accountId, transaction)) + more;
    if ((await count()) + countedAlone <= externalUsers) return;
    // Others may be adding viewers at the same time, and cannot from here on.
    await lockAccountAlone(transaction, accountId);
    if ((await count()) <= externalUsers) return;
    throw new Invalid('external-user.limit', 'External users limit reached');
  }

  async #ensureSystemGroup({ transaction, accountId, now }: Change, scope: Scope, name: string): Promise<void> {
    await this.#groups.insert(transaction, {
      account_id: accountId,
      embed_tenant_id: scope,
      kind: 'system',
      uid: randomUUID(),
      name,
      name_key: name,
      description: null,
      external_id: null,
      created_at: now,
      updated_at: now,
      version: 1,
    });
  }
}

/** @throws Invalid */
function requireSoundUser({ externalId, email, displayName, picture }: ExternalUserInput): void {
  const faults = faultsIn({ externalId }, { externalId: externalIdFault });
  const profile = { email: email || undefined, displayName, picture };
  requireSound('external-user.invalid', [...faults, ...profileFaults(profile)]);
}

function newColumns({ accountId, now }: Change, scope: Scope, externalId: string) {
  return {
    account_id: accountId,
    kind: 'external',
    embed_tenant_id: scope,
    uid: randomUUID(),
    username: externalId,
    username_key: keyOf(scope, externalId),
    external_id: externalId,
    role: 'viewer',
    status: 'active',
    created_at: now,
  };
}

/** Usernames cannot start with U+0001, so these keys never collide with them. */
function keyOf(scope: Scope, externalId: string): string {
  return `\u0001${scope ?? ''}/${externalId}`;
}

/** @returns `undefined` for a persistent viewer */
function expiryOf(
  { expiresAt, livesForMs }: ExternalUserInput,
  before: Selectable<UserTable> | undefined,
  now: number,
): number | undefined {
  if (livesForMs === undefined) return expiresAt;
  return Math.min((before?.created_at ?? now) + livesForMs, before?.expires_at ?? Number.POSITIVE_INFINITY);
}

function textOf(given: string | undefined, before: string | null | undefined): string | null {
  if (given === undefined) return before ?? null;
  return given === '' ? null : given;
}
