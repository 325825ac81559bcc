import { sql, type Transaction } from 'kysely';
import type { Tables } from './database.ts';
import { kindOf } from './kind-of.ts';
import { epochChannel } from './epochs.ts';

/**
 * Makes every node forget what it remembers of the account once the transaction commits. Called before anything else
 * in the transaction, it also makes others that take something away in the account wait for it.
 *
 * Epochs are instants, so that a store brought back from a backup does not give one a second time.
 *
 * @param now epoch milliseconds
 * @returns the new epoch
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
