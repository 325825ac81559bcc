import { type Selectable, sql } from 'kysely';
import { kindOf, type UserTable, type Writer } from '@orrery/store';
import { inPieces, readInPieces } from '@orrery/kernel';
import type { Scope } from '../attribute/index.ts';
import { isNamed } from '../user/index.ts';
import { alive } from './embed-tenant-store.ts';

/** Part of a list in the order of its numbers. */
export interface ViewerPage {
  readonly afterId: number;
  readonly most: number;
}

export interface ViewerFilter {
  /** Part of a name that others of the tenant may see, ignoring case; of an address, that before its `@`. */
  readonly named?: string | undefined;
}

/** The viewers of one scope whose time is not over at `now`. */
export interface ViewersAt {
  readonly accountId: number;
  readonly scope: Scope;
  readonly now: number;
}

/** External rows of `account_user`, and their memberships. */
export class ViewerStore {
  list(
    writer: Writer,
    at: ViewersAt,
    { afterId, most, named }: ViewerPage & ViewerFilter,
  ): Promise<readonly Selectable<UserTable>[]> {
    return viewers(writer, at)
      .selectAll()
      .where('id', '>', afterId)
      .$if(named !== undefined, (query) =>
        // What the embedding application calls them is shown, and found, where they have no other name.
        query.where((is) =>
          is.or([
            isNamed(is, ['display_name'], named),
            is.and([
              is.or([is('display_name', 'is', null), is('display_name', '=', '')]),
              isNamed(is, ['external_id'], named),
            ]),
          ]),
        ),
      )
      .orderBy('id')
      .limit(most)
      .execute();
  }

  /** The viewers of the scope in a group, in the order of their numbers. */
  members(
    writer: Writer,
    at: ViewersAt,
    groupId: number,
    { afterId, most }: ViewerPage,
  ): Promise<readonly Selectable<UserTable>[]> {
    const ids = writer.selectFrom('group_member').select('user_id').where('group_id', '=', groupId);
    return viewers(writer, at)
      .selectAll()
      .where('id', 'in', ids)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(most)
      .execute();
  }

  /**
   * Locks viewers until the transaction ends, in the order of their numbers: to change them, or to delete them, so that
   * nothing is made meanwhile that belongs to them. SQLite has one writer at a time.
   */
  async lock(
    writer: Writer,
    at: ViewersAt,
    ids: readonly number[],
    to: 'change' | 'delete',
  ): Promise<readonly Selectable<UserTable>[]> {
    const lock = to === 'delete' ? sql`FOR UPDATE` : sql`FOR NO KEY UPDATE`;
    return readInPieces(
      [...new Set(ids)].toSorted((one, other) => one - other),
      (some) =>
        viewers(writer, at)
          .selectAll()
          .where('id', 'in', some)
          .orderBy('id')
          .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(lock))
          .execute(),
    );
  }

  /** Keeps a group that people edit from being deleted until the transaction ends. @returns its name */
  async keepGroup(
    writer: Writer,
    { accountId, scope }: ViewersAt,
    groupId: number,
  ): Promise<{ readonly name: string } | undefined> {
    return writer
      .selectFrom('user_group')
      .select('name')
      .where('account_id', '=', accountId)
      .where('embed_tenant_id', scope === null ? 'is' : '=', scope)
      .where('kind', '=', 'own')
      .where('id', '=', groupId)
      .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR KEY SHARE`))
      .executeTakeFirst();
  }

  /** Finds those of the users that are in a group. */
  async membersAmong(writer: Writer, groupId: number, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await readInPieces(userIds, (some) =>
      writer
        .selectFrom('group_member')
        .select('user_id')
        .where('group_id', '=', groupId)
        .where('user_id', 'in', some)
        .execute(),
    );
    return new Set(rows.map(({ user_id }) => user_id));
  }

  /**
   * Locks some viewers of an account whose time is over, those left out that another change holds. SQLite has one writer
   * at a time.
   */
  async expired(writer: Writer, accountId: number, now: number, most: number): Promise<readonly number[]> {
    const rows = await writer
      .selectFrom('account_user')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'external')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(most)
      .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE SKIP LOCKED`))
      .execute();
    return rows.map(({ id }) => id);
  }

  async delete(writer: Writer, ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids)) {
      if (kindOf(writer) === 'postgres') {
        // Groups are locked before their members, as by whoever deletes a group.
        const memberships = writer.selectFrom('group_member').select('group_id').where('user_id', 'in', some);
        const groups = writer.selectFrom('user_group').select('id').where('id', 'in', memberships).orderBy('id');
        await groups.modifyEnd(sql`FOR KEY SHARE`).execute();
      }
      await writer.deleteFrom('account_user').where('kind', '=', 'external').where('id', 'in', some).execute();
    }
  }
}

function viewers(writer: Writer, { accountId, scope, now }: ViewersAt) {
  return writer
    .selectFrom('account_user')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'external')
    .where('embed_tenant_id', scope === null ? 'is' : '=', scope)
    .where((user) => alive(user, now));
}
