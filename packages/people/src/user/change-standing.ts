import type { Transaction } from 'kysely';
import { bumpEpoch, type Database, type Epochs, inTransaction, type Tables } from '@orrery/store';

export interface StandingDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  /** Epochs of this process; absent in one that remembers nothing. */
  readonly epochs?: Epochs | undefined;
}

/**
 * Runs a change that may reduce rights in the account: it takes effect on the next request of this process, and within
 * a second on all others. Such changes of one account run one after the other.
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
