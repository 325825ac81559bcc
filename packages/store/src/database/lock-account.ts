import { sql, type Transaction } from 'kysely';
import type { Tables } from './database.ts';
import { kindOf } from './kind-of.ts';

/** Keeps others from revoking anything in the account until the transaction ends. SQLite has one writer at a time. */
export async function lockAccount(transaction: Transaction<Tables>, accountId: number): Promise<void> {
  if (kindOf(transaction) === 'sqlite') return;
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).modifyEnd(sql`FOR SHARE`).execute();
}
