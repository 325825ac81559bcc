import type { Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import type { UserService } from '../user/index.ts';
import { ViewerStore } from './viewer-store.ts';

/** Deletes the objects of viewers in other packages. */
export type OwnedByViewers = Pick<UserService, 'deleteUnshared'>;

/**
 * Deletes viewers of an account with memberships, values, sessions and favourites, and with their objects that are not
 * shared. The caller has locked them.
 */
export async function removeViewers(
  transaction: Transaction<Tables>,
  accountId: number,
  ids: readonly number[],
  owned: OwnedByViewers,
): Promise<void> {
  await owned.deleteUnshared(transaction, accountId, ids);
  await new ViewerStore().delete(transaction, ids);
}
