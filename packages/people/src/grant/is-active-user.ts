import type { Writer } from '@orrery/store';

/** Whether a grant may begin for a user of the account: people alone have any, and only while they may sign in. */
export async function isActiveUser(writer: Writer, accountId: number, userId: number): Promise<boolean> {
  const user = await writer
    .selectFrom('account_user')
    .select(['status', 'kind'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.status === 'active' && user.kind === 'internal';
}
