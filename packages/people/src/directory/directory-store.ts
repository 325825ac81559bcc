import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { Database, Tables, Writer } from '@orrery/store';
import { type TestCondition, conditionSql } from '../role/index.ts';
import type { MemberRow } from '../group/index.ts';
import { readInPieces } from '@orrery/kernel';
import { isPerson } from '../user/index.ts';

/** A test of a user. Keys are in the form for comparison. */
export type UserTest =
  | { readonly kind: 'uid' | 'username-key' | 'external-id'; readonly is: string }
  | { readonly kind: 'active'; readonly isActive: boolean }
  | { readonly kind: 'in-group'; readonly groupUid: string };

export type GroupTest =
  | { readonly kind: 'uid' | 'name-key' | 'external-id'; readonly is: string }
  | { readonly kind: 'has-member'; readonly userUid: string };

/** Selects from users or groups, both of which have an `id`. */
export type SelectSeen = SelectQueryBuilder<Tables, 'account_user', object>;

/**
 * Users and groups of the account as other systems see them, without external users, service accounts, system
 * groups and embed tenants.
 */
export class DirectoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  users(accountId: number, condition: TestCondition<UserTest>): SelectSeen {
    return this.#database
      .selectFrom('account_user')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'internal')
      .where(isPerson)
      .where((is) => conditionSql(is, condition, (test) => userTestSql(is, test)));
  }

  groups(accountId: number, condition: TestCondition<GroupTest>): SelectSeen {
    const groups = this.#database
      .selectFrom('user_group')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'own')
      .where('embed_tenant_id', 'is', null)
      .where((is) => conditionSql(is, condition, (test) => groupTestSql(is, test)));
    return groups as unknown as SelectSeen; // only its `id` is named
  }

  /** Numbers of the existing users, by the ids other systems use. */
  async userIds(writer: Writer, accountId: number, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await readInPieces(uids, (some) =>
      writer
        .selectFrom('account_user')
        .select(['uid', 'id'])
        .where('account_id', '=', accountId)
        .where('kind', '=', 'internal')
        .where(isPerson)
        .where('uid', 'in', some)
        .execute(),
    );
    return new Map(rows.map(({ uid, id }) => [uid, id]));
  }

  /** Members of all these groups, in the order in which the users were created. */
  members(writer: Writer, accountId: number, groupIds: readonly number[]): Promise<readonly MemberRow[]> {
    return readInPieces(groupIds, (some) =>
      writer
        .selectFrom('group_member')
        .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
        .select(['group_member.group_id', 'account_user.id', 'uid', 'username', 'display_name', 'email'])
        .where('group_member.group_id', 'in', some)
        .where('account_user.account_id', '=', accountId)
        .where('account_user.kind', '=', 'internal')
        .where(isPerson)
        .orderBy('account_user.id')
        .execute(),
    );
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
          .where(isPerson)
          .whereRef('account_user.account_id', '=', 'user_group.account_id'),
      );
  }
}
