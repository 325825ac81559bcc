import type { Transaction } from 'kysely';
import { bumpEpoch } from '../../../store/src/database/bump-epoch.ts';
import type { Database, Tables } from '../../../store/src/database/database.ts';
import type { Epochs } from '../../../store/src/database/epochs.ts';
import { inTransaction } from '../../../store/src/database/transaction.ts';

export interface StandingDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  /** Of this process; absent in one that remembers nothing. */
  readonly epochs?: Epochs | undefined;
}

/**
 * A change after which somebody in the account may do less: it acts on the next request of this process, and within a
 * second on all others. Such changes of one account happen one after the other.
 */
export async function changeStanding<T>(
  { database, clock, epochs }: StandingDependencies,
  accountId: number,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { epoch, value } = await inTransaction(database, async (transaction) => ({
    epoch: await bumpEpoch(transaction, accountId, clock.now()),
    value: await work(transaction),
  }));
  epochs?.learn(accountId, epoch);
  return value;
}
