import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type EmbedTenantTable, kindOf, type UserTable, type Writer } from '@orrery/store';
import type { Scope } from '../attribute/index.ts';
import { inPieces, readInPieces } from '@orrery/kernel';

/** Rows of `embed_tenant`, and the external rows of `account_user`. */
export class EmbedTenantStore {
  find(writer: Writer, accountId: number, name: string): Promise<Selectable<EmbedTenantTable> | undefined> {
    return writer
      .selectFrom('embed_tenant')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  get(writer: Writer, accountId: number, id: number): Promise<Selectable<EmbedTenantTable> | undefined> {
    return writer
      .selectFrom('embed_tenant')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Tenants in order of creation. */
  list(
    writer: Writer,
    accountId: number,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<readonly Selectable<EmbedTenantTable>[]> {
    return writer
      .selectFrom('embed_tenant')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(most)
      .execute();
  }

  /** How many viewers whose time is not over each of these tenants has. */
  async viewersOf(writer: Writer, tenantIds: readonly number[], now: number): Promise<ReadonlyMap<number, number>> {
    const rows = await readInPieces(tenantIds, (some) =>
      writer
        .selectFrom('account_user')
        .select((is) => ['embed_tenant_id', is.fn.countAll<number>().as('count')])
        .where('embed_tenant_id', 'in', some)
        .where((user) => alive(user, now))
        .groupBy('embed_tenant_id')
        .execute(),
    );
    return new Map(rows.map(({ embed_tenant_id, count }) => [embed_tenant_id ?? 0, Number(count)]));
  }

  /** Deletes a tenant with everything of it, once no other change holds one of its viewers or adds one. */
  async delete(writer: Writer, id: number): Promise<void> {
    if (kindOf(writer) === 'postgres') {
      // In the order in which a session locks them.
      const viewers = writer.selectFrom('account_user').select('id').where('embed_tenant_id', '=', id).orderBy('id');
      await viewers.modifyEnd(sql`FOR UPDATE`).execute();
      const tenant = writer.selectFrom('embed_tenant').select('id').where('id', '=', id);
      await tenant.modifyEnd(sql`FOR UPDATE`).execute();
    }
    await writer.deleteFrom('embed_tenant').where('id', '=', id).execute();
  }

  /** How many viewers of the scope, whose time is not over, belong to each of these groups. */
  async viewersIn(
    writer: Writer,
    scope: Scope,
    groupIds: readonly number[],
    now: number,
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await readInPieces(groupIds, (some) =>
      writer
        .selectFrom('group_member')
        .innerJoin('account_user', 'account_user.id', 'group_member.user_id')
        .select((is) => ['group_id', is.fn.countAll<number>().as('count')])
        .where('group_id', 'in', some)
        .where('account_user.kind', '=', 'external')
        .where('account_user.embed_tenant_id', scope === null ? 'is' : '=', scope)
        .where((user) => alive(user, now))
        .groupBy('group_id')
        .execute(),
    );
    return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]));
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<EmbedTenantTable>): Promise<Selectable<EmbedTenantTable> | undefined> {
    return writer
      .insertInto('embed_tenant')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** Locks viewers until the transaction ends. SQLite has one writer at a time. */
  async lockUsers(
    accountId: number,
    usernameKeys: readonly string[],
    writer: Writer,
  ): Promise<readonly Selectable<UserTable>[]> {
    return readInPieces(usernameKeys, (some) =>
      byKey(writer, accountId, some)
        .orderBy('username_key')
        .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR NO KEY UPDATE`))
        .execute(),
    );
  }

  async findUsers(
    accountId: number,
    usernameKeys: readonly string[],
    writer: Writer,
  ): Promise<readonly Selectable<UserTable>[]> {
    return readInPieces(usernameKeys, (some) => byKey(writer, accountId, some).execute());
  }

  getUser(writer: Writer, accountId: number, scope: Scope, id: number): Promise<Selectable<UserTable> | undefined> {
    return external(writer, accountId)
      .selectAll()
      .where('id', '=', id)
      .where('embed_tenant_id', scope === null ? 'is' : '=', scope)
      .executeTakeFirst();
  }

  async countPersistent(accountId: number, writer: Writer): Promise<number> {
    const { count } = await external(writer, accountId)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('expires_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  insertUser(writer: Writer, row: Insertable<UserTable>): Promise<Selectable<UserTable>> {
    return writer.insertInto('account_user').values(row).returningAll().executeTakeFirstOrThrow();
  }

  async insertUsers(writer: Writer, rows: readonly Insertable<UserTable>[]): Promise<readonly Selectable<UserTable>[]> {
    const added: Selectable<UserTable>[] = [];
    for (const some of inPieces(rows)) {
      added.push(...(await writer.insertInto('account_user').values(some).returningAll().execute()));
    }
    return added;
  }

  updateUser(writer: Writer, id: number, change: Updateable<UserTable>): Promise<Selectable<UserTable>> {
    return writer.updateTable('account_user').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  }

  /** Names of the groups of one scope that a user belongs to. */
  async groupNamesOf(writer: Writer, scope: Scope, userId: number): Promise<readonly string[]> {
    const rows = await writer
      .selectFrom('group_member')
      .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
      .select('user_group.name')
      .where('group_member.user_id', '=', userId)
      .where('user_group.embed_tenant_id', scope === null ? 'is' : '=', scope)
      .orderBy('user_group.id')
      .execute();
    return rows.map(({ name }) => name);
  }

  /** The groups of one scope that a user belongs to, in any order: to sort them would cost more than to find them. */
  groupsOf(
    writer: Writer,
    scope: Scope,
    userId: number,
  ): Promise<readonly { readonly id: number; readonly name: string }[]> {
    return writer
      .selectFrom('group_member')
      .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
      .select(['user_group.id', 'user_group.name'])
      .where('group_member.user_id', '=', userId)
      .where('user_group.embed_tenant_id', scope === null ? 'is' : '=', scope)
      .execute();
  }

  /** Sets the groups of one scope exactly; those of other scopes stay. */
  async setGroups(writer: Writer, scope: Scope, userId: number, groupIds: readonly number[]): Promise<void> {
    if (kindOf(writer) === 'postgres' && groupIds.length > 0) {
      // Groups are locked before their members, as by whoever deletes a group.
      const groups = writer.selectFrom('user_group').select('id').where('id', 'in', groupIds).orderBy('id');
      await groups.modifyEnd(sql`FOR KEY SHARE`).execute();
    }
    await writer
      .deleteFrom('group_member')
      .where('user_id', '=', userId)
      .where('group_id', 'in', (is) =>
        is
          .selectFrom('user_group')
          .select('id')
          .where('embed_tenant_id', scope === null ? 'is' : '=', scope),
      )
      .execute();
    const pairs = groupIds.map((groupId) => ({ group_id: groupId, user_id: userId }));
    if (pairs.length > 0) await writer.insertInto('group_member').values(pairs).execute();
  }
}

/** Whether the time of a viewer is not over. */
export function alive(is: ExpressionBuilder<{ readonly account_user: UserTable }, 'account_user'>, now: number) {
  return is.or([is('account_user.expires_at', 'is', null), is('account_user.expires_at', '>', now)]);
}

/** Viewers by keys that no other users have; a condition of their kind would lead PostgreSQL to read all viewers. */
function byKey(writer: Writer, accountId: number, usernameKeys: readonly string[]) {
  return writer
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('username_key', 'in', usernameKeys);
}

function external(writer: Writer, accountId: number) {
  return writer.selectFrom('account_user').where('account_id', '=', accountId).where('kind', '=', 'external');
}
