import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { foldAscii } from '@orrery/kernel';
import type { UserIdentityTable, Writer } from '@orrery/store';
import { type UserRow, usernameKey } from '../user/index.ts';

/** Identifies a person at a provider, in one account. */
export interface IdentityPlace {
  readonly accountId: number;
  readonly providerKey: string;
  readonly issuer: string;
  readonly subject: string;
}

/** A person of a provider, with the user that they are. */
export interface LinkedRow {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** More rows than this one decide nothing. */
const mostCandidates = 10;

/** Rows of `user_identity`, and the users that could become one. */
export class IdentityStore {
  find(writer: Writer, place: IdentityPlace): Promise<Selectable<UserIdentityTable> | undefined> {
    return writer
      .selectFrom('user_identity')
      .selectAll()
      .where('account_id', '=', place.accountId)
      .where('provider_key', '=', place.providerKey)
      .where('issuer', '=', place.issuer)
      .where('subject', '=', place.subject)
      .executeTakeFirst();
  }

  /** Lists the providers that a user has an identity at. */
  async providersOf(writer: Writer, accountId: number, userId: number): Promise<readonly string[]> {
    const rows = await writer
      .selectFrom('user_identity')
      .select('provider_key')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .execute();
    return rows.map((row) => row.provider_key);
  }

  linked(
    writer: Writer,
    accountId: number,
    {
      afterId = 0,
      most,
      userId,
    }: { readonly afterId?: number; readonly most?: number; readonly userId?: number | undefined },
  ): Promise<LinkedRow[]> {
    return writer
      .selectFrom('user_identity')
      .innerJoin('account_user', 'account_user.id', 'user_identity.user_id')
      .innerJoin('sign_in_provider', 'sign_in_provider.key', 'user_identity.provider_key')
      .select([
        'user_identity.id',
        'user_identity.user_id as userId',
        'account_user.username',
        'sign_in_provider.name as provider',
        'user_identity.issuer',
        'user_identity.subject',
        'user_identity.created_at as createdAt',
        'user_identity.last_used_at as lastUsedAt',
      ])
      .where('user_identity.account_id', '=', accountId)
      .where('user_identity.id', '>', afterId)
      .$if(userId !== undefined, (query) => query.where('user_identity.user_id', '=', userId ?? 0))
      .orderBy('user_identity.id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  delete(writer: Writer, accountId: number, id: number): Promise<Selectable<UserIdentityTable> | undefined> {
    return writer
      .deleteFrom('user_identity')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  async insert(writer: Writer, row: Insertable<UserIdentityTable>): Promise<void> {
    await writer.insertInto('user_identity').values(row).execute();
  }

  async recordUse(writer: Writer, id: number, now: number): Promise<void> {
    await writer.updateTable('user_identity').set({ last_used_at: now }).where('id', '=', id).execute();
  }

  async deleteOf(writer: Writer, accountId: number, providerKey: string): Promise<void> {
    await writer
      .deleteFrom('user_identity')
      .where('account_id', '=', accountId)
      .where('provider_key', '=', providerKey)
      .execute();
  }

  usersByExternalId(writer: Writer, accountId: number, externalId: string): Promise<UserRow[]> {
    return users(writer, accountId).where('external_id', '=', externalId).execute();
  }

  /** Users with this name, ignoring case. Letters that only look alike make another name. */
  async usersByName(writer: Writer, accountId: number, username: string): Promise<readonly UserRow[]> {
    const rows = await users(writer, accountId).where('username_key', '=', usernameKey(username)).execute();
    const folded = username.trim().toLowerCase();
    return rows.filter((row) => row.username.toLowerCase() === folded);
  }

  /** Whether a user of any kind has a name like this one. */
  async hasName(writer: Writer, accountId: number, key: string): Promise<boolean> {
    const rows = writer.selectFrom('account_user').select('id').where('account_id', '=', accountId);
    return (await rows.where('username_key', '=', key).executeTakeFirst()) !== undefined;
  }

  /** Users with this main address. Without one, a username that is an address counts as it. */
  async usersByEmail(writer: Writer, accountId: number, email: string): Promise<readonly UserRow[]> {
    const folded = foldAscii(email);
    const rows = await users(writer, accountId)
      .where((is) =>
        is.or([
          is(sql`lower(email)`, '=', folded),
          is.and([is('email', 'is', null), is(sql`lower(username)`, '=', folded)]),
        ]),
      )
      .execute();
    // Stores fold letters of other alphabets onto those of ours, which would make two addresses one.
    return rows.filter((row) => foldAscii(row.email ?? row.username) === folded);
  }
}

function users(writer: Writer, accountId: number) {
  return writer
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'internal')
    .orderBy('id')
    .limit(mostCandidates);
}
