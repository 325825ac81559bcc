import { readInPieces } from '@orrery/kernel';
import type { Writer } from '@orrery/store';
import { readSettingsOf, type SignInRules } from '../settings/index.ts';

/** Reads who can sign in, and how. */
export class SignInPolicyStore {
  async rulesOf(writer: Writer, accountId: number): Promise<SignInRules> {
    const row = await writer.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst();
    return readSettingsOf(row?.settings ?? null).signIn;
  }

  /** Returns those of these users who are people of the account, in order. */
  async people(
    writer: Writer,
    accountId: number,
    ids: readonly number[],
  ): Promise<readonly { readonly userId: number; readonly username: string; readonly managedBy: string | null }[]> {
    const rows = await readInPieces(ids, (some) =>
      writer
        .selectFrom('account_user')
        .select(['id as userId', 'username', 'managed_by as managedBy'])
        .where('account_id', '=', accountId)
        .where('kind', '=', 'internal')
        .where('id', 'in', some)
        .execute(),
    );
    return rows.toSorted((one, other) => one.userId - other.userId);
  }

  async hasPassword(writer: Writer, userId: number): Promise<boolean> {
    const rows = writer.selectFrom('user_password').select('user_id').where('user_id', '=', userId);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  /** Whether a user has signed in by a provider that is on. */
  async isKnownToProvider(writer: Writer, accountId: number, userId: number): Promise<boolean> {
    const rows = knownUsers(writer, accountId).where('user_identity.user_id', '=', userId);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  /** Whether an active admin can sign in by a provider, or by a password as one of the exceptions. */
  async hasAdminWithWay(
    writer: Writer,
    accountId: number,
    { requiresProvider, exceptUserIds }: SignInRules,
  ): Promise<boolean> {
    const withPassword = writer.selectFrom('user_password').select('user_id');
    const row = await writer
      .selectFrom('account_user')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'internal')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where((is) =>
        is.or([
          is('id', 'in', knownUsers(writer, accountId)),
          ...(requiresProvider ? [] : [is('id', 'in', withPassword)]),
          ...(exceptUserIds.length === 0
            ? []
            : [is.and([is('id', 'in', exceptUserIds), is('id', 'in', withPassword)])]),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** Users who have signed in by a provider that is on. */
function knownUsers(writer: Writer, accountId: number) {
  return writer
    .selectFrom('user_identity')
    .innerJoin('sign_in_provider', 'sign_in_provider.key', 'user_identity.provider_key')
    .select('user_identity.user_id')
    .where('user_identity.account_id', '=', accountId)
    .where('sign_in_provider.account_id', '=', accountId)
    .where('sign_in_provider.is_on', '=', 1);
}
