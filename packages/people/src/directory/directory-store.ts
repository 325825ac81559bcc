import type { ExpressionBuilder } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import { type TestCondition, conditionSql } from '../role/index.ts';
import type { GroupRow, MemberRow } from '../group/index.ts';
import { inPieces } from '@orrery/kernel';
import type { UserRow } from '../user/index.ts';

/** A test of a user. Keys are in the form for comparison. */
export type UserTest =
  | { readonly kind: 'uid' | 'username-key' | 'external-id'; readonly is: string }
  | { readonly kind: 'active'; readonly isActive: boolean }
  | { readonly kind: 'in-group'; readonly groupUid: string };

export type GroupTest =
  | { readonly kind: 'uid' | 'name-key' | 'external-id'; readonly is: string }
  | { readonly kind: 'has-member'; readonly userUid: string };

/** A part of a list in order of creation. */
export interface DirectoryRange {
  readonly afterId?: number | undefined;
  readonly skip?: number | undefined;
  readonly most: number;
}

/**
 * Users and groups of the account as other systems see them, without external users, system groups and embed tenants.
 */
export class DirectoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  users(
    accountId: number,
    condition: TestCondition<UserTest>,
    { afterId = 0, skip = 0, most }: DirectoryRange,
  ): Promise<UserRow[]> {
    return this.#users(accountId, condition)
      .selectAll()
      .$if(afterId > 0, (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(most)
      .offset(skip)
      .execute();
  }

  async countUsers(accountId: number, condition: TestCondition<UserTest>): Promise<number> {
    const query = this.#users(accountId, condition).select((is) => is.fn.countAll().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  }

  async usersOf(accountId: number, ids: readonly number[]): Promise<readonly UserRow[]> {
    const found: UserRow[] = [];
    for (const some of inPieces(ids)) {
      found.push(...(await this.#users(accountId, { kind: 'any' }).selectAll().where('id', 'in', some).execute()));
    }
    return found;
  }

  async userIds(writer: Writer, accountId: number, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    for (const some of inPieces(uids)) {
      const rows = await writer
        .selectFrom('account_user')
        .select(['uid', 'id'])
        .where('account_id', '=', accountId)
        .where('kind', '=', 'internal')
        .where('uid', 'in', some)
        .execute();
      for (const { uid, id } of rows) ids.set(uid, id);
    }
    return ids;
  }

  groups(
    accountId: number,
    condition: TestCondition<GroupTest>,
    { afterId = 0, skip = 0, most }: DirectoryRange,
  ): Promise<GroupRow[]> {
    return this.#groups(accountId, condition)
      .selectAll()
      .$if(afterId > 0, (query) => query.where('id', '>', afterId))
      .orderBy('id')
      .limit(most)
      .offset(skip)
      .execute();
  }

  async countGroups(accountId: number, condition: TestCondition<GroupTest>): Promise<number> {
    const query = this.#groups(accountId, condition).select((is) => is.fn.countAll().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  }

  async groupsOf(accountId: number, ids: readonly number[]): Promise<readonly GroupRow[]> {
    const found: GroupRow[] = [];
    for (const some of inPieces(ids)) {
      found.push(...(await this.#groups(accountId, { kind: 'any' }).selectAll().where('id', 'in', some).execute()));
    }
    return found;
  }

  /** Members of all these groups, in the order in which the users were created. */
  async members(writer: Writer, accountId: number, groupIds: readonly number[]): Promise<readonly MemberRow[]> {
    const found: MemberRow[] = [];
    for (const some of inPieces(groupIds)) {
      const rows = await writer
        .selectFrom('group_member')
        .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
        .select(['group_member.group_id', 'account_user.id', 'uid', 'username', 'display_name', 'email'])
        .where('group_member.group_id', 'in', some)
        .where('account_user.account_id', '=', accountId)
        .where('account_user.kind', '=', 'internal')
        .orderBy('account_user.id')
        .execute();
      found.push(...rows);
    }
    return found;
  }

  #users(accountId: number, condition: TestCondition<UserTest>) {
    return this.#database
      .selectFrom('account_user')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'internal')
      .where((is) => conditionSql(is, condition, (test) => userTestSql(is, test)));
  }

  #groups(accountId: number, condition: TestCondition<GroupTest>) {
    return this.#database
      .selectFrom('user_group')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'own')
      .where('embed_tenant_id', 'is', null)
      .where((is) => conditionSql(is, condition, (test) => groupTestSql(is, test)));
  }
}

function userTestSql(is: ExpressionBuilder<Tables, 'account_user'>, test: UserTest) {
  switch (test.kind) {
    case 'uid':
      return is('uid', '=', test.is);
    case 'username-key':
      return is('username_key', '=', test.is);
    case 'external-id':
      return is.and([is('external_id', 'is not', null), is('external_id', '=', test.is)]);
    case 'active':
      return is('status', test.isActive ? '!=' : '=', 'deactivated');
    case 'in-group':
      return is(
        'id',
        'in',
        is
          .selectFrom('group_member')
          .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
          .select('group_member.user_id')
          .where('user_group.uid', '=', test.groupUid)
          .where('user_group.kind', '=', 'own')
          .whereRef('user_group.account_id', '=', 'account_user.account_id')
          .where('user_group.embed_tenant_id', 'is', null),
      );
  }
}

function groupTestSql(is: ExpressionBuilder<Tables, 'user_group'>, test: GroupTest) {
  switch (test.kind) {
    case 'uid':
      return is('uid', '=', test.is);
    case 'name-key':
      return is('name_key', '=', test.is);
    case 'external-id':
      return is.and([is('external_id', 'is not', null), is('external_id', '=', test.is)]);
    case 'has-member':
      return is(
        'id',
        'in',
        is
          .selectFrom('group_member')
          .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
          .select('group_member.group_id')
          .where('account_user.uid', '=', test.userUid)
          .where('account_user.kind', '=', 'internal')
          .whereRef('account_user.account_id', '=', 'user_group.account_id'),
      );
  }
}
