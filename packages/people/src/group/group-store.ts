import type { Insertable, Selectable, Updateable } from 'kysely';
import { type UserGroupTable, unlessTaken, type Writer } from '@orrery/store';
import type { Scope } from '../attribute/index.ts';
import { inPieces, readInPieces } from '@orrery/kernel';
import { contains } from '../user/index.ts';

export type GroupRow = Selectable<UserGroupTable>;

export interface GroupRange {
  readonly afterId?: number;
  readonly most?: number;
  /** Part of the name, ignoring case. */
  readonly search?: string | undefined;
}

export interface MemberRow {
  readonly group_id: number;
  readonly id: number;
  readonly uid: string;
  readonly username: string;
  readonly display_name: string | null;
  readonly email: string | null;
}

/** Rows of `user_group` and `group_member`. */
export class GroupStore {
  list(
    writer: Writer,
    accountId: number,
    scope: Scope,
    { afterId = 0, most, search }: GroupRange,
  ): Promise<GroupRow[]> {
    return this.#own(accountId, scope, writer)
      .selectAll()
      .where('id', '>', afterId)
      .$if(search !== undefined, (query) => query.where(contains('name', search)))
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  get(writer: Writer, accountId: number, scope: Scope, id: number): Promise<GroupRow | undefined> {
    return this.#own(accountId, scope, writer).selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Groups with these names, exactly as written. */
  async named(writer: Writer, accountId: number, scope: Scope, names: readonly string[]): Promise<readonly GroupRow[]> {
    return readInPieces(names, (some) =>
      this.#own(accountId, scope, writer).selectAll().where('name', 'in', some).execute(),
    );
  }

  getByUid(writer: Writer, accountId: number, uid: string): Promise<GroupRow | undefined> {
    return this.#own(accountId, null, writer).selectAll().where('uid', '=', uid).executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<UserGroupTable>): Promise<GroupRow | undefined> {
    const isOfTenant = row.embed_tenant_id !== null;
    return writer
      .insertInto('user_group')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns([isOfTenant ? 'embed_tenant_id' : 'account_id', 'name_key'])
          .where('embed_tenant_id', isOfTenant ? 'is not' : 'is', null)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken; the transaction can then only be rolled back */
  update(writer: Writer, id: number, change: Updateable<UserGroupTable>): Promise<GroupRow | undefined> {
    return unlessTaken(
      writer.updateTable('user_group').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
    );
  }

  /** Marks groups as changed because their members have changed. */
  async raiseVersions(writer: Writer, ids: readonly number[], now: number): Promise<void> {
    for (const some of inPieces(ids)) {
      await writer
        .updateTable('user_group')
        .set((is) => ({ version: is('version', '+', 1), updated_at: now }))
        .where('id', 'in', some)
        .execute();
    }
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('user_group').where('id', '=', id).execute();
  }

  /** Users of the account in a group, without external ones. */
  members(
    writer: Writer,
    accountId: number,
    groupId: number,
    { afterId = 0, most }: { readonly afterId?: number; readonly most?: number } = {},
  ): Promise<MemberRow[]> {
    return writer
      .selectFrom('group_member')
      .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
      .select(['group_member.group_id', 'account_user.id', 'uid', 'username', 'display_name', 'email'])
      .where('group_member.group_id', '=', groupId)
      .where('account_user.account_id', '=', accountId)
      .where('account_user.kind', '=', 'internal')
      .where('account_user.id', '>', afterId)
      .orderBy('account_user.id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  /** Groups of these users, without system groups. */
  async groupsOf(
    writer: Writer,
    accountId: number,
    userIds: readonly number[],
  ): Promise<readonly (GroupRow & { readonly user_id: number })[]> {
    return readInPieces(userIds, (some) =>
      writer
        .selectFrom('group_member')
        .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
        .selectAll('user_group')
        .select('group_member.user_id')
        .where('user_group.account_id', '=', accountId)
        .where('user_group.embed_tenant_id', 'is', null)
        .where('group_member.user_id', 'in', some)
        .orderBy('user_group.id')
        .execute(),
    );
  }

  async memberIds(writer: Writer, groupId: number): Promise<ReadonlySet<number>> {
    const rows = await writer
      .selectFrom('group_member')
      .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
      .select('user_id')
      .where('group_id', '=', groupId)
      .where('account_user.kind', '=', 'internal')
      .execute();
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async addMembers(writer: Writer, groupId: number, userIds: readonly number[]): Promise<void> {
    for (const some of inPieces(userIds)) {
      await writer
        .insertInto('group_member')
        .values(some.map((userId) => ({ group_id: groupId, user_id: userId })))
        .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
        .execute();
    }
  }

  async removeMembers(writer: Writer, groupId: number, userIds: readonly number[]): Promise<void> {
    for (const some of inPieces(userIds)) {
      await writer.deleteFrom('group_member').where('group_id', '=', groupId).where('user_id', 'in', some).execute();
    }
  }

  /** Groups that people create and edit. */
  #own(accountId: number, scope: Scope, writer: Writer) {
    return writer
      .selectFrom('user_group')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'own')
      .where('embed_tenant_id', scope === null ? 'is' : '=', scope);
  }
}
