import type { Transaction } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import { Conflict, Invalid, nameKey, NotFound, requireSound, type RoleGrants } from '@orrery/kernel';
import type { Change, RightsChange } from '../change/index.ts';
import { type CustomRole, type CustomRoleInput, grantsOf, roleFaults } from './custom-role.ts';
import { type RoleRow, RoleStore } from './role-store.ts';
import { readRoles, readRolesOf } from './read-roles.ts';

export interface RoleServiceDependencies {
  readonly database: Database;
  /** Returns the numbers of all deployments of an account. */
  readonly deploymentsOf: (accountId: number, transaction: Transaction<Tables>) => Promise<readonly number[]>;
}

/** The change of a user's custom roles, by name. */
export interface ChangedRoles {
  readonly assigned: readonly string[];
  readonly removed: readonly string[];
}

/** Roles an account defines. */
export class RoleService {
  readonly #store: RoleStore;
  readonly #dependencies: RoleServiceDependencies;

  constructor(dependencies: RoleServiceDependencies) {
    this.#store = new RoleStore();
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId?: number; readonly most?: number } = {},
    transaction?: Transaction<Tables>,
  ): Promise<readonly CustomRole[]> {
    return readRoles(
      transaction ?? this.#dependencies.database,
      this.#store,
      await this.#store.list(transaction ?? this.#dependencies.database, accountId, range),
    );
  }

  /** @throws NotFound */
  async get(accountId: number, id: number, transaction?: Transaction<Tables>): Promise<CustomRole> {
    const row = await this.#row(transaction ?? this.#dependencies.database, accountId, id);
    const [role] = await readRoles(transaction ?? this.#dependencies.database, this.#store, [row]);
    if (!role) throw new Error(`role ${id} was there a moment ago`);
    return role;
  }

  /** Custom roles by user; users without one are left out. */
  async rolesOf(
    accountId: number,
    userIds: readonly number[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<number, readonly CustomRole[]>> {
    return readRolesOf(transaction ?? this.#dependencies.database, this.#store, accountId, userIds);
  }

  /** @throws Invalid, Conflict, NotFound when it names a deployment that does not exist */
  async create(change: RightsChange, input: CustomRoleInput): Promise<CustomRole> {
    requireSound('role.invalid', roleFaults(input));
    const { transaction, accountId, now } = change;
    const row = await this.#store.insert(transaction, {
      ...columnsOf(input),
      account_id: accountId,
      created_at: now,
      updated_at: now,
    });
    if (!row) throw nameTaken(input.name);
    await this.#setPolicies(change, row.id, grantsOf(input));
    await change.record({ event: 'Created role', attributes: { roleId: row.id, role: row.name } });
    return this.get(accountId, row.id, transaction);
  }

  /** Changes a role; the change affects the next request of everyone who has it. @throws NotFound, Invalid, Conflict */
  async update(change: RightsChange, id: number, input: Partial<CustomRoleInput>): Promise<CustomRole> {
    const { transaction, accountId, now } = change;
    const before = await this.get(accountId, id, transaction);
    const wanted = { ...before, ...given(input) };
    requireSound('role.invalid', roleFaults(wanted));
    const row = await this.#store.update(transaction, id, { ...columnsOf(wanted), updated_at: now });
    if (!row) throw nameTaken(wanted.name);
    await this.#setPolicies(change, id, grantsOf(wanted));
    const attributes = { roleId: id, role: row.name, changed: Object.keys(given(input)) };
    await change.record({ event: 'Updated role', attributes });
    return this.get(accountId, id, transaction);
  }

  /** Deletes a role; its holders keep their other roles. @throws NotFound */
  async delete(change: RightsChange, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const { name } = await this.#row(transaction, accountId, id);
    await this.#store.delete(transaction, id);
    await change.record({ event: 'Deleted role', attributes: { roleId: id, role: name } });
  }

  /** Sets the custom roles of a user exactly. @throws Invalid when a number is not a role */
  async set({ transaction, accountId }: Change, userId: number, roleIds: readonly number[]): Promise<ChangedRoles> {
    const known = new Map((await this.#store.list(transaction, accountId, {})).map(({ id, name }) => [id, name]));
    const unknown = roleIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw new Invalid('role.unknown', `There are no roles ${unknown.slice(0, 20).join(', ')}`);
    const present = (await this.#store.rolesOf(transaction, [userId])).map(({ role_id }) => role_id);
    const added = roleIds.filter((id) => !present.includes(id));
    const gone = present.filter((id) => !roleIds.includes(id));
    await this.#store.assign(transaction, userId, added);
    await this.#store.remove(transaction, userId, gone);
    const namesOf = (ids: readonly number[]) => ids.flatMap((id) => known.get(id) ?? []);
    return { assigned: namesOf(added), removed: namesOf(gone) };
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<RoleRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('role.unknown', `There is no role ${id}`);
  }

  async #setPolicies({ transaction, accountId }: Change, roleId: number, { policies }: RoleGrants): Promise<void> {
    const wanted = new Set(policies.flatMap(({ deployments }) => (deployments === 'all' ? [] : deployments)));
    const known = new Set(await this.#dependencies.deploymentsOf(accountId, transaction));
    const unknown = [...wanted].find((id) => !known.has(id));
    if (unknown !== undefined) throw new NotFound('deployment.unknown', `There is no deployment ${unknown}`);
    const written = policies.map(({ deployments, actions }) => ({
      has_all_deployments: deployments === 'all' ? 1 : 0,
      actions: JSON.stringify(actions),
      deploymentIds: deployments === 'all' ? [] : deployments,
    }));
    await this.#store.setPolicies(transaction, roleId, written);
  }
}

function columnsOf(input: CustomRoleInput) {
  const { base, actions } = grantsOf(input);
  return {
    name: input.name.trim(),
    name_key: nameKey(input.name),
    description: input.description ?? null,
    base,
    actions: JSON.stringify(actions),
  };
}

function given(change: Partial<CustomRoleInput>): Partial<CustomRoleInput> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function nameTaken(name: string): Conflict {
  return new Conflict('role.name-taken', `There is a role '${name.trim()}' already`);
}
