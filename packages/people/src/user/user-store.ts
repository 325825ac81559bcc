import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely';
import { type Tables, type UserTable, unlessTaken, type Writer } from '@orrery/store';
import { inPieces, readInPieces } from '@orrery/kernel';
import { contains, isNamed } from './by-name.ts';

export type UserRow = Selectable<UserTable>;

/** Largest number of a row. */
const largestNumber = 2_147_483_647;

/** A part of the list of users in order of creation. */
export interface UserRange {
  readonly afterId?: number;
  readonly most?: number;
}

export interface UserFilter {
  readonly status?: string | undefined;
  readonly role?: string | undefined;
  /** Part of the name or the address, ignoring case. */
  readonly search?: string | undefined;
  /** Part of a name that everybody may see, ignoring case; of an address, whatever field it is in, that before its `@`. */
  readonly named?: string | undefined;
  readonly groupId?: number | undefined;
}

const nameColumns = ['username', 'display_name', 'given_name', 'family_name'] as const;

/** Rows of `account_user` for people who sign in. External users have their own store. */
export class UserStore {
  list(
    writer: Writer,
    accountId: number,
    { afterId = 0, most, status, role, search, named, groupId }: UserRange & UserFilter = {},
  ): Promise<UserRow[]> {
    return internal(writer, accountId)
      .selectAll()
      .where('id', '>', afterId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
      .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
      .$if(search !== undefined, (query) =>
        query.where((is) => is.or([...nameColumns, 'email' as const].map((column) => contains(column, search)))),
      )
      .$if(named !== undefined, (query) => query.where((is) => isNamed(is, nameColumns, named)))
      .$if(groupId !== undefined, (query) =>
        query.where((is) =>
          is.exists(
            is
              .selectFrom('group_member')
              .select('group_id')
              .whereRef('group_member.user_id', '=', 'account_user.id')
              .where('group_member.group_id', '=', groupId ?? 0),
          ),
        ),
      )
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  find(writer: Writer, accountId: number, usernameKey: string): Promise<UserRow | undefined> {
    return internal(writer, accountId).selectAll().where('username_key', '=', usernameKey).executeTakeFirst();
  }

  get(writer: Writer, accountId: number, id: number): Promise<UserRow | undefined> {
    return internal(writer, accountId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Finds a person by the id that other systems use. */
  getByUid(writer: Writer, accountId: number, uid: string): Promise<UserRow | undefined> {
    return people(writer, accountId).selectAll().where('uid', '=', uid).executeTakeFirst();
  }

  firstActiveAdmin(accountId: number, writer: Writer): Promise<UserRow | undefined> {
    return people(writer, accountId)
      .selectAll()
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  /** Finds the new owner of a user's objects: the one named, else the first active admin. */
  async nextOwner(
    writer: Writer,
    accountId: number,
    from: number,
    named: number | undefined,
  ): Promise<number | undefined> {
    const others = people(writer, accountId).select('id').where('id', '!=', from);
    const chosen = await others.where('id', '=', named ?? 0).executeTakeFirst();
    const admins = others.where('role', '=', 'admin').where('status', '=', 'active').orderBy('id').limit(1);
    return (chosen ?? (await admins.executeTakeFirst()))?.id;
  }

  /** Returns which of these are users of the account. */
  async known(accountId: number, ids: readonly number[], writer: Writer): Promise<ReadonlySet<number>> {
    // PostgreSQL would refuse to compare larger numbers.
    const rows = await readInPieces(
      ids.filter((id) => id <= largestNumber),
      (some) => internal(writer, accountId).select('id').where('id', 'in', some).execute(),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<UserTable>): Promise<UserRow | undefined> {
    return writer
      .insertInto('account_user')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'username_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken; the transaction can then only be rolled back */
  update(writer: Writer, id: number, change: Updateable<UserTable>): Promise<UserRow | undefined> {
    return unlessTaken(
      writer.updateTable('account_user').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
    );
  }

  /** Marks users as changed because data shown with them has changed. */
  async raiseVersions(writer: Writer, ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids)) {
      await writer
        .updateTable('account_user')
        .set((is) => ({ version: is('version', '+', 1) }))
        .where('id', 'in', some)
        .execute();
    }
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('account_user').where('id', '=', id).execute();
  }
}

function internal(writer: Writer, accountId: number) {
  const from = writer.selectFrom<keyof Tables & 'account_user'>('account_user');
  return from.where('account_id', '=', accountId).where('kind', '=', 'internal');
}

/** Users without the service accounts of applications. */
function people(writer: Writer, accountId: number) {
  return internal(writer, accountId).where(isPerson);
}

/** Matches users who are no service accounts of applications. */
export function isPerson(is: ExpressionBuilder<Tables, 'account_user'>) {
  return is.or([is('account_user.managed_by', 'is', null), is('account_user.managed_by', '!=', 'client')]);
}
