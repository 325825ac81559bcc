import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Database, Tables, UserTable } from '@orrery/store';
import { faultsIn, Invalid, NotFound, requireSound, type CurrentRights } from '@orrery/kernel';
import { settingsOf } from '../account/index.ts';
import type { AttributeService, AttributeValues, Scope } from '../attribute/index.ts';
import type { Change, RightsChange } from '../change/index.ts';
import { profileFaults } from '../user/index.ts';
import {
  type CountedTenant,
  type EmbedTenant,
  externalIdFault,
  type ExternalUser,
  tenantNameFault,
  type ViewerGroup,
} from './embed-tenant.ts';
import { EmbedTenantStore } from './embed-tenant-store.ts';
import { GroupStore } from '../group/index.ts';

/** Missing fields keep their value; an empty text clears. */
export interface ExternalUserInput {
  readonly externalId: string;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly picture?: string | undefined;
  /** When absent, the viewer is persistent, even if ephemeral before. */
  readonly expiresAt?: number | undefined;
}

export interface EmbedTenantServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly attributes: AttributeService;
}

const allEmbedUsers = 'all_embed_users';
/** The name that the account itself has where tenants are named. */
const nameOfAccount = '-';

/** Customers of the account, and their viewers. A scope of `null` is the account itself. */
export class EmbedTenantService {
  readonly #store: EmbedTenantStore;
  readonly #groups: GroupStore;
  readonly #dependencies: EmbedTenantServiceDependencies;

  constructor(dependencies: EmbedTenantServiceDependencies) {
    this.#store = new EmbedTenantStore();
    this.#groups = new GroupStore();
    this.#dependencies = dependencies;
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
    const users = await this.#store.viewersIn(database, ids, clock.now());
    return rows.map(({ id, name, description }) => ({
      id,
      name,
      description: description ?? undefined,
      users: users.get(id) ?? 0,
    }));
  }

  /**
   * Deletes a tenant with its viewers, groups and attributes.
   *
   * @throws Invalid for the account itself, and for what is no name of a tenant; NotFound
   */
  async delete(change: RightsChange, name: string): Promise<void> {
    const { transaction, accountId } = change;
    const scope = await this.scopeOf(accountId, name, transaction);
    if (scope === null)
      throw new Invalid('embed-tenant.invalid', 'The account itself is not deleted as an embed tenant');
    await this.#store.delete(transaction, scope);
    await change.record({ event: 'Deleted embed tenant', attributes: { embedTenant: name } });
  }

  /** Finds the number of a tenant by name. */
  async numberOf({ transaction, accountId }: Change, name: string): Promise<number | undefined> {
    return (await this.#store.find(transaction, accountId, name))?.id;
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

  /** Existing viewers by the ids of the embedding application. */
  async findUsers(
    { transaction, accountId, now }: Change,
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
    await this.#store.deleteExpired(transaction, accountId, now);
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
   * Creates or changes the viewer with this id of the embedding application.
   *
   * @throws Invalid, also when the account's limit is reached
   */
  async upsertUser(change: RightsChange, scope: Scope, input: ExternalUserInput): Promise<ExternalUser> {
    const faults = faultsIn({ externalId: input.externalId }, { externalId: externalIdFault });
    const profile = { email: input.email || undefined, displayName: input.displayName, picture: input.picture };
    requireSound('external-user.invalid', [...faults, ...profileFaults(profile)]);
    const { transaction, accountId, now } = change;
    await this.#store.deleteExpired(transaction, accountId, now);
    const key = keyOf(scope, input.externalId);
    const before = await this.#store.findUser(accountId, key, transaction);
    const isMore = input.expiresAt === undefined && (!before || before.expires_at !== null);
    if (isMore) await this.#requireRoom(change);
    const columns = {
      email: textOf(input.email, before?.email),
      display_name: textOf(input.displayName, before?.display_name),
      picture: textOf(input.picture, before?.picture),
      // A persistent viewer stays persistent.
      expires_at: before && before.expires_at === null ? null : (input.expiresAt ?? null),
      updated_at: now,
    };
    if (before) {
      const version = before.version + 1;
      return readExternal(await this.#store.updateUser(transaction, before.id, { ...columns, version }));
    }
    const row = await this.#store.insertUser(transaction, {
      ...columns,
      ...newColumns(change, scope, input.externalId),
    });
    return readExternal(row);
  }

  /**
   * Sets the groups of a viewer in a scope exactly.
   *
   * @returns whether any has changed @throws Invalid naming the missing groups in the given order; NotFound
   */
  async setGroups(
    change: RightsChange,
    userId: number,
    names: readonly string[],
    { userScope, scope }: { readonly userScope: Scope; readonly scope: Scope },
  ): Promise<boolean> {
    const { transaction, accountId } = change;
    await this.#requireUser(change, userScope, userId);
    const found = await this.#store.groupsNamed(accountId, scope, names, transaction);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length > 0) {
      throw new Invalid('group.unknown', `Groups with names ${missing.join(', ')} not found`);
    }
    const wanted = new Set(names);
    const present = await this.#store.groupNamesOf(transaction, scope, userId);
    if (present.length === wanted.size && present.every((name) => wanted.has(name))) return false;
    const ids = new Set(names.flatMap((name) => found.get(name) ?? []));
    await this.#store.setGroups(transaction, scope, userId, [...ids]);
    return true;
  }

  /** Sets some values of a viewer. @returns whether any has changed @throws Invalid, NotFound */
  async setAttributes(
    change: RightsChange,
    userId: number,
    values: AttributeValues,
    { userScope, scope }: { readonly userScope: Scope; readonly scope: Scope },
  ): Promise<boolean> {
    await this.#requireUser(change, userScope, userId);
    const changed = await this.#dependencies.attributes.set(change, userId, values, scope);
    return changed.length > 0;
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
  ): Promise<CurrentRights | undefined> {
    const user = await this.#store.getUser(this.#dependencies.database, accountId, userScope, userId);
    if (!user || (user.expires_at !== null && user.expires_at <= this.#dependencies.clock.now())) return undefined;
    const [groups, values] = await Promise.all([
      this.#store.groupNamesOf(this.#dependencies.database, scope, userId),
      this.#dependencies.attributes.effectiveOf(accountId, userId, scope),
    ]);
    return { groups, roles: [], userAttributes: Object.fromEntries(values) };
  }

  async #requireUser({ transaction, accountId }: Change, scope: Scope, id: number): Promise<void> {
    if (await this.#store.getUser(transaction, accountId, scope, id)) return;
    throw new NotFound('external-user.unknown', `There is no external user ${id}`);
  }

  async #requireRoom({ transaction, accountId }: Change, more = 1): Promise<void> {
    const { limits } = await settingsOf(transaction, accountId);
    if ((await this.#store.countPersistent(accountId, transaction)) + more <= limits.externalUsers) return;
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

function textOf(given: string | undefined, before: string | null | undefined): string | null {
  if (given === undefined) return before ?? null;
  return given === '' ? null : given;
}

function readExternal(row: Selectable<UserTable>): ExternalUser {
  return {
    id: row.id,
    externalId: row.external_id ?? row.username,
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    picture: row.picture ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  };
}
