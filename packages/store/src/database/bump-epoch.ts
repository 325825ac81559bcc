import { sql, type Transaction } from 'kysely';
import type { Tables } from './database.ts';
import { kindOf } from './kind-of.ts';
import { epochChannel } from './epochs.ts';

/**
 * Makes every node forget what it remembers of the account once the transaction commits. When it is the first statement
 * of a transaction, other changes that revoke something in the account wait for it.
 *
 * Epochs are instants, so that a store restored from a backup does not reuse one.
 *
 * @param now epoch milliseconds @returns the new epoch
 */
export async function bumpEpoch(transaction: Transaction<Tables>, accountId: number, now: number): Promise<number> {
  const { epoch } = await transaction
    .updateTable('account')
    .set({ epoch: sql<number>`CASE WHEN epoch < ${now} THEN ${now} ELSE epoch + 1 END` })
    .where('id', '=', accountId)
    .returning('epoch')
    .executeTakeFirstOrThrow();
  if (kindOf(transaction) === 'postgres') {
    await sql`SELECT pg_notify(${epochChannel}, ${`${accountId}:${epoch}`})`.execute(transaction);
  }
  return epoch;
}
