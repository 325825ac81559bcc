import type { Selectable, Transaction } from 'kysely';
import { NotFound } from '@orrery/kernel';
import { type Database, inTransaction, lockAccountAlone, type Tables, type UserTable } from '@orrery/store';
import type { Scope } from '../attribute/index.ts';
import type { Change } from '../change/index.ts';
import { type ChangedMembers, GroupStore } from '../group/index.ts';
import { type ExternalUser, readExternal } from './embed-tenant.ts';
import { type OwnedByViewers, removeViewers } from './remove-viewers.ts';
import { type ViewerPage, type ViewerFilter, type ViewersAt, ViewerStore } from './viewer-store.ts';

/** Viewers that one transaction of the job deletes. */
const forgottenAtOnce = 200;

export interface ViewerServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly users: OwnedByViewers;
}

/** A viewer, for lists. Instants are epoch milliseconds. */
export interface ListedViewer extends ExternalUser {
  readonly createdAt: number;
}

/**
 * The viewers of an account or of one of its embed tenants, for admins. A viewer whose time is over counts as deleted.
 * Changes of viewers take effect at once for sessions of this process, and within a second for others.
 */
export class ViewerService {
  readonly #store = new ViewerStore();
  readonly #groups = new GroupStore();
  readonly #dependencies: ViewerServiceDependencies;

  constructor(dependencies: ViewerServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(accountId: number, scope: Scope, range: ViewerPage & ViewerFilter): Promise<readonly ListedViewer[]> {
    const { database, clock } = this.#dependencies;
    const rows = await this.#store.list(database, { accountId, scope, now: clock.now() }, range);
    return rows.map(readListed);
  }

  /**
   * Deletes a viewer with memberships, values, sessions and favourites, and the viewer's objects that are not shared.
   *
   * @throws NotFound
   */
  async delete(change: Change, scope: Scope, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const [viewer] = await this.#lock(change, scope, [id], 'delete');
    await removeViewers(transaction, accountId, [id], this.#dependencies.users);
    await change.record({
      event: 'Deleted embed user',
      attributes: { embedUserId: id, externalId: viewer?.external_id ?? '' },
    });
  }

  /** Lists the viewers of the scope in one of its groups, by number. @throws NotFound */
  async members(accountId: number, scope: Scope, groupId: number, range: ViewerPage): Promise<readonly ListedViewer[]> {
    const { database, clock } = this.#dependencies;
    const at = { accountId, scope, now: clock.now() };
    if (!(await this.#groups.get(database, accountId, scope, groupId))) throw unknownGroup(groupId);
    return (await this.#store.members(database, at, groupId, range)).map(readListed);
  }

  /**
   * Puts viewers of the scope into one of its groups, or takes them out.
   *
   * @returns the viewers that were added, and those that were removed @throws NotFound for a group or a viewer who is
   *   not in the scope
   */
  async changeMembers(
    change: Change,
    scope: Scope,
    groupId: number,
    { add = [], remove = [] }: { readonly add?: readonly number[]; readonly remove?: readonly number[] },
  ): Promise<ChangedMembers> {
    const { transaction } = change;
    const viewers = await this.#lock(change, scope, [...add, ...remove], 'change');
    const group = await this.#store.keepGroup(transaction, atOf(change, scope), groupId);
    if (!group) throw unknownGroup(groupId);
    const ids = viewers.map(({ id }) => id);
    const present = await this.#store.membersAmong(transaction, groupId, ids);
    const [joining, leaving] = [new Set(add), new Set(remove)];
    const added = ids.filter((id) => joining.has(id) && !present.has(id));
    const removed = ids.filter((id) => leaving.has(id) && present.has(id));
    await this.#groups.addMembers(transaction, groupId, added);
    await this.#groups.removeMembers(transaction, groupId, removed);
    if (added.length + removed.length > 0) {
      const attributes = { groupId, group: group.name, added: added.length, removed: removed.length };
      await change.record({ event: 'Updated group', attributes });
    }
    return { added, removed };
  }

  /**
   * Deletes the viewers of all accounts whose time is over, some at a time, so that others can write in between. Any
   * number of processes may do so.
   */
  async forget(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    for (const { id } of await database.selectFrom('account').select('id').execute()) {
      const some = (transaction: Transaction<Tables>) => this.#forgetSome(transaction, id, now);
      while ((await inTransaction(database, some)) === forgottenAtOnce);
    }
  }

  /** @returns how many */
  async #forgetSome(transaction: Transaction<Tables>, accountId: number, now: number): Promise<number> {
    await lockAccountAlone(transaction, accountId);
    const ids = await this.#store.expired(transaction, accountId, now, forgottenAtOnce);
    if (ids.length > 0) await removeViewers(transaction, accountId, ids, this.#dependencies.users);
    return ids.length;
  }

  /**
   * Locks viewers after the account, so that no group or tenant is deleted meanwhile.
   *
   * @throws NotFound naming the numbers that are none of viewers of the scope
   */
  async #lock(
    change: Change,
    scope: Scope,
    ids: readonly number[],
    to: 'change' | 'delete',
  ): Promise<readonly Selectable<UserTable>[]> {
    await lockAccountAlone(change.transaction, change.accountId);
    const rows = await this.#store.lock(change.transaction, atOf(change, scope), ids, to);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    if (unknown.length === 0) return rows;
    const named = unknown.length === 1 ? 'is no user' : 'are no users';
    throw new NotFound('external-user.unknown', `There ${named} ${unknown.slice(0, 20).join(', ')}`);
  }
}

function atOf({ accountId, now }: Change, scope: Scope): ViewersAt {
  return { accountId, scope, now };
}

function readListed(row: Selectable<UserTable>): ListedViewer {
  return { ...readExternal(row), createdAt: row.created_at };
}

function unknownGroup(id: number): NotFound {
  return new NotFound('group.unknown', `There is no group ${id}`);
}
