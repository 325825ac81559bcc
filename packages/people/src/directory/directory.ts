import type { Transaction } from 'kysely';
import type { Database, Tables } from '@orrery/store';
import type { TestCondition } from '../role/index.ts';
import { type DirectoryRange, DirectoryStore, type GroupTest, type UserTest } from './directory-store.ts';
import { type Group, type GroupMember, readGroup, readMember } from '../group/index.ts';
import { readUser, type User } from '../user/index.ts';

/** Finds users and groups of an account by conditions, for systems that provision the same people. */
export class Directory {
  readonly #database: Database;
  readonly #store: DirectoryStore;

  constructor(database: Database) {
    this.#database = database;
    this.#store = new DirectoryStore(database);
  }

  async users(accountId: number, condition: TestCondition<UserTest>, range: DirectoryRange): Promise<readonly User[]> {
    return (await this.#store.users(accountId, condition, range)).map(readUser);
  }

  countUsers(accountId: number, condition: TestCondition<UserTest>): Promise<number> {
    return this.#store.countUsers(accountId, condition);
  }

  /** Users in no order. */
  async usersOf(accountId: number, ids: readonly number[]): Promise<readonly User[]> {
    return (await this.#store.usersOf(accountId, ids)).map(readUser);
  }

  /** Numbers of the existing users, by the ids other systems use. */
  userIds(
    accountId: number,
    uids: readonly string[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<string, number>> {
    return this.#store.userIds(transaction ?? this.#database, accountId, uids);
  }

  async groups(
    accountId: number,
    condition: TestCondition<GroupTest>,
    range: DirectoryRange,
  ): Promise<readonly Group[]> {
    return (await this.#store.groups(accountId, condition, range)).map(readGroup);
  }

  countGroups(accountId: number, condition: TestCondition<GroupTest>): Promise<number> {
    return this.#store.countGroups(accountId, condition);
  }

  /** Groups in no order. */
  async groupsOf(accountId: number, ids: readonly number[]): Promise<readonly Group[]> {
    return (await this.#store.groupsOf(accountId, ids)).map(readGroup);
  }

  /** Members by group; groups without members are left out. */
  async members(
    accountId: number,
    groupIds: readonly number[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<number, readonly GroupMember[]>> {
    const rows = await this.#store.members(transaction ?? this.#database, accountId, groupIds);
    const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
    return new Map([...byGroup].map(([groupId, members]) => [groupId, members.map(readMember)]));
  }
}
