import { type RawBuilder, sql } from 'kysely';
import type { Writer } from './transaction.ts';
import { kindOf } from './kind-of.ts';

/**
 * Keeps others from revoking anything in the account until the transaction ends; many may do so at once. SQLite has one
 * writer at a time.
 */
export function lockAccount(writer: Writer, accountId: number): Promise<void> {
  return lock(writer, accountId, sql`FOR SHARE`);
}

/**
 * Locks as `lockAccount` does, and makes other changes that lock the account wait: for a bound that is counted before a row is
 * added, which two changes at once would pass together.
 */
export function lockAccountAlone(writer: Writer, accountId: number): Promise<void> {
  return lock(writer, accountId, sql`FOR NO KEY UPDATE`);
}

async function lock(writer: Writer, accountId: number, strength: RawBuilder<unknown>): Promise<void> {
  if (kindOf(writer) === 'sqlite') return;
  await writer.selectFrom('account').select('id').where('id', '=', accountId).modifyEnd(strength).execute();
}
