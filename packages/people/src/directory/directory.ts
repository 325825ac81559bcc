import type { Transaction } from 'kysely';
import { readInPieces } from '@orrery/kernel';
import type { Database, Tables } from '@orrery/store';
import type { TestCondition } from '../role/index.ts';
import { DirectoryStore, type GroupTest, type SelectSeen, type UserTest } from './directory-store.ts';
import { type Group, type GroupMember, type GroupRow, readGroup, readMember } from '../group/index.ts';
import { readUser, type User, type UserRow } from '../user/index.ts';

/** A part of a list in order of creation. */
interface DirectoryRange {
  readonly afterId?: number | undefined;
  readonly skip?: number | undefined;
  readonly most: number;
}

/** The users, or the groups, that pass a condition. */
interface DirectoryList<Item> {
  count(): Promise<number>;
  rows(range: DirectoryRange): Promise<readonly Item[]>;
  /** Returns those with these numbers, in no order, whatever the condition. */
  rowsOf(ids: readonly number[]): Promise<readonly Item[]>;
}

/** Finds users and groups of an account by conditions, for systems that provision the same people. */
export class Directory {
  readonly #database: Database;
  readonly #store: DirectoryStore;

  constructor(database: Database) {
    this.#database = database;
    this.#store = new DirectoryStore(database);
  }

  users(accountId: number, condition: TestCondition<UserTest>): DirectoryList<User> {
    return listOf<UserTest, User>(condition, {
      select: (among) => this.#store.users(accountId, among),
      read: (row) => readUser(row as UserRow),
    });
  }

  groups(accountId: number, condition: TestCondition<GroupTest>): DirectoryList<Group> {
    return listOf<GroupTest, Group>(condition, {
      select: (among) => this.#store.groups(accountId, among),
      read: (row) => readGroup(row as GroupRow),
    });
  }

  /** Numbers of the existing users, by the ids other systems use. */
  userIds(
    accountId: number,
    uids: readonly string[],
    transaction?: Transaction<Tables>,
  ): Promise<ReadonlyMap<string, number>> {
    return this.#store.userIds(transaction ?? this.#database, accountId, uids);
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

function listOf<Test, Item>(
  condition: TestCondition<Test>,
  {
    select,
    read,
  }: { readonly select: (condition: TestCondition<Test>) => SelectSeen; readonly read: (row: object) => Item },
): DirectoryList<Item> {
  return {
    count: async () => {
      const query = select(condition).select((is) => is.fn.countAll().as('count'));
      return Number((await query.executeTakeFirstOrThrow()).count);
    },
    rows: async ({ afterId = 0, skip = 0, most }) => {
      const rows = await select(condition)
        .selectAll()
        .$if(afterId > 0, (query) => query.where('id', '>', afterId))
        .orderBy('id')
        .limit(most)
        .offset(skip)
        .execute();
      return rows.map(read);
    },
    rowsOf: async (ids) => {
      const all = select({ kind: 'any' }).selectAll();
      return (await readInPieces(ids, (some) => all.where('id', 'in', some).execute())).map(read);
    },
  };
}
